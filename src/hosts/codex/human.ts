import { objectOf, objectsOf, textOf, type Json } from "../json.ts";

/** What a message in the user's role says. */
export type UserText =
  | { kind: "human"; text: string }
  /** A shell command the person ran with `!`, and what came of it. */
  | { kind: "shell"; command: string; exitCode: number | null; output: string }
  /** The client's own words: instructions, surroundings, notices. */
  | { kind: "none" };

/** The kind that newer clients give to what a person typed. */
const TYPED = "user.text";
/** Elements that clients without kinds put into the user's role. Their names are words joined by `_`, or one of these. */
const HOST_ELEMENT =
  /^<((?:[a-z]+_[\w]*|skill|tools)|permissions instructions)(?:\s[^>]*)?>[\s\S]*<\/(?:\1)>$/;
const AGENTS_FILE = /^# AGENTS\.md instructions[\s\S]*<\/INSTRUCTIONS>$/i;
const NOTICE =
  /^(?:Warning: (?:apply_patch was requested via|The maximum number of unified exec)|Another language model started to solve this problem)/;
/** What an editor puts above a person's words: open files, selections, attachments. */
const REQUEST = /^#{1,2} My request for Codex:[ \t]*\n?/m;
const EDITOR_CONTEXT = /^# (?:Context from my IDE setup|Files mentioned by the user):/;
const IMAGE = /<image(?:\s[^>]*)?>|<\/image>|\[Image #\d+\]/g;

/** Tells what a person typed from what the client wrote in the user's role. `message` is the payload of the record. */
export function userText(message: Json): UserText {
  const kinds = kindsOf(message);
  const blocks = objectsOf(message["content"]);
  const texts = blocks.map((block) => textOf(block["text"]) ?? "");
  const shell = texts.map((text) => shellOf(text.trim())).find((found) => found !== null);
  if (shell !== undefined) return shell;
  const whole = typeof message["content"] === "string" ? [message["content"]] : texts;
  const typed = whole.map((text, at) => (isTyped(text, kinds?.[at] ?? null) ? said(text) : ""));
  const text = typed.filter((part) => part !== "").join("\n");
  return text === "" ? { kind: "none" } : { kind: "human", text };
}

function kindsOf(message: Json): (string | null)[] | null {
  const kinds = objectOf(message["internal_chat_message_metadata_passthrough"])?.["content_item_kinds"];
  return Array.isArray(kinds) ? kinds.map(textOf) : null;
}

function isTyped(text: string, kind: string | null): boolean {
  if (kind !== null && kind !== "unknown") return kind === TYPED;
  const trimmed = text.trim();
  return !HOST_ELEMENT.test(trimmed) && !AGENTS_FILE.test(trimmed) && !NOTICE.test(trimmed);
}

function said(text: string): string {
  const request = EDITOR_CONTEXT.test(text.trimStart()) ? REQUEST.exec(text) : null;
  const own = request === null ? text : text.slice(request.index + request[0].length);
  return own.replaceAll(IMAGE, "").trim();
}

const SHELL =
  /^<user_shell_command>\s*<command>\n?([\s\S]*?)\n?<\/command>\s*<result>\n?([\s\S]*?)\n?<\/result>\s*<\/user_shell_command>$/;
const SHELL_RESULT = /^Exit code: (-?\d+)\n(?:Duration: [^\n]*\n)?Output:\n?([\s\S]*)$/;

function shellOf(text: string): UserText | null {
  const found = SHELL.exec(text);
  if (found === null) return null;
  const result = SHELL_RESULT.exec(found[2] ?? "");
  const code = result?.[1];
  return {
    kind: "shell",
    command: (found[1] ?? "").trim(),
    exitCode: code === undefined ? null : Number(code),
    output: (result?.[2] ?? found[2] ?? "").trim(),
  };
}
