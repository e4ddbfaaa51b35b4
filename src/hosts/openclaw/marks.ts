import { basename } from "node:path";
import { type Json, objectOf } from "../json.ts";

/** Where the client keeps its session files. */
const PLACE = /[/\\]agents[/\\][^/\\]+[/\\]sessions[/\\]/;
/** What resets and deletions make of a session file, and that of a topic: no other client names a file so. */
const NAME = /\.jsonl\.(?:reset|deleted)\.[\dTZ.-]+$|-topic-[\w-]+\.jsonl$/;
/** Records that only this client writes into the tree it shares with Pi. */
const TYPES: ReadonlySet<unknown> = new Set(["reset", "leaf"]);
const MESSAGE_MARKS = [
  "__openclaw",
  "idempotencyKey",
  "openclawStatusNotice",
  "openclawDeliveryMirror",
  "openclawMessageToolMirror",
];

/** Whether a file lies where OpenClaw keeps its sessions, or is named as only OpenClaw does. */
export function hasOpenClawName(path: string): boolean {
  return PLACE.test(path) || NAME.test(basename(path));
}

/** Whether a record that Pi could have written as well bears a mark of OpenClaw. */
export function isMarkedRecord(record: Json): boolean {
  if (TYPES.has(record["type"]) || isMarked(record)) return true;
  const message = objectOf(record["message"]);
  return message !== null && isMarked(message);
}

const isMarked = (object: Json): boolean =>
  object["provider"] === "openclaw" || MESSAGE_MARKS.some((mark) => object[mark] !== undefined);
