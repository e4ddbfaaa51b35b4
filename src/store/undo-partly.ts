import { sha256 } from "../files/hash.ts";
import type { ReceiptFile } from "../handoff/receipt.ts";
import { parseManifest } from "../manifest/parse.ts";
import { isFieldRecord } from "../memory/match.ts";
import { parseProvenance, type ProvenanceRecord } from "../memory/provenance.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import type { FileEdit } from "../plan/plan.ts";
import { derivedPaths, type Inverse, planWithdrawal } from "../plan/plan-withdrawal.ts";
import { putBackFacts } from "../plan/put-back-facts.ts";
import { currentText, textAfter, textBefore } from "./kept-text.ts";
import { MANIFEST_FILE } from "./load-snapshot.ts";
import { isLastAfter, type Reversed, reverseFile } from "./reverse-file.ts";
import type { UndoCase } from "./undo-ledger.ts";

/** The edits of an undo in a memory that went on since, and the files it leaves alone. */
export interface PartialUndo {
  edits: FileEdit[];
  refused: string[];
  /** Memory files that are without the receipt's change now. */
  restored: string[];
  /** Files of the receipt that stay as they are: others need them. */
  kept: string[];
}

/** How one memory file loses a receipt's change: as a whole text, by taking its facts out, or not at all. */
type Way = Inverse | "withdraw" | "refused";

/**
 * Takes a receipt out where later receipts or a person changed the memory too. Its files go, its facts leave files that
 * hold others, the index is derived anew. What cannot be told apart stays whole, with all that depends on it.
 */
export function undoPartly(found: MemorySnapshot, undo: UndoCase, now: Date): PartialUndo {
  const { receipt, made, manifests } = undo;
  const schema = missingSchema(found, undo);
  // without its MANIFEST.md the memory was read by a preset that may be another one
  const manifest = schema === null ? null : parseManifest(schema).manifest;
  const snapshot = manifest === null ? found : { ...found, manifest };
  const { root } = snapshot;
  const derived = derivedPaths(snapshot);
  const isOwn = ({ file, before }: ReceiptFile): boolean =>
    !derived.has(file) && !(file === MANIFEST_FILE && before === null);
  const plain = receipt.files.filter((file) => isOwn(file) && !file.file.startsWith(".handoff/"));
  const records = recordFiles(root, undo);
  const withdrawn = new Set([...undo.withdrawn, ...broughtIds(root, undo, records)]);
  const subjects = new Set([...plain.map(({ file }) => file), ...records.keys()]);
  const ways = [...subjects].map((file) => ({ file, way: wayFor(snapshot, undo, file, records) }));
  const refused = ways.filter(({ way }) => way === "refused").map(({ file }) => file);
  const said = receipt.updates.flatMap(({ file }) => (file === null || derived.has(file) ? [] : [file]));
  const files = [...subjects, ...said].filter((file) => !refused.includes(file));
  const reason = `undo of ${receipt.id}`;
  const inverses = ways.flatMap(({ way }) => (typeof way === "string" ? [] : [way]));
  const facts = { inverses, files: [...new Set(files)], withdrawn };
  const plan = planWithdrawal({ snapshot, now, reason, ...facts, made, manifests, schema });
  const paired = new Set([...records.values()].map(({ file }) => file));
  const state = receipt.files.filter(
    ({ file }) => file.startsWith(".handoff/") && !derived.has(file) && !paired.has(file),
  );
  const edits = [...plan.edits, ...state.flatMap((file) => stateEdit(root, undo, file))];
  const all = [...new Set([...refused, ...plan.refused])].sort();
  return { edits, refused: all, ...outcome(snapshot, undo, edits, new Set(all)) };
}

/** MANIFEST.md as another undo took it away, where a capture is in effect again that cannot do without. */
function missingSchema(
  { root, files }: MemorySnapshot,
  { manifests, schemaTakenBy }: UndoCase,
): string | null {
  if (manifests !== null || schemaTakenBy === null || files.has(MANIFEST_FILE)) return null;
  return textBefore(root, schemaTakenBy.receipt, schemaTakenBy.file) ?? null;
}

/** What became of the memory files that are not refused: without the change by now, or needed by others. */
function outcome(
  snapshot: MemorySnapshot,
  { receipt }: UndoCase,
  edits: readonly FileEdit[],
  refused: ReadonlySet<string>,
): Pick<PartialUndo, "restored" | "kept"> {
  const restored = new Set(edits.filter(({ area }) => area === "memory").map(({ file }) => file));
  const kept: string[] = [];
  for (const { file, before } of receipt.files) {
    if (file.startsWith(".handoff/") || refused.has(file) || restored.has(file)) continue;
    if ((snapshot.files.get(file)?.hash ?? null) === before) restored.add(file);
    else kept.push(file);
  }
  return { restored: [...restored].sort(), kept };
}

/** The provenance files of a receipt by the memory file they are about. */
function recordFiles(root: string, undo: UndoCase): Map<string, ReceiptFile> {
  const found = new Map<string, ReceiptFile>();
  for (const file of undo.receipt.files.filter((file) => file.file.startsWith(".handoff/provenance/"))) {
    const texts = [textBefore(root, undo.receipt, file), textAfter(root, file, undo.later)];
    const subject = texts.flatMap((text) => parseProvenance(text ?? "")?.file ?? [])[0];
    if (subject !== undefined) found.set(subject, file);
  }
  return found;
}

