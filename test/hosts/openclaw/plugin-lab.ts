import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Asked } from "../../fixtures/chat-completions/asked.ts";
import { type Answer, says } from "../../fixtures/messages-api/stand-in.ts";
import type { ClientConfig } from "./config.ts";
import type { Lab } from "./lab.ts";
import { MODEL_STATUS } from "./slow-model.ts";

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

/** Has the client load the plugin of the installed bundle too, beside the pack that is wired already. */
export function addPlugin(lab: Lab): void {
  const [version = ""] = readdirSync(path.join(lab.state, "bin"));
  const config = JSON.parse(readFileSync(lab.config, "utf8")) as ClientConfig;
  config["plugins"] = {
    load: { paths: [path.join(lab.state, "bin", version, "openclaw-plugin")] },
    entries: { "session-handoff": { enabled: true } },
  };
  writeFileSync(lab.config, JSON.stringify(config, null, 2));
}

/** Our log. */
export function logOf(lab: Lab): string {
  return readFileSync(path.join(lab.state, "log/handoff.log"), "utf8");
}

/** A fact, and an index in which it stands inline. */
export const FACT = "The till rounds to five cents because the bank asked for it in March.";
export const PARAGRAPH = `# Memory\n\n${`${FACT} `.repeat(6)}\n`;

/** Requests that our workers made about the session of an agent, repairs included. */
export function askedAbout(asked: readonly Asked[], agent: string): Asked[] {
  return asked.filter(({ who, text }) => {
    const ours = who !== "client" && text.includes("<session-record>");
    return ours && text.includes(`src/import/${agent}.ts`);
  });
}

/** How often a request says that the index holds pointers only. */
export function countTold(asked: Asked): number {
  return asked.text.split("holds pointers only").length - 1;
}
