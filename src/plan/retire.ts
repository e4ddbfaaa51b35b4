import { createHash } from "node:crypto";
import type { Update } from "../handoff/update.ts";
import { buryFact, type Tombstone, tombstoneFor } from "../memory/tombstone.ts";
import { changeRecord, dispose, type Draft, matchedFacts, putText, textOf, timeOf } from "./draft.ts";
import { renewDescription } from "./description.ts";
import { toInbox } from "./inbox.ts";
import type { Standing } from "./known.ts";
import { reasonFor } from "./correct.ts";
import { meantFacts } from "./meant.ts";
import { isOlder, updateId } from "./provenance-edits.ts";
import { removeFact } from "./topic-file.ts";

/**
 * Lands a `retire`: said by a person, with one clear match, the fact goes wherever it stands and a tombstone keeps it
 * from being learnt again. Everything else waits in the inbox as a proposal.
 */
export function retireFact(draft: Draft, update: Update): void {
  const base = { kind: update.kind, subject: update.subject, factId: updateId(update) };
  const buried = draft.tombstones.find((stone) => update.evidence.some((id) => stone.evidence.includes(id)));
  if (buried !== undefined) {
    dispose(draft, { ...base, outcome: "duplicate", file: null, reason: "it was forgotten before" });
    return;
  }
  const meant = meantFacts(draft, update);
  if (meant.as !== "one" || update.confidence !== "stated") {
    const reason = meant.as === "one" ? "only a person's word removes a fact" : reasonFor(meant);
    toInbox(draft, update, reason, { about: update.targetText ?? "" });
    return;
  }
  const removed = meant.facts.filter((standing) => removeOne(draft, update, standing));
  if (removed.length < meant.facts.length) {
    toInbox(draft, update, "part of it stands where no line can be taken out", {
      about: update.targetText ?? "",
    });
    return;
  }
  dispose(draft, {
    ...base,
    outcome: "retired",
    file: removed[0]?.path ?? null,
    reason: "a person asked to forget it",
  });
}

/**
 * The tombstone that holds a new fact back; null when it may land. A person who says it again, later, lifts it.
 */
export function heldBack(draft: Draft, update: Update): Tombstone | null {
  const stone = tombstoneFor(update, draft.tombstones);
  if (stone === null) return null;
  const isSameSource = update.evidence.some((id) => stone.evidence.includes(id));
  if (isSameSource || update.confidence !== "stated" || !isOlder(stone.at, update.at)) return stone;
  draft.tombstones = draft.tombstones.filter((other) => other !== stone);
  return null;
}

function removeOne(draft: Draft, update: Update, { path, match }: Standing): boolean {
  const standing = matchedFacts(draft, path).find(({ fact }) => fact.hash === match.fact.hash);
  const before = textOf(draft, path);
  if (standing === undefined || before === null) return false;
  const after = removeFact(before, standing.fact);
  if (after === null) return false;
  const { record, fact } = standing;
  putText(draft, path, after, "forgotten on a person's word");
  if (record !== null) changeRecord(draft, path, record.id, () => null);
  renewDescription(draft, path, fact.text, null);
  const id = record?.id ?? updateId(update);
  const evidence = [...new Set([...(record?.evidence ?? []), ...update.evidence])];
  const stone = buryFact(
    { id, text: fact.text, evidence },
    new Date(timeOf(draft, update.at)),
    saltOf(id, update),
  );
  draft.tombstones = [...draft.tombstones, stone];
  return true;
}

/** The salt only has to differ from fact to fact; derived, so that the same run plans the same bytes. */
function saltOf(id: string, update: Update): string {
  return createHash("sha256")
    .update(`${id}\n${update.evidence.join("\n")}`)
    .digest("hex")
    .slice(0, 32);
}
