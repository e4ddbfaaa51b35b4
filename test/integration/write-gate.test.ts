import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { refreshResume } from "../../src/capture/refresh-resume.ts";
import { builtBundle, type HookBox, hookBox, logOf, runHook } from "../fixtures/hooks.ts";
import { removeFolder } from "../fixtures/remove-folder.ts";

const QUIET = { code: 0, out: "", err: "" };
const INDEX = "# Memory\n\n- [Lessons](memory/lessons.md)\n";

let folder = "";
let entry = "";
let box: HookBox;
let memory = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "handoff-gate-"));
  entry = path.join(builtBundle(folder), "hooks/claude-code/post-tool-use.js");
});
afterAll(() => removeFolder(folder));
beforeEach(() => {
  box = hookBox(process.pid);
  memory = path.join(box.folder, "memory root");
  mkdirSync(path.join(memory, "memory"), { recursive: true });
  return () => removeFolder(box.folder);
});

/** A session was seen in this project before: the worker knows its memory. */
async function known(root = memory): Promise<void> {
  const where = { home: box.home, root, preset: "openclaw", cwd: box.project } as const;
  await refreshResume({ ...where, host: "claude-code", sessionId: null, now: new Date() });
}

function put(file: string, text: string): string {
  const whole = path.join(memory, file);
  writeFileSync(whole, text);
  return whole;
}

interface Tool {
  tool_name: string;
  tool_input: Record<string, unknown>;
  tool_response: Record<string, unknown>;
}

/** The event of the client's Write: the file as written, and what it was. */
function write(file: string, content: string, originalFile: string | null): Tool {
  const type = originalFile === null ? "create" : "update";
  return {
    tool_name: "Write",
    tool_input: { file_path: file, content },
    tool_response: { type, filePath: file, content, structuredPatch: [], originalFile, userModified: false },
  };
}

/** The event of the client's Edit. */
function edit(file: string, oldString: string, newString: string, originalFile: string): Tool {
  const texts = { oldString, newString, originalFile, replaceAll: false };
  return {
    tool_name: "Edit",
    tool_input: { file_path: file, old_string: oldString, new_string: newString },
    tool_response: { filePath: file, ...texts, structuredPatch: [], userModified: false },
  };
}

function fire(tool: Tool, more: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  const event = {
    session_id: "929e7abc-e4f0-4df6-89fa-c8e6383bb036",
    transcript_path: path.join(box.folder, "session.jsonl"),
    cwd: box.project,
    hook_event_name: "PostToolUse",
    tool_use_id: "toolu_1",
    duration_ms: 12,
    ...tool,
    ...more,
  };
  return runHook(entry, [JSON.stringify(event)], { env: { ...box.env, ...env } });
}

function context(out: string): string {
  const { hookSpecificOutput, ...others } = JSON.parse(out) as Record<string, Record<string, string>>;
  expect(others).toEqual({});
  expect(hookSpecificOutput?.["hookEventName"]).toBe("PostToolUse");
  return hookSpecificOutput?.["additionalContext"] ?? "";
}

