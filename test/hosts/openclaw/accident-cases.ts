import path from "node:path";
import { expect } from "vitest";
import { handoffsOf } from "../memory.ts";
import { killWorkers, namesIn } from "../our-jobs.ts";
import { until } from "../until.ts";
import { allowPersonsHooks, placeBlockingHook } from "./persons-hooks.ts";
import { expectCaptured, expectCapturedOverStart, expectTold } from "./expected.ts";
import { MAIN, startGateway } from "./gateway.ts";
import type { Era } from "./client.ts";
import { hostTest } from "./host-test.ts";
import { work, WORK_TURN } from "./story.ts";

const story = work("src/import/bank.ts");

/** What a gateway that is killed leaves, in one of the two eras: each case needs two starts of it. */
export function accidentCases(era: Era): void {
  hostTest(
    "a gateway killed in a /new of the chat: the next start catches up with the session",
    async ({ openLab }) => {
      const lab = await openLab({ era, turns: [WORK_TURN], edit: allowPersonsHooks });
      await lab.install();
      const blocking = placeBlockingHook(lab);
      const first = await startGateway(lab);
      await first.chat(story.prompt);
      await first.socket.call("chat.send", { sessionKey: MAIN, message: "/new", idempotencyKey: "killed" });
      await blocking.begun();
      await first.kill();
      await lab.settle();
      expect(handoffsOf(lab.workspace())).toEqual([]);

      blocking.release();
      const second = await startGateway(lab);
      await lab.settle({ "catch-up": 1 });
      await expectCaptured(lab, lab.workspace(), story);
      expectTold((await second.chat("Where were we?")).asked, story);
    },
  );

  hostTest(
    "one killed in a reset by a client goes on with the session, and nothing is lost",
    async ({ openLab }) => {
      const lab = await openLab({ era, turns: [WORK_TURN], edit: allowPersonsHooks });
      await lab.install();
      const blocking = placeBlockingHook(lab);
      const first = await startGateway(lab);
      await first.chat(story.prompt);
      const reset = first.socket.call("sessions.reset", { key: MAIN, reason: "new" });
      await Promise.all([expect(reset).rejects.toThrow("closed"), blocking.begun().then(first.kill)]);

      blocking.release();
      const second = await startGateway(lab);
      expect((await second.chat("Go on.")).asked?.text).toContain(story.prompt);
      await second.chat("/new");
      await lab.settle();
      expectTold((await second.chat("Where were we?")).asked, story);
      await lab.settle();
      await expectCapturedOverStart(lab, lab.workspace(), story);
    },
  );

  hostTest(
    "a machine that goes down while /new waits for the handoff: the job is done at the next start",
    async ({ openLab }) => {
      const lab = await openLab({ era, turns: [WORK_TURN] });
      await lab.install();
      const first = await startGateway(lab);
      await first.chat(story.prompt);
      await first.socket.call("chat.send", { sessionKey: MAIN, message: "/new", idempotencyKey: "killed" });
      const pending = path.join(lab.state, "queue/pending");
      await until("the job is on disk", () => namesIn(pending).some((name) => name.includes("session-end")));
      killWorkers(lab.state, lab.folder);
      await first.kill();

      const second = await startGateway(lab);
      await lab.settle();
      await expectCaptured(lab, lab.workspace(), story);
      expectTold((await second.chat("Where were we?")).asked, story);
    },
  );
}
