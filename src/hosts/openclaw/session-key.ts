/** Loaded by hooks: no schema library may be imported from here. See README.md, session keys. */

/** What a session is for, as its key tells. */
export type SessionKind =
  | "main"
  | "direct"
  | "group"
  | "cron"
  | "heartbeat"
  | "sub-agent"
  | "hook"
  | "internal"
  | "other";

/** First words of keys (behind `agent:<id>:`) that name what made the session. */
const MADE_BY: Readonly<Record<string, SessionKind>> = {
  cron: "cron",
  heartbeat: "heartbeat",
  subagent: "sub-agent",
  acp: "sub-agent",
  "agent-exec": "sub-agent",
  hook: "hook",
  webhook: "hook",
  "internal-session-effects": "internal",
  "setup-inference": "internal",
  "update-repair": "internal",
  boot: "internal",
  direct: "direct",
  dm: "direct",
  dashboard: "direct",
  explicit: "direct",
  recovered: "direct",
  group: "group",
  channel: "group",
  room: "group",
};

/** Kinds of peers that a channel's key names in its second or third part: `<channel>[:<account>]:<kind>:<peer>`. */
const PEERS: Readonly<Record<string, SessionKind>> = {
  direct: "direct",
  dm: "direct",
  group: "group",
  channel: "group",
  room: "group",
};

/** Agent of a key `agent:<id>:…`, in lower case; null where it names none. */
export function agentOf(key: string): string | null {
  return partsOf(key)?.agent ?? null;
}

/**
 * What a session is for. A key of one word (`agent:main:main`, `agent:main:notes`) is a conversation of the owner's;
 * what it shares with nobody else is told by its key alone, so anything unknown is `other`.
 */
export function kindOf(key: string): SessionKind {
  const rest = partsOf(key)?.rest ?? key.trim().toLowerCase();
  const [first = "", second = "", third = ""] = rest.split(":");
  if (rest.startsWith("dreaming-narrative-") || rest.startsWith("boot-")) return "internal";
  if (first.startsWith("heartbeat-") || rest.endsWith(":heartbeat")) return "heartbeat";
  if (/(?:^|:)subagent:/.test(rest)) return "sub-agent";
  // Kept in memory on purpose: whoever asked for it wants no trace.
  if (second.startsWith("incognito-")) return "internal";
  const made = MADE_BY[first];
  if (made !== undefined) return rest.includes(":") || made === "heartbeat" ? made : "direct";
  if (rest === "main") return "main";
  if (rest === "" || rest === "global" || rest === "unknown") return "other";
  if (!rest.includes(":") || second === "thread") return first === "main" ? "main" : "direct";
  return PEERS[second] ?? PEERS[third] ?? "other";
}

/** Whether a session is one that only the owner takes part in and that an agent's own work did not open: captured. */
export function isOwners(key: string): boolean {
  const kind = kindOf(key);
  return kind === "main" || kind === "direct";
}

function partsOf(key: string): { agent: string; rest: string } | null {
  const match = /^agent:([^:]+):([^:].*)$/s.exec(key.trim().toLowerCase());
  return match === null ? null : { agent: match[1] ?? "", rest: match[2] ?? "" };
}