/** Names and times of all that lies in a folder. */
function listing(top: string): string[] {
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(path.join(top, name)).mtimeMs}`)
    .sort();
}

describe("the write gate as the client runs it", () => {
  it("tells the agent once what its Write put into the index, and where that belongs", async () => {
    await known();
    const text = `${INDEX}\n## Lessons\n\n- A restart needs the flag.\n`;
    const { code, out, err } = await fire(write(put("MEMORY.md", text), text, INDEX));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(context(out)).toMatch(/^MEMORY\.md holds pointers only; .*line 7.* memory\/lessons\.md/);
    expect(readFileSync(path.join(memory, "MEMORY.md"), "utf8")).toBe(text);
  });

  it("says nothing about an Edit that leaves an index no worse than it was", async () => {
    await known();
    const before = `${INDEX}\n- The port is 5432.\n`;
    const file = put("MEMORY.md", before.replace("5432", "5433"));
    expect(await fire(edit(file, "5432", "5433", before))).toEqual(QUIET);
  });

  it("tells about an Edit whose event lacks the text before", async () => {
    await known();
    const file = put("MEMORY.md", `${INDEX}\n- The port is 5432.\n`);
    const { tool_response, ...tool } = edit(
      file,
      "lessons.md)\n",
      "lessons.md)\n\n- The port is 5432.\n",
      "",
    );
    const { originalFile: _, ...rest } = tool_response;
    expect(context((await fire({ ...tool, tool_response: rest })).out)).toContain("(line 5)");
    expect(await fire({ ...tool, tool_response: { filePath: file } })).toEqual(QUIET);
  });

  it("tells a sub-agent too", async () => {
    await known();
    const file = put("MEMORY.md", "The cache is cold.\n");
    const { out } = await fire(write(file, "", null), { agent_id: "a1", agent_type: "general-purpose" });
    expect(context(out)).toContain("(line 1)");
  });

  it("names the line of a secret in a new topic file, never its value", async () => {
    await known();
    const key = `ghp_${"a1B2".repeat(9)}`;
    const file = put("memory/lessons.md", `# Lessons\n\n- the key is ${key}\n`);
    const { out } = await fire(write(file, "", null));
    expect(context(out)).toContain("secret-shaped value on line 3");
    expect(out).not.toContain("a1B2");
  });

  it("finds the memory through a link, by whichever name the file has", async () => {
    const link = path.join(box.folder, "link");
    symlinkSync(memory, link);
    await known(link);
    put("MEMORY.md", "The cache is cold.\n");
    for (const root of [link, memory]) {
      expect(context((await fire(write(path.join(root, "MEMORY.md"), "", null))).out)).toContain("(line 1)");
    }
  });

  it("knows a memory although recall is switched off", async () => {
    mkdirSync(box.home, { recursive: true });
    writeFileSync(path.join(box.home, "config.json"), '{ "recall": false }');
    await known();
    const file = put("MEMORY.md", "The cache is cold.\n");
    expect(context((await fire(write(file, "", null))).out)).toContain("(line 1)");
  });
});

describe("what the write gate leaves alone", () => {
  it("is every file that is no memory: nothing is printed, nothing written", async () => {
    await known();
    const file = path.join(box.project, "notes.md");
    writeFileSync(file, "prose\n");
    put("data.txt", "prose\n");
    const before = listing(box.home);
    expect(await fire(write(file, "prose\n", null))).toEqual(QUIET);
    expect(await fire(write(path.join(memory, "data.txt"), "prose\n", null))).toEqual(QUIET);
    expect(await fire(write(path.join(memory, "../memory root 2/MEMORY.md"), "prose\n", null))).toEqual(
      QUIET,
    );
    expect(listing(box.home)).toEqual(before);
  });

  it("is every memory that no worker has seen", async () => {
    const file = put("MEMORY.md", "The cache is cold.\n");
    expect(await fire(write(file, "", null))).toEqual(QUIET);
    expect(readdirSync(box.folder)).not.toContain("state");
  });

  it.each([
    ["HANDOFF_DISABLE", { HANDOFF_DISABLE: "1" }],
    ["a child of our own", { HANDOFF_CHILD: "1" }],
  ])("is all of it under %s", async (_, env) => {
    await known();
    const file = put("MEMORY.md", "The cache is cold.\n");
    expect(await fire(write(file, "", null), {}, env)).toEqual(QUIET);
  });

  it("is a memory in an excluded project", async () => {
    await known();
    writeFileSync(path.join(box.home, "config.json"), JSON.stringify({ exclude: [box.project] }));
    const file = put("MEMORY.md", "The cache is cold.\n");
    expect(await fire(write(file, "", null))).toEqual(QUIET);
  });

  it.each([
    ["no file path", { tool_input: {} }],
    ["a path that is no text", { tool_input: { file_path: 7 } }],
    ["no tool input", { tool_input: null, tool_response: null }],
  ])("is an event with %s", async (_, more) => {
    await known();
    expect(await fire(write("x", "", null), more)).toEqual(QUIET);
    expect(logOf(box.home)).toBe("");
  });

  it("is a file that is gone by now; the log says so without its name", async () => {
    await known();
    expect(await fire(write(path.join(memory, "MEMORY.md"), "", null))).toEqual(QUIET);
    expect(logOf(box.home)).toMatch(/post-tool-use: failed \(ENOENT\)/);
    expect(logOf(box.home)).not.toContain("MEMORY.md");
  });
});
