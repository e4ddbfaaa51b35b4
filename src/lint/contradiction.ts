import type { FileRow } from "../manifest/manifest.ts";
import { placeholdersIn } from "../manifest/pattern.ts";
import type { Fact } from "../memory/facts.ts";
import { softWords } from "./likely-pairs.ts";

/** A fact with its file and what describes that. */
interface Sided {
  file: string;
  fact: Fact;
  row: FileRow | null;
  words: readonly string[];
}

/** Tokens that tell which thing is meant, not what is said of it: days, and the number of a step, session or issue. */
const NAMING = /^(?:\d{4}-\d{2}(?:-\d{2})?|#\d+)$/u;

/**
 * Whether two likely facts contradict each other: the same words, and one hard token in place of another ("port 5432",
 * "port 5433"), or a negation more. Two lists that count through ("Phase 1 …", "Phase 2 …") do not, nor do two topics
 * of one kind that say the like of themselves.
 */
export function contradicts(a: Sided, b: Sided): boolean {
  if (areSiblings(a, b) || !sameWords(a.words, b.words)) return false;
  const onlyA = a.fact.hardTokens.filter((token) => !b.fact.hardTokens.includes(token));
  const onlyB = b.fact.hardTokens.filter((token) => !a.fact.hardTokens.includes(token));
  if (onlyA.length > 1 || onlyB.length > 1 || onlyA.length + onlyB.length === 0) return false;
  const tokens = [...onlyA, ...onlyB];
  if (tokens.every((token) => token.startsWith("not×"))) return true;
  if (tokens.length < 2) return false;
  return (
    !tokens.some((token) => NAMING.test(token)) &&
    !isSubject(a.fact, onlyA[0]) &&
    !isSubject(b.fact, onlyB[0])
  );
}

/** Two topics of one kind: what one says of itself, the other may say differently. */
function areSiblings(a: Sided, b: Sided): boolean {
  if (a.row === null || b.row === null) return false;
  if (a.row.unit !== "topic" || b.row.unit !== "topic" || a.row.kind !== b.row.kind) return false;
  return stem(a) !== stem(b);
}

function stem({ row, file }: Sided): string {
  const slug = row === null ? undefined : placeholdersIn(row.pattern, file)?.get("slug");
  return (slug ?? file).replace(/-[1-9]\d*$/u, "");
}

/** All words of the one but at most one tenth in the other, and the other way round. */
function sameWords(a: readonly string[], b: readonly string[]): boolean {
  const other = new Set(b);
  const shared = a.filter((word) => other.has(word)).length;
  return shared >= (a.length + b.length - shared) * 0.9;
}

/** Whether a token opens the fact or stands in the name that opens it: "v1.2: …", "**Step 3** — …". */
function isSubject(fact: Fact, token: string | undefined): boolean {
  if (token === undefined) return false;
  const at = fact.text.toLowerCase().indexOf(token.toLowerCase());
  const head = fact.text.slice(0, Math.max(0, at));
  return softWords(head).length < 2;
}
