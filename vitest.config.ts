import zlib from "node:zlib";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

/** Tests that read SQLite, which Node 20 cannot: there scripts/test.mjs runs them with Node 24. */
const SQLITE = ["**/*.sqlite.test.ts"];

/** Only against a test that hangs: a machine may be ten times as slow as another, and do other things as well. */
const HANG_MS = 600_000;

const project = (name: string, include: string[], testTimeout = HANG_MS) => ({
  test: {
    name,
    include,
    exclude: SQLITE,
    testTimeout,
    hookTimeout: HANG_MS,
    environment: "node" as const,
    setupFiles: ["test/same-examples.ts"],
  },
});

/** Its files share processes, and with them what they import: none changes what another one sees. */
const shared = (name: string, include: string[]) => {
  const { test } = project(name, include);
  return { test: { ...test, isolate: false } };
};

const sqlite = (name: string, include: string[]) => {
  const { test } = project(name, include);
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
      shared("unit", ["src/**/*.test.ts", "hooks/**/*.test.ts"]),
      ...("zstdDecompressSync" in zlib ? [sqlite("sqlite", SQLITE)] : []),
      shared("integration", ["test/integration/**/*.test.ts"]),
      project("faults", ["test/faults/**/*.test.ts"]),
      project("e2e", ["test/e2e/**/*.test.ts"]),
      ...HOSTS.map((host) => hosts(`hosts-${host}`, host, "**/*")),
      // The one case of each that the whole check runs.
      ...HOSTS.map((host) => hosts(`smoke-${host}`, host, "smoke")),
    ],
  },
});
