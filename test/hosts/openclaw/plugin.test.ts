import { expect } from "vitest";
import { handoffsOf, resumeIn } from "../memory.ts";
import { startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";
import { installPlugin, summaryOf } from "./plugin-lab.ts";
import { MODEL_STATUS } from "./slow-model.ts";
import { work, WORK_TURN } from "./story.ts";

hostTest(
  "plugin: /new is refined by the host's own model, one request, no key of ours",
  async ({ openLab, figure }) => {
    const lab = await openLab({ turns: [WORK_TURN], summarizer: (asked) => summaryOf(asked) });
    lab.configure({ provider: "openclaw", resetWait: "model" });
    await installPlugin(lab);
    const gateway = await startGateway(lab);
    await gateway.chat(work("src/import/plugin.ts").prompt);
    figure("/new, plugin form", "waits for the host's model", (await gateway.chat("/new")).took);
    const { asked } = await gateway.chat("Where were we?");
    expect(resumeIn(asked)).toContain(MODEL_STATUS.toLowerCase());
    await lab.settle({ "session-end": 1 });
    expect(lab.api.by("summarizer")).toHaveLength(1);
    expect(handoffsOf(lab.workspace())).toHaveLength(1);
    expect(handoffsOf(lab.workspace())[0]).toContain(MODEL_STATUS);
  },
);
