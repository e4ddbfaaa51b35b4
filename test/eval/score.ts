import { CLASSES, type Class, type Gold } from "./gold.ts";
import { covered, identifiers, wordSet } from "./words.ts";

const CORE: readonly Class[] = ["files_next", "needed_idents", "decisions"];

/** Shares from 0 to 1; null where the cut cannot judge it. */
export interface Score extends Record<Class, number | null> {
  CHQ: number;
  core: number | null;
  ident_precision: number | null;
  ident_F1: number | null;
}

/** How much raw content and how many names a text holds. */
export interface Noise {
  chars: number;
  fence_pct: number;
  hashes: number;
  stack: number;
  secrets: number;
  rawlines: number;
  ansi: number;
  per1000: number;
}

export function scoreOf(gold: Gold, used: ReadonlySet<string>, text: string): Score {
  const lower = text.toLowerCase();
  const known = wordSet(text);
  const recall = Object.fromEntries(
    CLASSES.map((name) => [name, recallOf(name, gold[name], lower, known)]),
  ) as Record<Class, number | null>;
  const stated = [...new Set(identifiers(text).map((name) => name.toLowerCase()))];
  const precision =
    stated.length === 0 ? null : stated.filter((name) => used.has(name)).length / stated.length;
  const needed = recall.needed_idents;
  const joined =
    precision && needed ? (2 * precision * needed) / (precision + needed) : needed === null ? null : 0;
  return {
    ...recall,
    CHQ: mean(CLASSES.map((name) => recall[name])) ?? 0,
    core: mean(CORE.map((name) => recall[name])),
    ident_precision: precision,
    ident_F1: joined,
  };
}

function recallOf(
  name: Class,
  items: string[] | undefined,
  lower: string,
  known: ReadonlySet<string>,
): number | null {
  if (items === undefined) return null;
  const hit = (item: string): boolean => {
    if (name === "files_next" || name === "needed_idents") return lower.includes(item.toLowerCase());
    return covered(item, lower, known, name === "last_request" ? 0.5 : 0.6);
  };
  return items.filter(hit).length / items.length;
}

/** Mean of what is there; null when nothing is. */
export function mean(values: readonly (number | null)[]): number | null {
  const there = values.filter((value) => value !== null);
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0) / there.length;
}

const SECRET =
  /sk-[A-Za-z0-9_-]{20,}|gh[pous]_[A-Za-z0-9]{30,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.|xox[abp]-[\w-]{10,}|\b\d{8,10}:[A-Za-z]{2}[\w-]{30,}|-----BEGIN [A-Z ]*PRIVATE KEY/gu;
const ASSIGNED = /(?:api[_-]?key|secret|password|token)["']?\s*[:=]\s*["']?[A-Za-z0-9_\-+/=]{16,}/giu;

export function noiseOf(text: string): Noise {
  const plain = text.replace(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\]\([^)]*\)|\S*\.[A-Za-z]\w{0,5}\b/gu,
    " ",
  );
  const fenced = [...text.matchAll(/```.*?(?:```|$(?![\s\S]))/gsu)].reduce(
    (sum, match) => sum + match[0].length,
    0,
  );
  const count = (pattern: RegExp, inside = text): number => inside.match(pattern)?.length ?? 0;
  const chars = Array.from(text).length;
  const names = new Set(identifiers(text).map((name) => name.toLowerCase())).size;
  return {
    chars,
    fence_pct: Math.round((1000 * fenced) / Math.max(1, chars)) / 10,
    hashes: count(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gu, plain),
    stack: count(/^\s*at .*:\d+|Traceback|^\s*File ".*", line/gmu),
    secrets: count(SECRET) + count(ASSIGNED),
    rawlines: text.split("\n").filter((line) => Array.from(line).length > 400 || RAW.test(line)).length,
    // oxlint-disable-next-line no-control-regex
    ansi: count(/\u001b\[/gu),
    per1000: (1000 * names) / Math.max(1, chars),
  };
}

const RAW =
  /^(?:\s*[{}[\]();]+,?\s*$|\s*(?:(?:import|const|let|var|def|func|return)(?![\p{L}\p{N}_])|(?:if \(|for \()(?=[\p{L}\p{N}_])))/u;
