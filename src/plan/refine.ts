import { rankOf } from "../handoff/handoff.ts";
import { isFieldRecord } from "../memory/match.ts";
import { normalise } from "../memory/normalise.ts";
import { similarity } from "../memory/overlap.ts";
import type { ProvenanceRecord } from "../memory/provenance.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { changeRecord, type Draft, matchedFacts, putText, recordsOf, textOf } from "./draft.ts";
import { shareOfWords } from "./meant.ts";
import { statementsIn, subjectOf } from "./statements.ts";
import { removeFact } from "./topic-file.ts";

/** From this likeness on, what a person said stands in the refinement's words. */
const SAID_FROM = 0.4;
/** Share of a statement's words that the refinement must hold, where a fact makes several. */
const STATEMENT_FROM = 0.5;
/** An update that came to one of these is nowhere in a topic. */
const NOT_STANDING: ReadonlySet<string> = new Set(["inbox", "proposal", "older", "forgotten", "retired"]);

/**
 * Takes out what a lower provider rank wrote of this session and nobody touched or confirmed since, at whatever
 * boundary: the refinement has seen all of it and said it in its own words, or not at all. What a person stated goes
 * only when the refinement says it too. Returns how many facts went.
 */
export function retireLowerRank(draft: Draft): number {
  let count = 0;
  for (const path of [...draft.provenance.keys()].sort()) {
    const lower = recordsOf(draft, path).filter((record) => isLower(draft, record));
    for (const record of lower) if (takeOut(draft, path, record)) count += 1;
    if (lower.length > 0) dropWhenEmpty(draft, path);
  }
  return count;
}

function isLower(draft: Draft, record: ProvenanceRecord): boolean {
  const { boundary, provider } = draft.handoff;
  return (
    record.boundary !== undefined &&
    record.sessionId === boundary.sessionId &&
    record.host === boundary.host &&
    record.rank < rankOf(provider) &&
    record.correctedAt === null &&
    !isFieldRecord(record)
  );
}

/** Whether what a person said, every statement of it, stands in the refinement's words now. */
function isSaidAgain(draft: Draft, record: ProvenanceRecord, text: string): boolean {
  const said = draft.handoff.updates.filter(
    (update, index) =>
      update.evidence.some((id) => record.evidence.includes(id)) &&
      !NOT_STANDING.has(draft.dispositions[index]?.outcome ?? "inbox"),
  );
  const statements = statementsIn(text);
  if (statements.length < 2) return said.some((update) => similarity(text, update.text) >= SAID_FROM);
  const all = said.map((update) => update.text).join(" ");
  const subject = subjectOf(statements[0]?.text ?? "");
  return statements.every(({ text: one }, at) => {
    const told = at === 0 ? one.slice(subject.length) : one;
    return shareOfWords(normalise(told), normalise(all)) >= STATEMENT_FROM;
  });
}

function takeOut(draft: Draft, path: string, record: ProvenanceRecord): boolean {
  const match = matchedFacts(draft, path).find((candidate) => candidate.record?.id === record.id);
  const before = textOf(draft, path);
  if (match === undefined || match.edited || before === null) return false;
  if (record.confidence === "stated" && !isSaidAgain(draft, record, match.fact.text)) return false;
  const after = removeFact(before, match.fact);
  if (after === null) return false;
  putText(draft, path, after, "replaced by a refinement of the same session");
  changeRecord(draft, path, record.id, () => null);
  return true;
}

/** A file that this boundary made and that holds nothing but its title goes too. */
function dropWhenEmpty(draft: Draft, path: string): void {
  const file = draft.files.get(path);
  if (file === undefined || recordsOf(draft, path).length > 0) return;
  const { markdown } = readMemoryFile(file);
  const isBare = markdown.tree.children.every((node) => node.type === "heading" || node.type === "yaml");
  if (isBare) putText(draft, path, null, "nothing is left in it");
}
