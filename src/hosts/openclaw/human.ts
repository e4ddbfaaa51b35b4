import { type Json, contentText, objectOf, textOf } from "../json.ts";

/**
 * Headers that the host puts before blocks of context it adds to a person's text; the second half is how older clients
 * wrote them. A fenced JSON block or lines up to an empty one follow. See README.md, wrappers.
 */
const CONTEXT_HEADER =
  /^(?:.{1,120} ⟦openclaw:ctx⟧|.{1,120} \(untrusted(?: metadata|, for context|, nearest first|, chronological[^)\n]*)?\):|Untrusted context \([^)\n]*\):)[ \t]*$/;
const FENCE = /^```/;
/** A moment the host puts before a text: `[Sun 2026-11-29 21:04 UTC] `. */
const TIME_PREFIX = /^\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d[^\]\n]*\] */;
/** The envelope of a channel in older clients: `[Telegram Ada (@ada) id:7 2026-01-12 20:19 UTC] `. */
const ENVELOPE =
  /^\[(?:Telegram|WhatsApp|Slack|Discord|Signal|iMessage|WebChat|MS ?Teams|Google ?Chat|Matrix|BlueBubbles|IRC|Line|Zalo|Feishu)\b[^\]\n]*\] */i;
/** Single lines of the host: system events, ids, media notes. */
const HOST_LINE =
  /^(?:System(?: \(untrusted\))?: \[[^\]\n]*\].*|\[message_id: [^\]\n]*\]|\[media attached[^\n]*\]|To send an image back, prefer the message tool\b.*)$/;
const SPANS = [
  /<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>[\s\S]*?(?:<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|$(?![\s\S]))/g,
  /<<<EXTERNAL_UNTRUSTED_CONTENT\b[\s\S]*?(?:<<<END_EXTERNAL_UNTRUSTED_CONTENT\b[^>]*>>>|$(?![\s\S]))/g,
  /<active_memory_plugin>[\s\S]*?<\/active_memory_plugin>/g,
];
/** Texts that begin with one of these are the host's: polls, wakes, messages of other sessions, prompts of its own. */
const HOST_TEXT =
  /^(?:\[OpenClaw [^\]\n]*\]|\[Inter-session message\]|\[cron:[^\]\n]*\]|\[Internal task completion event\]|\[Subagent (?:Context|Task)\]|OpenClaw runtime context \(internal\)|A new session was started via \/new or \/reset|Read HEARTBEAT\.md if it exists|Follow the heartbeat monitor|Run the following periodic tasks|Pre-compaction memory flush|Continue the OpenClaw runtime event\.$|An async command you ran earlier has completed|Exec (?:completed|failed) \()/i;

/** Commands of the gateway with nothing in them that is said to the agent. */
const COMMANDS = new Set(
  (
    "acp activation agents agentstatus allowlist approve bash bot-help bot-logs bot-ping bot-upgrade bot-version card " +
    "codex commands compact config context dashboard debug diagnostics dreaming export export-session " +
    "export-trajectory help id login mcp models name openclaw pair plugin plugins restart send session status stop " +
    "subagents talkvoice tasks tools trajectory tts update usage voice whoami"
  ).split(" "),
);
/** Commands that set something for the text behind them: `/think high …`. */
const DIRECTIVES = new Set(
  "elev elevated exec fast model queue reason reasoning t think thinking trace v verbose".split(" "),
);
/** Commands that open a new window; a text behind them is its first message. */
const RESETS = new Set(["new", "reset"]);

/** What a person said in a user message, or null when it is the host's, another session's or nobody's. */
export function personsText(message: Json): string | null {
  const provenance = textOf(objectOf(message["provenance"])?.["kind"]);
  if (provenance !== null && provenance !== "external_user") return null;
  // Whoever else may write to the agent is not who owns its memory.
  if (objectOf(message["__openclaw"])?.["senderIsOwner"] === false) return null;
  return typedText(contentText(message["content"]));
}

/** What a person typed of a stored text; null when nothing of it is theirs. */
export function typedText(raw: string): string | null {
  const text = withoutWrappers(raw);
  if (text === "" || HOST_TEXT.test(text)) return null;
  const command = /^\/([a-z][\w-]*)(?:[:\s]\s*|$)/i.exec(text);
  const name = command?.[1]?.toLowerCase();
  if (command === null || name === undefined) return text;
  if (COMMANDS.has(name)) return null;
  const rest = text.slice(command[0].length).trim();
  // One word behind `/new` names a model.
  if (RESETS.has(name)) return /\s/.test(rest) ? rest : null;
  if (DIRECTIVES.has(name)) return rest.replace(/^\S+\s*/, "").trim() || null;
  return text;
}

/** A text without the context, moments and notes that the host has put around it. */
function withoutWrappers(raw: string): string {
  const text = SPANS.reduce((rest, span) => rest.replaceAll(span, ""), raw);
  const lines = text.replace(TIME_PREFIX, "").split(/\r?\n/);
  const own = withoutContext(lines).filter((line) => !HOST_LINE.test(line));
  return own.join("\n").trim().replace(TIME_PREFIX, "").replace(ENVELOPE, "").trim();
}

/** The lines outside blocks of context. */
function withoutContext(lines: readonly string[]): string[] {
  const own: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (CONTEXT_HEADER.test(line)) at = endOfContext(lines, at + 1);
    else {
      own.push(line);
      at += 1;
    }
  }
  return own;
}

/** Where the block that begins at a line ends: behind its closing fence, else at the next empty line. */
function endOfContext(lines: readonly string[], from: number): number {
  const fenced = FENCE.test(lines[from] ?? "");
  const ends = (line: string, at: number): boolean =>
    fenced ? at > from && FENCE.test(line) : line.trim() === "";
  const end = lines.findIndex((line, at) => at >= from && ends(line, at));
  if (end === -1) return lines.length;
  return fenced ? end + 1 : end;
}

/** Words with which an agent says that it has nothing to say. */
const SILENT = /^\s*(?:NO_REPLY|HEARTBEAT_OK)(?:\s+(?:NO_REPLY|HEARTBEAT_OK))*[\s.!]*$/i;
const SILENT_END = /\s*\b(?:NO_REPLY|HEARTBEAT_OK)\s*$/;
/** Where to send an answer, told to the host within it. */
const DELIVERY_TAGS = /\[\[\s*(?:reply_to_current|reply_to:[^\]\n]*|audio_as_voice)\s*\]\][ \t]*/gi;

/** Context of the host that an agent repeats, with its end as the group: empty where none follows. */
const REPEATED = [
  /<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>[\s\S]*?(<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|$(?![\s\S]))/g,
  /<<<EXTERNAL_UNTRUSTED_CONTENT\b[\s\S]*?(<<<END_EXTERNAL_UNTRUSTED_CONTENT\b[^>\n]*>>>|$(?![\s\S]))/g,
  /<active_memory_plugin>[\s\S]*?(<\/active_memory_plugin>|$(?![\s\S]))/g,
];
/** A mark without its other end counts on a line of its own only: an agent may speak of one. */
const LONE_MARKS = [
  /^[ \t]*(?:<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>|<<<EXTERNAL_UNTRUSTED_CONTENT\b[^>\n]*>>>|<active_memory_plugin>)[ \t]*$[\s\S]*/gm,
  /^[ \t]*(?:<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|<<<END_EXTERNAL_UNTRUSTED_CONTENT\b[^>\n]*>>>|<\/active_memory_plugin>)[ \t]*$/gm,
];

/** What an agent said, without its words to the host and context repeated from it; empty when those were all. */
export function spokenText(raw: string): string {
  const told = REPEATED.reduce(
    (rest, block) => rest.replaceAll(block, (whole, end: string) => (end === "" ? whole : "")),
    raw,
  );
  const own = LONE_MARKS.reduce((rest, mark) => rest.replaceAll(mark, ""), told);
  if (SILENT.test(own)) return "";
  return own.replaceAll(DELIVERY_TAGS, "").replace(SILENT_END, "").trim();
}

/** Whether an assistant message is the host's own: a notice, or a copy of what was delivered. */
export function isHostNotice(message: Json): boolean {
  if (
    message["provider"] === "openclaw" &&
    /^(?:gateway-injected|delivery-mirror)$/.test(String(message["model"]))
  )
    return true;
  return ["openclawStatusNotice", "openclawDeliveryMirror", "openclawMessageToolMirror"].some(
    (mark) => message[mark] !== undefined,
  );
}

/** Whether a user message is a heartbeat poll: what the agent answers to it is no part of the conversation. */
export function isHeartbeat(message: Json): boolean {
  const provenance = objectOf(message["provenance"]);
  if (provenance?.["kind"] === "internal_system" && provenance["sourceTool"] === "heartbeat") return true;
  const text = withoutWrappers(contentText(message["content"]));
  return /^(?:\[OpenClaw heartbeat poll\]|Read HEARTBEAT\.md if it exists|Follow the heartbeat monitor)/i.test(
    text,
  );
}

/** Whether a user message is the host's own: a heartbeat, or what wakes the agent for a job or a process that ended. */
export function isHostsPrompt(message: Json): boolean {
  return objectOf(message["provenance"])?.["kind"] === "internal_system" || isHeartbeat(message);
}
