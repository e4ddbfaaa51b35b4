import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], testTimeout: number) => ({
  test: { name, include, testTimeout, hookTimeout: 60_000, environment: "node" as const },
});

/** Tests with the real clients of hosts: tools are installed once, before the first test. */
const hosts = (name: string, include: string[]) => {
  const { test } = project(name, include, 240_000);
  return { test: { ...test, globalSetup: ["test/hosts/claude-code/setup.ts"] } };
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("unit", ["src/**/*.test.ts", "hooks/**/*.test.ts"], 60_000),
      project("integration", ["test/integration/**/*.test.ts"], 180_000),
      project("faults", ["test/faults/**/*.test.ts"], 300_000),
      project("e2e", ["test/e2e/**/*.test.ts"], 300_000),
      hosts("hosts", ["test/hosts/**/*.test.ts"]),
      // The one case of them that the whole check runs.
      hosts("hosts-smoke", ["test/hosts/**/smoke.test.ts"]),
    ],
  },
});
