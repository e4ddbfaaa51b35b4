import { describe, expect, it } from "vitest";
import { OpenClawMachine } from "../../openclaw/openclaw.fixture.ts";
import { openClawContextPruning } from "./context-pruning.ts";

const told = async (contextPruning: object, more: { model?: unknown; providers?: object } = {}) => {
  const { model, providers = {} } = more;
  const values = { agents: { defaults: { contextPruning, model } }, models: { providers } };
  const found = await new OpenClawMachine(JSON.stringify(values)).run(openClawContextPruning);
  expect(found?.state).toBe("ok");
  return found?.message;
};

describe("what context pruning does", () => {
  it("is told with what clients have built in", async () => {
    const message = await told({ mode: "cache-ttl", ttl: "1h" });
    expect(message).toContain("ttl 1h");
    expect(message).toContain("fills 30 % of the window");
    expect(message).toContain("over 4,000 characters are cut to the first 1,500 and last 1,500");
    expect(message).toContain("since the last 3 answers");
    expect(message).toContain("if 50 % is still filled");
  });

  it("is told with a person's own values, which clients before 2026.9 take", async () => {
    const message = await told({
      mode: "cache-ttl",
      keepLastAssistants: 1,
      softTrimRatio: 0.1,
      hardClearRatio: 0.25,
      softTrim: { maxChars: 9000, headChars: 700, tailChars: 600 },
    });
    expect(message).toContain("fills 10 % of the window");
    expect(message).toContain("over 9,000 characters are cut to the first 700 and last 600");
    expect(message).toContain("since the last 1 answer;");
    expect(message).toContain("if 25 % is still filled");
  });

  const providers = { desk: { api: "openai-completions" }, gate: { api: "anthropic-messages" } };
  it.each([
    ["desk/m1", true],
    [{ primary: "desk/m1" }, true],
    [{ primary: "gate/m1" }, false],
    [{ primary: "openai/m1" }, false],
    ["nobody/m1", false],
    [undefined, false],
  ])("is nothing where the client does not prune for the provider: %j: %s", async (model, idle) => {
    const openai = { api: "openai-responses" };
    const message = await told({ mode: "cache-ttl" }, { model, providers: { ...providers, openai } });
    expect(message?.includes("prunes nothing")).toBe(idle);
  });
});
