import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ifExists, reading } from "../files/system-errors.ts";
import { Receipt } from "../handoff/receipt.ts";

/** Folder of the receipts, relative to the root. */
export const LEDGER_FOLDER = ".handoff/ledger";

const ID = /^(\d{8}T\d{9})-[0-9a-f]{8}$/;

/**
 * What a receipt's file name tells, so that look-ups need not open every file:
 * `<id>.json`, `<id>.<host>.<session>.<key>.json` (short hashes), `<id>.undo.<id of the reversed one>.json`, or that
 * with `.partly` where files were left as they were.
 */
export interface LedgerEntry {
  id: string;
  name: string;
  session: string | null;
  key: string | null;
  undoes: string | null;
  /** An undo that had to leave files as they were: it may be tried again. */
  partly: boolean;
}

/** File name of a receipt. */
export function ledgerName(receipt: Receipt): string {
  const partly = (receipt.counts["refused"] ?? 0) > 0 ? ".partly" : "";
  if (receipt.undoes !== null) return `${receipt.id}.undo.${receipt.undoes}${partly}.json`;
  if (receipt.boundary === null && receipt.key === null) return `${receipt.id}.json`;
  const host = receipt.boundary?.host ?? "none";
  return `${receipt.id}.${host}.${shortHash(receipt.boundary?.sessionId ?? "")}.${shortHash(receipt.key ?? "")}.json`;
}

/** Every receipt by its file name, oldest first; other files are passed over. Errors: `file-unreadable`. */
export function listLedger(root: string): LedgerEntry[] {
  const names = reading(LEDGER_FOLDER, () => ifExists(() => readdirSync(join(root, LEDGER_FOLDER)), []));
  const entries = names.map(parseName).filter((entry) => entry !== null);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parseName(name: string): LedgerEntry | null {
  if (!name.endsWith(".json")) return null;
  const [id = "", host, session, key] = name.slice(0, -".json".length).split(".");
  if (!ID.test(id)) return null;
  if (host === "undo") {
    return { id, name, session: null, key: null, undoes: session ?? null, partly: key === "partly" };
  }
  return { id, name, session: session ?? null, key: key ?? null, undoes: null, partly: false };
}

export interface LedgerQuery {
  /** At most so many, the newest. */
  last?: number;
  /** Session id of the boundary. */
  session?: string;
  /** Idempotency key. */
  key?: string;
}

/** Receipts that match, newest first. Entries that cannot be read are passed over; `readLedgerCounted` counts them. */
export async function readLedger(root: string, query: LedgerQuery = {}): Promise<Receipt[]> {
  return readLedgerCounted(root, query).receipts;
}

/** As `readLedger`, with the number of unreadable entries met. */
export function readLedgerCounted(
  root: string,
  query: LedgerQuery = {},
): { receipts: Receipt[]; unreadable: number } {
  const receipts: Receipt[] = [];
  let unreadable = 0;
  for (const entry of listLedger(root).reverse()) {
    if (receipts.length >= (query.last ?? Infinity)) break;
    if (query.session !== undefined && entry.session !== shortHash(query.session)) continue;
    if (query.key !== undefined && entry.key !== shortHash(query.key)) continue;
    const receipt = readEntry(root, entry);
    if (receipt === null) unreadable += 1;
    else if (matches(receipt, query)) receipts.push(receipt);
  }
  return { receipts, unreadable };
}

/** The receipt of a ledger entry; null when it is gone, may not be read, or is no receipt. */
export function readEntry(root: string, entry: LedgerEntry): Receipt | null {
  try {
    return openEntry(root, entry);
  } catch {
    return null;
  }
}

/** As `readEntry`. Errors: `file-unreadable` when the system does not let us read it. */
export function openEntry(root: string, entry: LedgerEntry): Receipt | null {
  const path = `${LEDGER_FOLDER}/${entry.name}`;
  const text = reading(path, () => ifExists(() => readFileSync(join(root, path), "utf8"), null));
  try {
    return text === null ? null : Receipt.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function matches(receipt: Receipt, query: LedgerQuery): boolean {
  if (query.session !== undefined && receipt.boundary?.sessionId !== query.session) return false;
  return query.key === undefined || receipt.key === query.key;
}

/**
 * Id for a receipt made at `now`, behind every id there is: a clock that was set back must not make a new receipt look
 * older than the one it follows.
 */
export function nextReceiptId(root: string, now: Date): string {
  const newest = listLedger(root).at(-1)?.id.slice(0, 18) ?? "";
  let stamp = stampOf(now.getTime());
  if (stamp <= newest) stamp = stampOf(timeOf(newest) + 1);
  return `${stamp}-${randomBytes(4).toString("hex")}`;
}

function stampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:.Z]/g, "");
}

function timeOf(stamp: string): number {
  const [, date, time, ms] = /^(\d{8})T(\d{6})(\d{3})$/.exec(stamp) ?? [];
  const day = (date ?? "").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const hour = (time ?? "").replace(/^(\d\d)(\d\d)(\d\d)$/, "$1:$2:$3");
  return Date.parse(`${day}T${hour}.${ms ?? ""}Z`);
}

function shortHash(text: string): string {
  return text === "" ? "none" : createHash("sha256").update(text).digest("hex").slice(0, 8);
}
