import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Asked } from "../../fixtures/messages-api/asked.ts";
import { type Answer, says, startStandIn, type Turn } from "../../fixtures/messages-api/stand-in.ts";
import { handoffsOf, resumeIn, resumesIn } from "../memory.ts";
import { startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import type { Lab, LabOptions } from "./lab.ts";
import { toolResults, usePrunedModel } from "./pruned-model.ts";
import { storedRows } from "./stored-records.ts";
import { work, WORK_TURN } from "./story.ts";

const TTL_MS = 2_000;
const PLACEHOLDER = "[Old tool result content cleared]";

/** Files that an agent reads at once. */
interface Reading {
  agent: string;
  files: number;
  /** Characters of each. */
  chars: number;
  /** Characters of the person's own message, which is never pruned. */
  said: number;
}
/** Over 30 % of the window, each over 4,000 characters: cut. */
const LARGE: Reading = { agent: "large", files: 12, chars: 15_000, said: 0 };
/** Over 50 % of the window, none of it over 4,000 characters: the oldest are cleared. */
const MANY: Reading = { agent: "many", files: 60, chars: 3_900, said: 16_000 };

/** A log in which no two lines are the same. */
function logOf(name: string, chars: number): string {
  let text = "";
  for (let line = 0; text.length < chars; line += 1) text += `${name} line ${line} of the log\n`;
  return `${text.slice(0, chars - 1)}\n`;
}

const names = ({ agent, files }: Reading): string[] =>
  Array.from({ length: files }, (_, at) => `logs/${agent}-${at}.txt`);

function writeLogs(lab: Lab, reading: Reading): void {
  mkdirSync(path.join(lab.workspace(reading.agent), "logs"));
  for (const name of names(reading))
    writeFileSync(path.join(lab.workspace(reading.agent), name), logOf(name, reading.chars));
}

function readAll(reading: Reading): Turn {
  const said: Answer["said"] = names(reading).map((name) => ({ tool: "read", input: { path: name } }));
  return {
    prompt: new RegExp(`read the ${reading.agent} logs`, "u"),
    answers: [{ said }, says("All of them are read.")],
  };
}

/** What of our index and of what was told stands in a request. */
const ours = (asked: Asked | undefined) => ({
  resumes: resumesIn(asked),
  indexes: (asked?.text ?? "").split("\n## Recent\n").length - 1,
});

hostTest(
  "context pruning cuts and clears old tool results in requests, and nothing of ours",
  async ({ openLab }) => {
    const turns = [WORK_TURN, readAll(LARGE), readAll(MANY)];
    const api = await startStandIn({ turns });
    const pruning = { mode: "cache-ttl", ttl: `${TTL_MS / 1000}s` };
    const edit: LabOptions["edit"] = (config) => usePrunedModel(config, api.url, pruning);
    const lab = await openLab({ agents: [LARGE.agent, MANY.agent], edit });
    lab.onClose(() => api.close());
    for (const reading of [LARGE, MANY]) writeLogs(lab, reading);
    await lab.install();
    let gateway = await startGateway(lab);

    /** A person's message, and the last request that it made. */
    const say = async (agent: string, message: string): Promise<Asked | undefined> => {
      await gateway.chat(message, { sessionKey: `agent:${agent}:main` });
      return api.by("client").at(-1);
    };
    /** A session that was told of an earlier one reads its logs and is left alone for longer than the ttl. */
    const readAndWait = async ({ agent, said }: Reading) => {
      await say(agent, work(`src/import/${agent}.ts`).prompt);
      await say(agent, "/new");
      await lab.settle();
      await say(agent, `Please read the ${agent} logs. ${"x ".repeat(said / 2)}`);
      await say(agent, "Go on.");
      const whole = await say(agent, "And on.");
      const stored = await storedRows(lab, agent);
      await sleep(2 * TTL_MS);
      return { whole, stored, pruned: await say(agent, "Anything else?") };
    };

    const large = await readAndWait(LARGE);
    expect(toolResults(large.whole).map((text) => text.length)).toEqual(
      Array.from({ length: LARGE.files }, () => expect.closeTo(LARGE.chars, -2)),
    );
    const trimmed = toolResults(large.pruned);
    for (const [at, text] of toolResults(large.whole).entries()) {
      expect(trimmed[at]).toContain(`${text.slice(0, 1500)}\n...\n${text.slice(-1500)}`);
      expect(trimmed[at]?.length).toBeLessThan(3_200);
    }
    // The same bytes while the ttl runs, and after another start of the gateway.
    expect(toolResults(await say(LARGE.agent, "At once."))).toEqual(trimmed);
    await gateway.stop();
    gateway = await startGateway(lab);
    expect(toolResults(await say(LARGE.agent, "Still there?"))).toEqual(trimmed);

    const many = await readAndWait(MANY);
    const cleared = toolResults(many.pruned);
    const placeholders = cleared.filter((text) => text === PLACEHOLDER).length;
    expect(placeholders).toBeGreaterThan(0);
    expect(cleared.slice(placeholders)).toEqual(toolResults(many.whole).slice(placeholders));

    for (const { agent, whole, stored, pruned } of [
      { ...large, ...LARGE },
      { ...many, ...MANY },
    ]) {
      expect(ours(pruned)).toEqual({ resumes: 1, indexes: 1 });
      expect(pruned?.body.system).toEqual(whole?.body.system);
      expect(resumeIn(pruned)).toBe(resumeIn(whole));
      const rows = await storedRows(lab, agent);
      expect(rows.slice(0, stored.length)).toEqual(stored);
      const read = rows.filter(
        ({ json }) => json.includes('"role":"toolResult"') && json.includes("of the log"),
      );
      expect(read).toHaveLength(agent === LARGE.agent ? LARGE.files : MANY.files);
      await say(agent, "/new");
      await lab.settle();
      expect(ours(await say(agent, "Where were we?"))).toEqual({ resumes: 1, indexes: 1 });
      // There may be one more: the second gateway caught up with the open window.
      expect(handoffsOf(lab.workspace(agent)).at(-1)).toContain(`Read the ${agent} logs`);
    }
    expect((await lab.handoff("doctor")).out).toContain("contextPruning is cache-ttl, ttl 2s");
  },
);
