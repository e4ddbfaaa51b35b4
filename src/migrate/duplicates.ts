import type { Block } from "../relocate/blocks.ts";
import type { How } from "../relocate/classify.ts";
import type { Placed } from "./place.ts";

/** From so many words on a statement stands for itself, wherever it stands. */
const TELLING_WORDS = 6;
/** From so many on it does within one file. */
const FILE_WORDS = 3;

const RANK: Readonly<Record<How, number>> = {
  move: 0,
  todo: 1,
  archive: 2,
  inbox: 3,
  pointer: 4,
  quarantine: 5,
};

/** The text of a block without list mark, checkbox and extra space: equal texts are exact duplicates. */
export function exactText(block: Pick<Block, "text" | "form">): string {
  return block.text
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/u, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/**
 * Pieces that say exactly what another one says, with the one that stays. The same words about two different topics are
 * two facts unless they name both topics; short ones ("Status: active") are facts of the place they stand in.
 */
export function duplicatesOf(placed: readonly Placed[]): ReadonlyMap<Placed, Placed> {
  const byText = new Map<string, Placed[]>();
  for (const one of placed) {
    if (one.piece.block.form === "lead" || one.piece.block.form === "definition") continue;
    const titles = one.piece.block.table?.titles.join("|") ?? "";
    const key = `${titles}\n${exactText(one.piece.block)}`;
    byText.set(key, [...(byText.get(key) ?? []), one]);
  }
  const duplicates = new Map<Placed, Placed>();
  for (const group of byText.values()) {
    const kept: Placed[] = [];
    const ordered = group.toSorted(
      (a, b) =>
        RANK[a.piece.classification.how] - RANK[b.piece.classification.how] ||
        a.piece.block.start - b.piece.block.start,
    );
    for (const one of ordered) {
      const same = kept.find((other) => isSameFact(other, one));
      if (same === undefined) kept.push(one);
      else duplicates.set(one, same);
    }
  }
  return duplicates;
}

function isSameFact(a: Placed, b: Placed): boolean {
  const words = wordsIn(exactText(a.piece.block));
  if (a.target.file === b.target.file) {
    return words >= FILE_WORDS || samePath(a, b);
  }
  if (words < TELLING_WORDS) return false;
  if (!isTopic(a) || !isTopic(b)) return true;
  return [a, b].every(({ target }) => names(exactText(a.piece.block), target.title));
}

const isTopic = ({ target }: Placed): boolean => target.row?.unit === "topic";

/** Whether a text has a name in it as words of its own. */
function names(text: string, name: string): boolean {
  const bare = (words: string): string =>
    ` ${(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
  return bare(name).trim() !== "" && bare(text).includes(bare(name));
}

function samePath(a: Placed, b: Placed): boolean {
  return a.path.length === b.path.length && a.path.every(({ text }, at) => text === b.path[at]?.text);
}

/** Words, or characters of scripts without spaces by two. */
function wordsIn(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) + Math.floor(dense / 2);
}
