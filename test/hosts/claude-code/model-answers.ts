import type { Asked } from "../../fixtures/messages-api/asked.ts";
import { type Answer, says } from "../../fixtures/messages-api/stand-in.ts";

/** A sentence that only the model's answer has; its words stand in the session. */
export const MODEL_STATUS = "The rounding of the May statement is fixed.";

/** A valid summary of the story's session, grounded in the record it was sent. */
export function goodSummary(asked: Asked): Answer {
  const person = refOf(asked, "off by one cent");
  const agent = refOf(asked, "rounds half to even");
  return says(
    JSON.stringify({
      task: { text: "Fix the rounding in src/import/bank.ts.", evidence: [person] },
      status: { text: MODEL_STATUS, evidence: [agent] },
      phase: "in-progress",
      done: [{ text: "parseAmount rounds half to even.", evidence: [agent] }],
      next: [{ text: "The June statement still needs a test case.", evidence: [agent] }],
      openQuestions: [],
      findings: [],
      decisions: [{ text: "Amounts are kept as integer cents.", evidence: [person] }],
      updates: [],
    }),
  );
}

/** The reference of the record's entry that holds a text, such as `e1`. */
function refOf(asked: Asked, text: string): string {
  const record = asked.text.slice(asked.text.lastIndexOf("<session-record>"));
  const before = record.slice(0, Math.max(0, record.indexOf(text)));
  return [...before.matchAll(/\be\d+\b/gu)].at(-1)?.[0] ?? "e1";
}
