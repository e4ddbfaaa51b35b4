import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Lab } from "./lab.ts";

/** A sentence that only the model's answer has; its words stand in the session of `story.ts`. */
export const MODEL_STATUS = "The rounding of the May statement is fixed.";

/**
 * Makes a person's own program our summarizer. It answers after `delayMs` with a summary of the session of `story.ts`,
 * grounded in the record it was sent.
 */
export function useModel(lab: Lab, { delayMs, resetWait }: { delayMs: number; resetWait: string }): void {
  const file = path.join(lab.folder, `model-${delayMs}.mjs`);
  writeFileSync(file, PROGRAM.replace("DELAY_MS", String(delayMs)));
  lab.configure({ provider: "command", command: [lab.tools.node, file], resetWait });
}

const PROGRAM = `
const { turns } = JSON.parse(await new Response(process.stdin).text());
const record = turns[0].text.slice(turns[0].text.lastIndexOf("<session-record>"));
const refOf = (text) =>
  [...record.slice(0, Math.max(0, record.indexOf(text))).matchAll(/\\be\\d+\\b/gu)].at(-1)?.[0] ?? "e1";
const [person, agent] = [refOf("off by one cent"), refOf("rounds half to even")];
await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
process.stdout.write(
  JSON.stringify({
    task: { text: "Fix the rounding.", evidence: [person] },
    status: { text: ${JSON.stringify(MODEL_STATUS)}, evidence: [agent] },
    phase: "in-progress",
    done: [],
    next: [{ text: "The June statement still needs a test case.", evidence: [agent] }],
    openQuestions: [],
    findings: [],
    decisions: [{ text: "Amounts are kept as integer cents.", evidence: [person] }],
    updates: [],
  }),
);
`;
