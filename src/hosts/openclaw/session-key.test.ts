import { describe, expect, it } from "vitest";
import { agentOf, isOwners, kindOf, type SessionKind } from "./session-key.ts";

describe("kindOf", () => {
  it.each<[string, SessionKind]>([
    ["agent:main:main", "main"],
    ["agent:Work:MAIN", "main"],
    ["agent:main:main:thread:1700.42", "main"],
    ["agent:main:notes", "direct"],
    ["agent:main:boot", "direct"],
    ["agent:main:direct:ada", "direct"],
    ["agent:main:telegram:direct:77", "direct"],
    ["agent:main:telegram:default:direct:77", "direct"],
    ["agent:main:telegram:direct:77:thread:9", "direct"],
    ["agent:main:whatsapp:dm:+491", "direct"],
    ["agent:main:dashboard:2e16b596-c138", "direct"],
    ["agent:main:explicit:1234", "direct"],
    ["agent:main:telegram:group:-100", "group"],
    ["agent:main:telegram:group:-100:topic:5", "group"],
    ["agent:main:discord:channel:9:thread:8", "group"],
    ["agent:main:slack:room:C1", "group"],
    ["agent:main:cron:job-1", "cron"],
    ["agent:main:cron:job-1:run:9", "cron"],
    ["cron:job-1", "cron"],
    ["hook:5f1c", "hook"],
    ["agent:main:hook:gmail", "hook"],
    ["agent:main:main:heartbeat", "heartbeat"],
    ["agent:main:heartbeat-recovered-2026", "heartbeat"],
    ["agent:main:subagent:5f1c", "sub-agent"],
    ["agent:main:telegram:direct:77:subagent:5f1c", "sub-agent"],
    ["agent:main:acp:binding:discord:x:1", "sub-agent"],
    ["agent:main:internal-session-effects:run-1", "internal"],
    ["agent:main:dreaming-narrative-light-1", "internal"],
    ["agent:main:dashboard:incognito-1", "internal"],
    ["agent:main:openai:5f1c", "other"],
    ["agent:main:global", "other"],
    ["global", "other"],
    ["", "other"],
  ])("%s is %s", (key, kind) => {
    expect(kindOf(key)).toBe(kind);
  });
});

it("captures what only the owner takes part in", () => {
  expect(["agent:main:main", "agent:main:telegram:direct:77", "agent:main:notes"].every(isOwners)).toBe(true);
  const others = [
    "agent:main:telegram:group:-1",
    "agent:main:cron:j",
    "agent:main:x:y:z",
    "global",
    "hook:1",
  ];
  expect(others.some(isOwners)).toBe(false);
});

it("names the agent in lower case, and none where the key has none", () => {
  expect(agentOf("agent:Work:telegram:group:-1")).toBe("work");
  expect([agentOf("main"), agentOf("agent:main"), agentOf("agent::main"), agentOf("agent:main:")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
