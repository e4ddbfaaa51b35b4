import zlib from "node:zlib";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

/** Tests that read SQLite, which Node 20 cannot: there scripts/test.mjs runs them with Node 24. */
const SQLITE = ["**/*.sqlite.test.ts"];

const project = (name: string, include: string[], testTimeout: number) => ({
  test: {
    name,
    include,
    exclude: SQLITE,
    testTimeout,
    hookTimeout: 300_000,
    environment: "node" as const,
    setupFiles: ["test/same-examples.ts"],
  },
});

/** Its files share processes, and with them what they import: none changes what another one sees. */
const shared = (name: string, include: string[], testTimeout: number) => {
  const { test } = project(name, include, testTimeout);
  return { test: { ...test, isolate: false } };
};

const sqlite = (name: string, include: string[], testTimeout: number) => {
  const { test } = project(name, include, testTimeout);
  return { test: { ...test, exclude: [] } };
};

const HOSTS = ["claude-code", "openclaw"];

/** Tests with the real clients of hosts: tools are installed once, before the first test. */
const hosts = (name: string, host: string, files: string) => {
  const { test } = project(name, [`test/hosts/${host}/${files}.test.ts`], 900_000);
  return { test: { ...test, globalSetup: [`test/hosts/${host}/setup.ts`] } };
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      shared("unit", ["src/**/*.test.ts", "hooks/**/*.test.ts"], 300_000),
      ...("zstdDecompressSync" in zlib ? [sqlite("sqlite", SQLITE, 300_000)] : []),
      shared("integration", ["test/integration/**/*.test.ts"], 300_000),
      project("faults", ["test/faults/**/*.test.ts"], 300_000),
      project("e2e", ["test/e2e/**/*.test.ts"], 300_000),
      ...HOSTS.map((host) => hosts(`hosts-${host}`, host, "**/*")),
      // The one case of each that the whole check runs.
      ...HOSTS.map((host) => hosts(`smoke-${host}`, host, "smoke")),
    ],
  },
});
