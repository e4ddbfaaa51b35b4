import { existsSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { countInTopics, handoffsOf, memoryFiles, resumeIn, resumesIn } from "../memory.ts";
import type { Lab } from "./lab.ts";
import type { Work } from "./story.ts";

/** The memory holds the session once: handoff, fact in its topic, index, and a clean lint. */
export async function expectCaptured(lab: Lab, root: string, work: Work, handoffs = 1): Promise<void> {
  expect(handoffsOf(root)).toHaveLength(handoffs);
  expect(handoffsOf(root).at(-1)?.toLowerCase()).toContain(work.known[0]);
  expect(countInTopics(root, work.decision)).toBe(1);
  expect(memoryFiles(root)["MEMORY.md"]).toContain("](");
  const lint = await lab.handoff("lint", "--memory", root);
  expect({ code: lint.code, out: lint.out, err: lint.err }).toMatchObject({ code: 0 });
}

/**
 * The same of a session that went on over a start of the gateway: the start has captured what was there, if that was ten
 * seconds old by then, and the end of the session what came to it.
 */
export async function expectCapturedOverStart(lab: Lab, root: string, work: Work): Promise<void> {
  const handoffs = handoffsOf(root).length;
  expect([1, 2]).toContain(handoffs);
  await expectCaptured(lab, root, work, handoffs);
}

/** Nothing of ours was ever written there. */
export function expectUntouched(root: string): void {
  expect(memoryFiles(root)).toEqual({});
  expect(existsSync(path.join(root, ".handoff"))).toBe(false);
}

/** A request holds the resume of a session, once. */
export function expectTold(asked: Asked | undefined, work: Work): void {
  expect(resumesIn(asked)).toBe(1);
  for (const known of work.known) expect(resumeIn(asked)).toContain(known);
}
