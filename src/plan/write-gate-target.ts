import { sectionOf } from "../lint/recent.ts";
import type { FileRow, Manifest } from "../manifest/manifest.ts";
import { INBOX_KIND, isLiteral } from "../manifest/pattern.ts";
import { rowForKind } from "../manifest/routes.ts";

/** Rows that content of the agent can go to: all but handoffs and the inbox. */
export function contentRows(manifest: Manifest): FileRow[] {
  return manifest.files.filter((row) => row.unit !== "boundary" && row.kind !== INBOX_KIND);
}

/** The row that a piece of the index most likely belongs to: by the heading above it, else by its words; or null. */
export function targetRow(manifest: Manifest, heading: string | null, text: string): FileRow | null {
  const rows = contentRows(manifest);
  const named = heading === null ? null : rowOfHeading(manifest, rows, heading);
  if (named !== null) return named;
  // a long passage holds a sentence of every kind
  const kind = text.length > SENTENCE ? undefined : KINDS.find(([, sign]) => sign.test(text))?.[0];
  const row = kind === undefined ? null : rowForKind(manifest, kind);
  if (row !== null && rows.includes(row)) return row;
  return sharedRow(rows);
}

/** Where all kinds but those with a file of their own share one pattern, the kind need not be known. */
function sharedRow(rows: readonly FileRow[]): FileRow | null {
  const open = rows.filter(({ pattern }) => !isLiteral(pattern));
  const [first, second] = open;
  return first !== undefined && second !== undefined && open.every(({ pattern }) => pattern === first.pattern)
    ? first
    : null;
}

/** UTF-16 units of a text that is judged by its words. */
const SENTENCE = 240;

/**
 * Signs of what a sentence is, strongest first, in English and Russian. Few, and of their own: the word lists of
 * `session/signals` take longer to load than the whole gate may take.
 */
const KINDS: readonly (readonly [kind: string, sign: RegExp])[] = [
  ["todo", /\b(?:TODO|FIXME|WIP)\b|^\s*(?:[-*+]|\d+[.)])\s+\[ \]|\b[Ss]till (?:open|to do)\b|[Нн]адо будет/],
  [
    "decision",
    /\b(?:[Ww]e|I|[Tt]he team|[Tt]hey) (?:have )?(?:decided|chose|agreed)\b|\b[Dd]ecision:|\b[Dd]ecided (?:to|on|against)\b|[Рр]еш(?:или|ено)/,
  ],
  [
    "preference",
    /\b(?:[Aa]lways|[Nn]ever|[Pp]refers?|[Ww]henever|[Ff]rom now on)\b|\b[Dd](?:on't|o not)\b|(?:^|\s)(?:[Вв]сегда|[Нн]икогда)(?=\s)/,
  ],
  [
    "lesson",
    /\b(?:[Rr]oot cause|[Tt]urn(?:s|ed) out|[Cc]aused by|[Bb]ecause|[Dd]ue to|[Gg]otcha|[Ll]esson)\b|[Оо]казалось|[Пп]ричина/,
  ],
];

function rowOfHeading(manifest: Manifest, rows: readonly FileRow[], heading: string): FileRow | null {
  const kinds = sectionOf([heading], manifest)?.kinds ?? [];
  const own = rows.filter((row) => kinds.includes(row.kind));
  if (own.length === 1) return own[0] ?? null;
  const words = new Set(heading.toLowerCase().match(/\p{L}+/gu));
  const named = rows.filter((row) => namesOf(row).some((name) => words.has(name)));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** What a heading may call a kind: its name, the plural, the file's or folder's name. */
function namesOf({ kind, pattern }: FileRow): string[] {
  const segments = pattern.replace(/\.md$/iu, "").split("/");
  const stem = segments.at(-1) ?? "";
  const place = stem.includes("{") ? segments.at(-2) : stem;
  return [
    kind,
    `${kind}s`,
    kind.replace(/y$/u, "ies"),
    ...(place === undefined ? [] : [place.toLowerCase()]),
  ];
}
