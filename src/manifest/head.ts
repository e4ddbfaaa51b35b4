import { LineCounter, isMap, isScalar, type YAMLMap } from "yaml";
import type { ParsedMarkdown } from "../markdown/parse.ts";
import { parseYaml } from "../markdown/yaml.ts";
import { Limits, type Manifest, type ManifestProblem, PRESET_IDS } from "./manifest.ts";
import { MANIFEST_FILE, STATE_FOLDER, isReservedPath } from "./pattern.ts";
import { pathFault } from "./relative-path.ts";

export type Head = Pick<Manifest, "version" | "preset" | "index" | "own" | "limits" | "heal" | "ignore">;

const LIMIT_KEYS = {
  "index-chars": "indexChars",
  "list-items": "listItems",
  recent: "recent",
  "topic-chars": "topicChars",
} as const;

/** What a key may hold: the check (null: malformed), what to say, and the line to write. Absent or empty: `fallback`. */
interface KeyRule<T> {
  key: string;
  fallback: T;
  required?: true;
  read: (value: unknown) => T | null;
  expected: string;
  suggestion: string;
}

/** Reads the front matter of a manifest; what is absent takes its default, `handoff: 1` must be there. */
export function readHead(markdown: ParsedMarkdown, problems: ManifestProblem[]): Head {
  const yaml = markdown.tree.children[0];
  if (yaml?.type !== "yaml") {
    problems.push(problem(1, 1, "the front matter is missing", "---\nhandoff: 1\nindex: MEMORY.md\n---"));
  }
  const lines = new LineCounter();
  const document = parseYaml(yaml?.type === "yaml" ? yaml.value : "handoff: 1", { lineCounter: lines });
  const fault = document.errors[0];
  if (fault !== undefined || !isMap(document.contents)) {
    const at = fault === undefined ? { line: 1, col: 1 } : lines.linePos(fault.pos[0]);
    problems.push(problem(at.line + 1, at.col, "the front matter is not a YAML map", "handoff: 1"));
    return defaults();
  }
  const reader = new HeadReader(document.contents, lines, problems);
  reader.expect(VERSION);
  const index = reader.expect(INDEX);
  return {
    version: 1,
    preset: reader.expect(PRESET),
    index,
    own: reader.expect(OWN),
    limits: reader.limits(),
    heal: reader.expect(HEAL),
    ignore: reader.expect(IGNORE),
  };
}

function defaults(): Head {
  const limits = Limits.parse({});
  return {
    version: 1,
    preset: null,
    index: INDEX.fallback,
    own: OWN.fallback,
    limits,
    heal: HEAL.fallback,
    ignore: [],
  };
}

/** Reads keys of one map and knows where each stands. */
class HeadReader {
  readonly #map: YAMLMap;
  readonly #lines: LineCounter;
  readonly #problems: ManifestProblem[];

  constructor(map: YAMLMap, lines: LineCounter, problems: ManifestProblem[]) {
    this.#map = map;
    this.#lines = lines;
    this.#problems = problems;
  }

  expect<T>(rule: KeyRule<T>, map: YAMLMap = this.#map): T {
    const value: unknown = map.toJSON()?.[rule.key];
    const isAbsent = value === undefined || value === null;
    if (isAbsent && rule.required === undefined) return rule.fallback;
    const read = rule.read(value);
    if (read !== null) return read;
    const { line, column } = this.#place(map, rule.key);
    this.#problems.push(problem(line, column, `key ${rule.key}: expected ${rule.expected}`, rule.suggestion));
    return rule.fallback;
  }

  limits(): Limits {
    const given = this.#map.get("limits");
    if (given === undefined || given === null) return Limits.parse({});
    if (!isMap(given)) {
      const { line, column } = this.#place(this.#map, "limits");
      this.#problems.push(
        problem(line, column, "key limits: expected a map", "limits: { index-chars: 5000 }"),
      );
      return Limits.parse({});
    }
    const limits: Partial<Record<keyof Limits, number>> = {};
    for (const [key, name] of Object.entries(LIMIT_KEYS)) {
      const value = this.expect(limitRule(key), given);
      if (value !== undefined) limits[name] = value;
    }
    return Limits.parse(limits);
  }

  /** Place of a key, or of the map when the key is absent; the front matter starts on line 2. */
  #place(map: YAMLMap, key: string): { line: number; column: number } {
    const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
    const node = isScalar(pair?.key) ? pair.key : map;
    const at = this.#lines.linePos(node.range?.[0] ?? 0);
    return { line: at.line + 1, column: at.col };
  }
}

const VERSION: KeyRule<1> = {
  key: "handoff",
  fallback: 1,
  required: true,
  read: (value) => (value === 1 ? 1 : null),
  expected: "1, the version of the grammar",
  suggestion: "handoff: 1",
};

const PRESET: KeyRule<Manifest["preset"]> = {
  key: "preset",
  fallback: null,
  read: (value) => PRESET_IDS.find((id) => id === value) ?? null,
  expected: PRESET_IDS.join(", "),
  suggestion: "preset: openclaw",
};

const INDEX: KeyRule<string> = {
  key: "index",
  fallback: "MEMORY.md",
  read: indexPath,
  expected: `a relative .md path other than ${MANIFEST_FILE} and ${STATE_FOLDER}/`,
  suggestion: "index: MEMORY.md",
};

const OWN: KeyRule<Manifest["own"]> = {
  key: "own",
  fallback: "file",
  read: (value) => (value === "file" || value === "block" ? value : null),
  expected: "file or block",
  suggestion: "own: block",
};

const HEAL: KeyRule<Manifest["heal"]> = {
  key: "heal",
  fallback: "report",
  read: (value) => (value === "report" || value === "relocate" ? value : null),
  expected: "report or relocate",
  suggestion: "heal: report",
};

const IGNORE: KeyRule<string[]> = {
  key: "ignore",
  fallback: [],
  read: (value) => {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.every((entry) => typeof entry === "string") ? list : null;
  },
  expected: "a list of paths; * and ** stand for any name and any folders",
  suggestion: "ignore: [notes/drafts/**]",
};

function limitRule(key: string): KeyRule<number | undefined> {
  return {
    key,
    fallback: undefined,
    read: (value) => (typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null),
    expected: "a whole number above 0",
    suggestion: `limits: { ${key}: 5000 }`,
  };
}

function indexPath(value: unknown): string | null {
  if (typeof value !== "string" || pathFault(value) !== null || !/\.md$/iu.test(value)) return null;
  return isReservedPath(value, "") ? null : value;
}

function problem(line: number, column: number, message: string, suggestion: string): ManifestProblem {
  return { line, column, message, suggestion };
}