/** Ids of the facts that the receipt brought and nobody else vouches for. */
function broughtIds(root: string, undo: UndoCase, records: ReadonlyMap<string, ReceiptFile>): string[] {
  return [...records.values()].flatMap((stored) => {
    const before = parsed(textBefore(root, undo.receipt, stored)) ?? [];
    const after = parsed(textAfter(root, stored, undo.later)) ?? [];
    const known = new Set(before.map(({ id }) => id));
    return after.map(({ id }) => id).filter((id) => !known.has(id) && !undo.vouched.has(id));
  });
}

function wayFor(
  snapshot: MemorySnapshot,
  undo: UndoCase,
  path: string,
  records: ReadonlyMap<string, ReceiptFile>,
): Way {
  const { root } = snapshot;
  const stored = records.get(path);
  const file = undo.receipt.files.find((candidate) => candidate.file === path);
  // a receipt that only confirmed facts of a file left its text alone
  const text: Reversed =
    file === undefined
      ? { as: "before", text: snapshot.files.get(path)?.text ?? null }
      : reverseFile(root, undo.receipt, file, undo.later);
  if (stored === undefined) return isWhole(text) ? { file: path, text: text.text } : "refused";
  const facts = reverseFile(root, undo.receipt, stored, undo.later);
  const before = parsed(textBefore(root, undo.receipt, stored));
  const after = parsed(textAfter(root, stored, undo.later));
  if (isWhole(text) && isWhole(facts) && !sharesFacts(undo, before, after)) {
    const left = text.text === null ? null : facts.text;
    const kept = { path: stored.file, text: left, parsed: parseProvenance(left ?? "") };
    return { file: path, text: text.text, records: kept };
  }
  if (before === null || text.as === "lost") return "refused";
  if (before.every((record) => after?.some(({ id }) => id === record.id) === true)) return "withdraw";
  return file === undefined
    ? "refused"
    : putBack(snapshot, undo, { file, stored, before, after: after ?? [] });
}

const isWhole = (reversed: Reversed): reversed is Extract<Reversed, { text: string | null }> =>
  reversed.as === "before" || reversed.as === "merged";

/** Whether a receipt that stays vouches for a fact that this one brought: then it may not go with the lines. */
function sharesFacts(
  { vouched }: UndoCase,
  before: readonly ProvenanceRecord[] | null,
  after: readonly ProvenanceRecord[] | null,
): boolean {
  const known = new Set(before?.map(({ id }) => id));
  return (after ?? []).some(({ id }) => vouched.has(id) && !known.has(id));
}

/** A file whose facts an undo took out, with its records before and after that. */
interface TakenOut {
  file: ReceiptFile;
  stored: ReceiptFile;
  before: readonly ProvenanceRecord[];
  after: readonly ProvenanceRecord[];
}

/** A redo in a file that went on since: the facts that the undo took out come in again. */
function putBack(snapshot: MemorySnapshot, undo: UndoCase, { file, stored, before, after }: TakenOut): Way {
  const { receipt, later } = undo;
  const wasOnlyTaken = after.every((record) => before.some(({ id }) => id === record.id));
  const source = textBefore(snapshot.root, receipt, file);
  if (!wasOnlyTaken || receipt.undoes === null || typeof source !== "string") return "refused";
  const standing = snapshot.files.get(file.file);
  if (standing === undefined) {
    // another undo took the rest of it: whole again, and the facts that nobody vouches for go out of it
    const records = textBefore(snapshot.root, receipt, stored);
    if (!isLastAfter(later, file.file, null) || typeof records !== "string") return "refused";
    const kept = { path: stored.file, text: records, parsed: parseProvenance(records) };
    return { file: file.file, text: source, records: kept };
  }
  const missing = before.filter((record) => !after.some(({ id }) => id === record.id));
  return putBackFacts(snapshot, { standing, source, missing }) ?? "refused";
}

function parsed(text: string | null | undefined): ProvenanceRecord[] | null {
  if (text === undefined) return null;
  return (parseProvenance(text ?? "")?.facts ?? []).filter((record) => !isFieldRecord(record));
}

function stateEdit(root: string, undo: UndoCase, file: ReceiptFile): FileEdit[] {
  const reversed = reverseFile(root, undo.receipt, file, undo.later);
  if (!isWhole(reversed)) return [];
  const now = currentText(root, file.file) ?? null;
  return now === reversed.text ? [] : [editTo(file.file, now, reversed.text, undo.receipt.id)];
}

/** The edit that leaves `after` in a file that holds `now`. */
export function editTo(file: string, now: string | null, after: string | null, id: string): FileEdit {
  const op = after === null ? "delete" : now === null ? "create" : "update";
  const area = file.startsWith(".handoff/") ? "internal" : "memory";
  return { file, op, base: now === null ? null : sha256(now), after, reasons: [`undo of ${id}`], area };
}
