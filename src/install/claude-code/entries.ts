/** A command hook as the client's settings hold it. `timeout` in seconds. */
interface HookEntry {
  type: "command";
  command: string;
  args: string[];
  timeout: number;
}

/** What goes into one event's list. */
export interface WiredEvent {
  event: string;
  /** Tools the event is wanted for; absent for events without tools. */
  matcher?: string;
  hook: HookEntry;
}

interface Wanted {
  event: string;
  file: string;
  timeout: number;
  matcher?: string;
}

/**
 * The events we listen to. Time limits in seconds: in a settings file they lift the client's 1.5 s for the end of a
 * session; ours end far below. `MultiEdit` is a tool of older clients.
 */
const WANTED: readonly Wanted[] = [
  { event: "SessionStart", file: "session-start.js", timeout: 10 },
  { event: "PreCompact", file: "pre-compact.js", timeout: 5 },
  { event: "Stop", file: "stop.js", timeout: 5 },
  { event: "SessionEnd", file: "session-end.js", timeout: 5 },
  { event: "PostToolUse", file: "post-tool-use.js", timeout: 5, matcher: "Write|Edit|MultiEdit" },
];

/** Where the hooks lie in a bundle. */
const HOOKS = "hooks/claude-code";

/** The client's names of the events we listen to. */
export const WIRED_EVENTS: readonly string[] = WANTED.map(({ event }) => event);

/** Files of a bundle that the wiring starts, relative to it. */
export const WIRED_FILES: readonly string[] = WANTED.map(({ file }) => `${HOOKS}/${file}`);

/**
 * The entries for a bundle in absolute folder `bundle`, started by the absolute path `node`. Exec form: no shell reads
 * the paths. Forward slashes, as backslashes do not survive every shell of Windows.
 */
export function wiredEvents(node: string, bundle: string): WiredEvent[] {
  return WANTED.map(({ event, file, timeout, matcher }) => ({
    event,
    ...(matcher === undefined ? {} : { matcher }),
    hook: {
      type: "command",
      command: slashed(node),
      args: [`${slashed(bundle)}/${HOOKS}/${file}`],
      timeout,
    },
  }));
}

/** True for a hook of ours that belongs to the state folder `home`, of whatever version. */
export function isOwnHook(hook: unknown, home: string): boolean {
  const bin = `${slashed(home).replace(/\/$/, "")}/bin/`;
  return textsOf(hook).some((text) => slashed(text).includes(bin) && slashed(text).includes(`/${HOOKS}/`));
}

/** True for a hook of ours of any state folder. */
export function isHandoffHook(hook: unknown): boolean {
  return homeOfHook(hook) !== null;
}

/** State folder of a hook of ours; null for any other hook. */
export function homeOfHook(hook: unknown): string | null {
  const homes = textsOf(hook).map(
    (text) => /([^\s"']*)\/bin\/[^/]+\/hooks\/claude-code\/[a-z-]+\.js/.exec(slashed(text))?.[1],
  );
  return homes.find((folder) => folder !== undefined) ?? null;
}

/** The command and its arguments. */
function textsOf(hook: unknown): string[] {
  if (typeof hook !== "object" || hook === null) return [];
  const { command, args } = hook as Record<string, unknown>;
  return [command, ...(Array.isArray(args) ? args : [])].filter((text) => typeof text === "string");
}

function slashed(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}
