import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longer than ten seconds, longest first. A name that is missing here costs time, nothing else. */
const LONG = [
  "test/faults/kill-at-step",
  "src/plan/many-captures",
  "src/queue/worker-processes",
  "src/plan/fix/mutated-index",
  "test/integration/hooks",
  "test/integration/commit-tools",
  "test/e2e/package",
  "src/store/undo-sequences",
  "test/integration/capture",
  "src/summarize/run-child",
];

/** Starts long files first, so that none runs alone at the end; the others by project, so that they share processes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

function place({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at === -1 ? LONG.length : at;
}
