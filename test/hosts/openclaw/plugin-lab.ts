import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { type Answer, says } from "../../fixtures/messages-api/stand-in.ts";
import type { Lab } from "./lab.ts";
import { MODEL_STATUS } from "./slow-model.ts";

/** `handoff install openclaw --form plugin`; fails the test when it does not succeed. */
export async function installPlugin(lab: Lab): Promise<void> {
  const { code, err } = await lab.handoff("install", "openclaw", "--form", "plugin", "--yes", "--quiet");
  if (code !== 0) throw new Error(`handoff install openclaw --form plugin: exit code ${code}\n${err}`);
}

/** A model's summary of the session of `story.ts`, grounded in the record it was sent. */
export function summaryOf({ text }: Asked, more: Omit<Answer, "said"> = {}): Answer {
  const record = text.slice(text.lastIndexOf("<session-record>"));
  const refOf = (words: string): string =>
    [...record.slice(0, Math.max(0, record.indexOf(words))).matchAll(/\be\d+\b/gu)].at(-1)?.[0] ?? "e1";
  const [person, agent] = [refOf("off by one cent"), refOf("rounds half to even")];
  const summary = {
    task: { text: "Fix the rounding.", evidence: [person] },
    status: { text: MODEL_STATUS, evidence: [agent] },
    phase: "in-progress",
    done: [],
    next: [{ text: "The June statement still needs a test case.", evidence: [agent] }],
    openQuestions: [],
    findings: [],
    decisions: [{ text: "Amounts are kept as integer cents.", evidence: [person] }],
    updates: [],
  };
  return says(JSON.stringify(summary), more);
}
