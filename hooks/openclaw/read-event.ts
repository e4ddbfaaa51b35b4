import { isAbsolute } from "node:path";
import { type Json, objectOf, textOf } from "../../src/hosts/json.ts";
import { agentOf } from "../../src/hosts/openclaw/session-key.ts";

/** One event of the gateway, as far as we act on it. Shapes: src/hosts/openclaw/README.md. */
export interface OpenclawEvent {
  /** `command:new`, `agent:bootstrap` …, as in HOOK.md. */
  name: string;
  /** ISO time at which the host made it. */
  at: string;
  /** Lower-cased, as the host stores it. */
  sessionKey: string;
  /** Null where neither the event nor its key names an agent. */
  agentId: string | null;
  /** Session that the event is about; of a reset the one that ended. */
  sessionId: string | null;
  /** Absolute; null where the event names none. */
  workspace: string | null;
  /** The host's configuration; null where the event has none. */
  cfg: Json | null;
  context: Json;
}

/** Reads an event of the host; null when it is none. */
export function readEvent(raw: unknown): OpenclawEvent | null {
  const event = objectOf(raw);
  const context = objectOf(event?.["context"]);
  const type = textOf(event?.["type"]);
  const action = textOf(event?.["action"]);
  if (event === null || context === null || type === null || action === null) return null;
  const sessionKey = (textOf(event["sessionKey"]) ?? textOf(context["sessionKey"]) ?? "").toLowerCase();
  const workspace = textOf(context["workspaceDir"]);
  return {
    name: `${type}:${action}`,
    at: timeOf(event["timestamp"]),
    sessionKey,
    agentId: textOf(context["agentId"]) ?? agentOf(sessionKey),
    sessionId:
      textOf(objectOf(context["previousSessionEntry"])?.["sessionId"]) ??
      textOf(objectOf(context["sessionEntry"])?.["sessionId"]) ??
      textOf(context["sessionId"]),
    workspace: workspace !== null && isAbsolute(workspace) ? workspace : null,
    cfg: objectOf(context["cfg"]),
    context,
  };
}

function timeOf(value: unknown): string {
  const date = value instanceof Date ? value : new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date().toISOString() : date.toISOString();
}
