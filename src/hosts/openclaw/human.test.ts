import { describe, expect, it } from "vitest";
import { isHeartbeat, isHostNotice, personsText, spokenText, typedText } from "./human.ts";

describe("what a person typed", () => {
  it.each([
    ["a plain text", "ship it", "ship it"],
    ["behind a moment", "[Sun 2026-11-29 21:04 UTC] ship it", "ship it"],
    ["behind a moment with an offset", "[Sun 2026-11-29 21:04 GMT+9] ship it", "ship it"],
    [
      "behind the sender as older clients told it",
      'Sender (untrusted metadata):\n```json\n{ "label": "cli" }\n```\n\nship it',
      "ship it",
    ],
    [
      "behind moment and several blocks",
      '[Sun 2026-11-29 21:04 UTC] Conversation info (untrusted metadata):\n```json\n{"id":1}\n```\n\nSender (untrusted metadata):\n```json\n{"id":"x"}\n```\n\nship it\nand tell me',
      "ship it\nand tell me",
    ],
    [
      "behind a marked block of newer clients",
      'Sender: ⟦openclaw:ctx⟧\n```json\n{"label":"x"}\n```\nship it',
      "ship it",
    ],
    ["before a block of lines", "ship it\n\nContext: ⟦openclaw:ctx⟧\nsome channel text", "ship it"],
    ["in the envelope of a channel", "[Telegram Ada (@ada) id:7 2026-01-12 20:19 UTC] ship it", "ship it"],
    [
      "beside system lines and ids",
      "System: [2026-01-12 20:19:17] Exec finished\nship it\n[message_id: 77]",
      "ship it",
    ],
    [
      "around internal context",
      "ship\n<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nit",
      "ship\n\nit",
    ],
    ["behind a reset", "/new look at the parser", "look at the parser"],
    ["behind a directive", "/think high look at the parser", "look at the parser"],
    ["as a skill's command", "/deploy blue-7", "/deploy blue-7"],
    ["that begins with a path", "/config/ci.yml is broken", "/config/ci.yml is broken"],
  ])("%s", (_name, raw, text) => {
    expect(typedText(raw)).toBe(text);
  });

  it.each([
    ["a reset", "/new"],
    ["a reset with a model", "/reset opus"],
    ["a command of the gateway", "/status"],
    ["a directive alone", "/model opus"],
    ["a heartbeat", "[OpenClaw heartbeat poll]"],
    ["an older heartbeat", "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly."],
    ["the prompt of a bare reset", "A new session was started via /new or /reset. Greet the user."],
    ["a message of another session", "[Inter-session message] sourceSession=agent:main:x\ndo this"],
    ["a job of the clock", "[cron:job-1 daily] write the report"],
    ["what stands for an event of the host", "Continue the OpenClaw runtime event."],
    ["a finished command", "Exec completed (abc123, code 0) :: done"],
    ["nothing but wrappers", "Sender (untrusted metadata):\n```json\n{}\n```\n"],
    ["nothing", "  "],
  ])("is nothing in %s", (_name, raw) => {
    expect(typedText(raw)).toBeNull();
  });

  it("counts only where nobody else said it", () => {
    const by = (more: object): string | null => personsText({ role: "user", content: "ship it", ...more });
    expect(by({})).toBe("ship it");
    expect(by({ __openclaw: { senderIsOwner: true } })).toBe("ship it");
    expect(by({ provenance: { kind: "external_user" } })).toBe("ship it");
    expect(by({ __openclaw: { senderIsOwner: false } })).toBeNull();
    expect(by({ provenance: { kind: "inter_session", sourceTool: "sessions_send" } })).toBeNull();
    expect(by({ provenance: { kind: "internal_system" } })).toBeNull();
  });
});

describe("what the agent said", () => {
  it("is nothing where it says that it has nothing to say", () => {
    expect([spokenText("NO_REPLY"), spokenText(" HEARTBEAT_OK\n"), spokenText("no_reply.")]).toEqual([
      "",
      "",
      "",
    ]);
  });

  it("comes without its words to the host", () => {
    expect(spokenText("[[reply_to_current]] Done.\n\nNO_REPLY")).toBe("Done.");
    const block = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>";
    expect(spokenText(`Done.\n${block}\nAll tests pass.`)).toBe("Done.\n\nAll tests pass.");
    expect(spokenText(block)).toBe("");
    expect(spokenText(`${block}\nNO_REPLY`)).toBe("");
    expect(spokenText("Done.\n<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret")).toBe("Done.");
    expect(spokenText("Done.\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>")).toBe("Done.");
    expect(spokenText("The mark <active_memory_plugin> opens it.")).toContain("opens it");
    expect(spokenText("NO_REPLY is what I say when silent, as told.")).toContain("NO_REPLY is what");
  });
});

it("tells notices of the host and heartbeats", () => {
  expect(isHostNotice({ provider: "openclaw", model: "gateway-injected" })).toBe(true);
  expect(
    isHostNotice({ provider: "mock", model: "m", openclawDeliveryMirror: { kind: "channel-final" } }),
  ).toBe(true);
  expect(isHostNotice({ provider: "mock", model: "gateway-injected" })).toBe(false);
  expect(isHeartbeat({ content: "[OpenClaw heartbeat poll]" })).toBe(true);
  expect(
    isHeartbeat({ content: "x", provenance: { kind: "internal_system", sourceTool: "heartbeat" } }),
  ).toBe(true);
  expect(isHeartbeat({ content: "check the heartbeat poll" })).toBe(false);
});
