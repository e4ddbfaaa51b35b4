/** What a `user` record's text is, when it is no tool result. */
export type UserText =
  | { kind: "human"; text: string }
  /** A shell command the person ran with `!`. */
  | { kind: "shell"; command: string }
  | { kind: "shell-output"; output: string; failed: boolean }
  /** A summary of an older client that does not mark it. */
  | { kind: "summary"; text: string }
  | { kind: "interrupt" }
  /** The host's own words. */
  | { kind: "none" };

/** Spans the host puts into a person's text. */
const HOST_SPANS =
  /<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|user-prompt-submit-hook|local-command-caveat)>[\s\S]*?<\/\1>/g;
const IMAGE = /\[Image(?: #\d+|: [^\]\n]*)\]/g;
/** Texts that begin with one of these are the host's: notifications, command output, messages of other agents. */
const HOST_TEXT =
  /^(?:<(?:task-notification|agent-notification|teammate-message|system-notification|cross-session-message|channel|tick|local-command-\w+|bash-std\w+|user-prompt-submit-hook|fork-boilerplate)\b|Caveat: The messages below were generated|\[SYSTEM NOTIFICATION)/i;
const INTERRUPT = /^\[Request interrupted by user/;
const SUMMARY = /^This session is being continued from a previous conversation/;

/** Commands of the client itself: neither they nor their arguments are said to the agent. */
const OWN_COMMANDS = new Set(
  (
    "add-dir agents bashes branch bug clear color compact config context copy cost desktop diff doctor effort exit " +
    "export extra-usage fast feedback files fork heapdump help hooks ide install-github-app install-slack-app " +
    "keybindings login logout mcp memory mobile model output-style passes permissions plugin plugins " +
    "privacy-settings quit rate-limit-options release-notes reload-plugins remote-control remote-env rename reset " +
    "resume rewind sandbox skills stats status statusline stickers tag tasks terminal-setup theme todos " +
    "tools upgrade usage vim voice web-setup"
  ).split(" "),
);

/** Tells what a person typed from what the host wrote in their name. */
export function userText(raw: string): UserText {
  const text = raw.replaceAll(HOST_SPANS, "").replaceAll(IMAGE, "").trim();
  if (text === "" || HOST_TEXT.test(text)) return shellOutput(text) ?? { kind: "none" };
  if (INTERRUPT.test(text)) return { kind: "interrupt" };
  if (SUMMARY.test(text)) return { kind: "summary", text };
  const shell = tagged(text, "bash-input");
  if (shell !== null) return { kind: "shell", command: shell };
  const noted = tagged(text, "user-memory-input");
  if (noted !== null) return { kind: "human", text: `Remember: ${noted}` };
  if (/^<command-(?:name|message|args)>/.test(text)) return command(text);
  return { kind: "human", text };
}

/**
 * The echo of a slash command. A custom one is a prompt of the person: its name and arguments, as typed. The client's own
 * commands name themselves first; where one carries a prompt (`/plan`) that follows as a record of its own.
 */
function command(text: string): UserText {
  const name = (tagged(text, "command-name") ?? "").replace(/^\//, "");
  if (name === "" || text.startsWith("<command-name>") || OWN_COMMANDS.has(name)) return { kind: "none" };
  const args = tagged(text, "command-args") ?? "";
  return { kind: "human", text: args === "" ? `/${name}` : `/${name} ${args}` };
}

function shellOutput(text: string): UserText | null {
  if (!text.startsWith("<bash-std")) return null;
  const errors = tagged(text, "bash-stderr") ?? "";
  const output = [tagged(text, "bash-stdout") ?? "", errors].filter((part) => part !== "").join("\n");
  return { kind: "shell-output", output, failed: /^Exit code [1-9]|\bcommand not found\b/m.test(errors) };
}

/** Trimmed content of the first `<tag>…</tag>`, or null. */
function tagged(text: string, tag: string): string | null {
  const open = text.indexOf(`<${tag}>`);
  if (open === -1) return null;
  const from = open + tag.length + 2;
  const to = text.indexOf(`</${tag}>`, from);
  return text.slice(from, to === -1 ? undefined : to).trim();
}

/** Whether a typed line is a command of the client itself, with or without arguments. */
export function isOwnCommand(text: string): boolean {
  const name = /^\/([\w-]+)(?:\s|$)/.exec(text)?.[1];
  return name !== undefined && OWN_COMMANDS.has(name);
}

/** Whether an origin of a record (`origin.kind`) is a person; records without one are told by their text. */
export function isPersonsOrigin(kind: string | null): boolean {
  return kind === null || kind === "human";
}

/** Text around the host's own summary: how to go on, where the transcript lies. */
const SUMMARY_TAIL =
  /\n+(?:If you need specific details from before compaction|(?:Please c|C)ontinue the conversation from where)[\s\S]*$/;

/** The summary of a compaction without the host's frame and the reasoning before it. */
export function summaryText(raw: string): string {
  const text = raw.replaceAll(HOST_SPANS, "").replaceAll(/<analysis>[\s\S]*?<\/analysis>/g, "");
  const marked = /(?:^|\n)Summary:[ \t]*\n/.exec(text);
  const begun =
    marked === null
      ? text.replace(/^This session is being continued[^\n]*\n+(?:Analysis:\n)?/, "")
      : text.slice(marked.index + marked[0].length);
  return begun
    .replace(SUMMARY_TAIL, "")
    .replaceAll(/<\/?summary>/g, "")
    .trim();
}
