import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], testTimeout: number) => ({
  test: { name, include, testTimeout, hookTimeout: 60_000, environment: "node" as const },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("unit", ["src/**/*.test.ts"], 60_000),
      project("integration", ["test/integration/**/*.test.ts"], 180_000),
      project("faults", ["test/faults/**/*.test.ts"], 300_000),
      project("e2e", ["test/e2e/**/*.test.ts"], 300_000),
    ],
  },
});
