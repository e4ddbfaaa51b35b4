import { describe, expect, it } from "vitest";
import { isGlanced, readResult, toolCall } from "./tools.ts";

const call = (name: string, args: unknown) =>
  toolCall({ type: "toolCall", id: "c", name, arguments: args }, ["/srv/w"]);

describe("a tool call", () => {
  it.each([
    ["read", { path: "/srv/w/a.ts" }, { action: "read", files: ["a.ts"] }],
    ["write", { path: "a.ts", content: "x" }, { action: "edit", files: ["a.ts"], detail: "x" }],
    ["edit", { path: "a.ts", edits: [{ oldText: "x", newText: "y" }] }, { action: "edit", detail: "y" }],
    ["exec", { command: "npm test", timeout: 5 }, { action: "run", command: "npm test", files: [] }],
    ["shell", { command: ["bash", "-lc", "ls"] }, { action: "run", command: "bash -lc ls" }],
    ["web_search", { query: "node sqlite" }, { action: "search", detail: "node sqlite" }],
    ["sessions_spawn", { task: "look into it" }, { action: "agent", detail: "look into it" }],
    ["mail_send", { to: "x" }, { action: "other", command: null }],
  ])("%s is told by what it is for", (name, args, expected) => {
    expect(call(name, args)).toMatchObject(expected);
  });

  it("of a patch names every file in it", () => {
    const input =
      "*** Begin Patch\n*** Add File: new.ts\n+x\n*** Update File: /srv/w/old.ts\n*** Move to: moved.ts\n*** Delete File: gone.ts\n*** End Patch";
    expect(call("apply_patch", { input }).files).toEqual(["new.ts", "old.ts", "moved.ts", "gone.ts"]);
  });

  it("of a plan replaces the list, an empty one clears it", () => {
    const plan = [
      { step: "look", status: "completed" },
      { step: "repair", status: "in_progress" },
    ];
    expect(call("progress_card", { plan }).todos).toEqual({
      type: "replace",
      items: [
        { id: null, text: "look", status: "completed" },
        { id: null, text: "repair", status: "in-progress" },
      ],
    });
    expect(call("progress_card", { plan: [] }).todos).toEqual({ type: "replace", items: [] });
    expect(call("progress_card", { markdown: "half done" }).todos).toBeNull();
  });

  it("is read where its arguments are still text, and where they are broken", () => {
    expect(call("exec", '{"command":"ls"}').command).toBe("ls");
    expect(call("exec", '{"command":').command).toBeNull();
  });
});

describe("a tool result", () => {
  const result = (text: string, more: object = {}) =>
    readResult({ toolName: "exec", content: [{ type: "text", text }], isError: false, ...more });

  it("failed where the host says so, the exit code does, or its text is an error in JSON", () => {
    expect(result("ok")).toMatchObject({ failed: false, exitCode: null });
    expect(result("no", { isError: true }).failed).toBe(true);
    expect(result("x\n\nCommand exited with code 2")).toMatchObject({ failed: true, exitCode: 2 });
    expect(result("x", { details: { exitCode: 0, status: "completed" } })).toMatchObject({
      failed: false,
      exitCode: 0,
    });
    expect(result("x", { details: { status: "failed", exitCode: 1 } })).toMatchObject({
      failed: true,
      exitCode: 1,
    });
    const told = '{"status":"error","tool":"read","error":"ENOENT: no such file"}';
    expect(result(told)).toMatchObject({ failed: true, output: "ENOENT: no such file" });
  });

  it("did not fail because its text speaks of errors", () => {
    expect(result('{"error":null,"rows":3}').failed).toBe(false);
    expect(result('{"results":[],"error":"partial"}').failed).toBe(false);
    expect(result("0 errors").failed).toBe(false);
  });

  it("holds what a person answered", () => {
    const text = 'Target: Staging\nWhen: (no answer)\n\n{\n  "status": "answered"\n}';
    expect(result(text, { toolName: "ask_user", details: { status: "answered" } }).said).toBe(
      "Target → Staging",
    );
    expect(result(text, { toolName: "ask_user", details: { status: "no_answer" } }).said).toBeNull();
    expect(result(text).said).toBeNull();
  });
});

it("of files and pages a glance is enough", () => {
  expect(["read", "web_fetch", "write"].every(isGlanced)).toBe(true);
  expect(["exec", "mail_send"].some(isGlanced)).toBe(false);
});
