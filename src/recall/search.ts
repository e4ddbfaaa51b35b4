import MiniSearch, { type Query } from "minisearch";
import type { Confidence } from "../handoff/update.ts";
import { parseHandoffDocument } from "../handoff/document.ts";
import { matchProvenance } from "../memory/match.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { isFunctionWord } from "./function-words.ts";

/** A fact that a search found; keys are the contract of the command line. */
export interface SearchResult {
  file: string;
  /** Headings above it, joined with ` > `; "" at the top. */
  heading: string;
  text: string;
  /** Higher is better; comparable within one search only. */
  score: number;
  /** ISO time of its evidence; null when it is not known. */
  date: string | null;
  /** Id of the session it comes from; null: none, or a person wrote it. */
  session: string | null;
  /** How well grounded it is; null: a person wrote or changed it, or it is a line of a handoff. */
  confidence: Confidence | null;
}

/** `aliases`: other words for the fact, one text; they are searched and not shown. */
type Found = Omit<SearchResult, "score"> & { aliases: string };

/** Units from which on a word may be misspelt. */
const FUZZY_FROM = 5;

/**
 * Facts of every file of the memory but its index and manifest, the best first; at most `limit`. Facts that hold all
 * words of the query come before those that hold some. Words are found by their beginning too, longer ones misspelt.
 * Function words ("the", "и") count only where a query is nothing else. A query without a word (an emoji, `=>`) finds
 * the facts that hold just that, in the order of the files.
 */
export function searchFacts(snapshot: MemorySnapshot, query: string, limit = 10): SearchResult[] {
  const { facts, engine } = searchable(snapshot);
  const words = wordsOf(query);
  if (words.length === 0) return holding(facts, query).slice(0, limit);
  const whole = engine.search(queryFor(words, "AND"));
  const known = new Set(whole.map(({ id }) => id));
  const partly =
    whole.length >= limit ? [] : engine.search(queryFor(words, "OR")).filter(({ id }) => !known.has(id));
  return [...whole, ...partly].slice(0, limit).flatMap(({ id, score }) => {
    const fact = facts[Number(id)];
    if (fact === undefined) return [];
    const { aliases: _searched, ...shown } = fact;
    return [{ ...shown, score: Math.round(score * 100) / 100 }];
  });
}

/** The words that name something; where none does all of them, and then only as they stand. */
function queryFor(words: readonly string[], combineWith: "AND" | "OR"): Query {
  const naming = words.filter((word) => !isFunctionWord(word));
  const cut = { combineWith, tokenize: (word: string) => [word] };
  return naming.length > 0
    ? { ...cut, queries: naming }
    : { ...cut, queries: [...words], prefix: false, fuzzy: false };
}

function holding(facts: readonly Found[], query: string): SearchResult[] {
  const wanted = query.normalize("NFKC").trim();
  if (wanted === "") return [];
  return facts
    .filter(({ text, heading }) => `${heading}\n${text}`.normalize("NFKC").includes(wanted))
    .map((fact) => ({ ...fact, score: 1 }));
}

interface Searchable {
  facts: Found[];
  engine: MiniSearch<Found & { id: number }>;
}

/** A snapshot is a value: what is made of it serves all searches. */
const made = new WeakMap<MemorySnapshot, Searchable>();

function searchable(snapshot: MemorySnapshot): Searchable {
  const known = made.get(snapshot);
  if (known !== undefined) return known;
  const facts = everyFact(snapshot);
  const engine = new MiniSearch<Found & { id: number }>({
    fields: ["text", "aliases", "heading", "file"],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length >= FUZZY_FROM && !/\d/u.test(word) ? 0.2 : false),
      boost: { text: 2 },
    },
  });
  engine.addAll(facts.map((fact, id) => ({ ...fact, id })));
  made.set(snapshot, { facts, engine });
  return { facts, engine };
}

function everyFact(snapshot: MemorySnapshot): Found[] {
  const left = new Set([snapshot.manifest.index, "MANIFEST.md"]);
  return [...snapshot.files.values()]
    .filter(({ path }) => !left.has(path))
    .flatMap((file) => factsIn(snapshot, file));
}

function factsIn(snapshot: MemorySnapshot, file: MemoryFile): Found[] {
  const handoff = parseHandoffDocument(file.text)?.boundary ?? null;
  const { facts } = readMemoryFile(file);
  return matchProvenance(facts, snapshot.provenance.get(file.path)).map(({ fact, record, edited }) => ({
    file: file.path,
    heading: fact.headings.join(" > "),
    text: fact.text.trim(),
    date: record?.correctedAt ?? record?.at ?? handoff?.at ?? null,
    session: record?.sessionId ?? handoff?.sessionId ?? null,
    confidence: edited ? null : (record?.confidence ?? null),
    aliases: (record?.aliases ?? []).join("\n"),
  }));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words in any script, and names such as `src/a.ts` or `max_rows` both whole and in parts; lower case. */
function wordsOf(text: string): string[] {
  const lower = text.normalize("NFKC").toLowerCase();
  const names = lower.match(/[\p{L}\p{N}]+(?:[._/@:-][\p{L}\p{N}]+)+/gu) ?? [];
  const words = [...segmenter.segment(lower)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  return [...words.flatMap((word) => word.split(/[._]/u)), ...names].filter((word) => word !== "");
}
