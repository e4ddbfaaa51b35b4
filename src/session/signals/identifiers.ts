/** Exact names in a text: functions, fields, flags, branches, files. */

const CANDIDATE = /[A-Za-z0-9_./@:#-]*[A-Za-z_][A-Za-z0-9_./:#-]{3,}/gu;
const LOOKS_LIKE_NAME = /[a-z][A-Z]|::|_|\d|\/|\.[a-z]{1,5}$|^[A-Z]{2,}-\d+$/u;
const NEVER =
  /^(?:[0-9a-f-]{8,}|\d[\d.:_-]*[a-zA-Z]{0,2}|https?:.*|www\..*|.*@.*\..*|toolu_.*|call_.*|fc_.*|msg_.*|v?\d+(?:\.\d+)+|\d+\w{0,3}|\d+-[a-z]+|#?[0-9a-f]{6}|(?:usr|bin|etc|opt|dev)\/.*|(?:\w{1,6}-){5,}\w+|(?:dev\/null|e\.g|i\.e|and\/or|n\/a|utf-?8|.*REDACTED.*))$/iu;
/** Parts of drawings and classes that only style: "M33.92L12.5", "text-slate-300". */
const DRAWN =
  /^[A-Za-z]?-?\d+\.\d+[A-Za-z-]|^(?:text|bg|border|space|gap|max|min|rounded|grid|flex|font|hover|p[xytblr]?|m[xytblr]?|w|h)(?:-[a-z]+)*-(?:\d+(?:xl|px)?|[sml]|xl|full|none)$/u;
const HASH = /(?<![\w])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![\w])/u;

/** Distinct names in order of first mention; paths with an extension count by their base name. */
export function identifiersIn(text: string): string[] {
  const found = new Set<string>();
  for (const [raw] of text.slice(0, 20_000).matchAll(CANDIDATE)) {
    const name = nameOf(raw);
    if (name !== null) found.add(name);
  }
  return [...found];
}

function nameOf(raw: string): string | null {
  const word = raw.replace(/^[.\-/:#_]+|[.\-/:#_]+$/gu, "").replace(/(?::\d+)+$/u, "");
  if (word.length < 5 || word.length > 60) return null;
  if (/^(?:Users|home|root|private|var|tmp|workspace)\//u.test(word)) {
    // A path of this one machine: only the file's own name means something elsewhere.
    return /\/[\w-]+\.\w{1,5}$/u.test(word) ? nameOf(word.slice(word.lastIndexOf("/") + 1)) : null;
  }
  if (!LOOKS_LIKE_NAME.test(word) || NEVER.test(word) || DRAWN.test(word) || HASH.test(word)) return null;
  const base = word.slice(word.lastIndexOf("/") + 1);
  if (word.includes("/") && base.includes(".")) return base.length >= 4 && !NEVER.test(base) ? base : null;
  if (/^[a-z]+\/[a-z]+$/iu.test(word) && /^[A-Z]?[a-z]+\/[A-Z]?[a-z]+$/u.test(word)) return null;
  return word;
}
