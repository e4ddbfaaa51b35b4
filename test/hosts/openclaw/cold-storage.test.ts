import { readdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { until } from "../until.ts";
import { expectCaptured } from "./expected.ts";
import { startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import { ageSessions, storedRows } from "./stored-records.ts";
import { work, WORK_TURN } from "./story.ts";

const DAY_MS = 86_400_000;

hostTest(
  "a session that the client put into cold storage is back-filled, and stays there",
  async ({ openLab }) => {
    const lab = await openLab({
      turns: [WORK_TURN],
      edit: (config) => {
        config.session = { maintenance: { coldStorage: { enabled: true, afterDays: 1 } } };
      },
    });
    const story = work("src/import/old.ts");
    const before = await startGateway(lab);
    await before.chat(story.prompt);
    await before.stop();
    await ageSessions(lab, "main", 40 * DAY_MS);
    const gateway = await startGateway(lab);
    const cold = path.join(lab.clientState, "agents/main/sessions/cold");
    const archives = (): string[] => {
      try {
        return readdirSync(cold).filter((name) => name.endsWith(".jsonl.zst"));
      } catch {
        return [];
      }
    };
    // It looks at its start and once a minute.
    const isCold = async (): Promise<boolean> =>
      archives().length > 0 && (await storedRows(lab, "main")).length === 0;
    await until("the session is in cold storage", isCold, { limitMs: 240_000, describe: gateway.log });

    await lab.install();
    const { code, out, err } = await lab.handoff("backfill", "--host", "openclaw");
    expect({ code, out, err }).toMatchObject({ code: 0 });
    await expectCaptured(lab, lab.workspace(), story);
    expect(await storedRows(lab, "main")).toEqual([]);
    expect(archives()).toHaveLength(1);
  },
);
