/** Keys of which an answer has at least one: other objects in a text are examples, drafts or quotations. */
const KEYS = ["task", "status", "done", "next", "updates"] as const;
const LISTS = [
  "done",
  "next",
  "openQuestions",
  "findings",
  "decisions",
  "updates",
  "aliases",
  "evidence",
] as const;
/** What models without a channel of its own for it think aloud before they answer. */
const THOUGHTS = /<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/giu;
const OPEN_THOUGHT = /^[\s\S]*<\/think(?:ing)?>/iu;

/**
 * The object that an answer holds, whatever stands around it (fences, prose, thoughts), with the slips of small models
 * set right; undefined when there is none.
 */
export function objectIn(text: string): unknown {
  const said = text.replaceAll(THOUGHTS, "").replace(OPEN_THOUGHT, "");
  const objects = said === text ? objectsIn(text) : [...objectsIn(said), ...objectsIn(text)];
  return tidied(objects.find(isAnswer) ?? objects[0]);
}

function isAnswer(value: unknown): boolean {
  return isObject(value) && KEYS.some((key) => key in value);
}

/** The JSON objects of a text that stand in no other one, in order. */
function objectsIn(text: string): unknown[] {
  const whole = parseJson(text.trim());
  if (whole !== undefined) return [whole];
  const found: unknown[] = [];
  let left = MOST_READ;
  for (let start = text.indexOf("{"); start !== -1 && left > 0; start = text.indexOf("{", start)) {
    const end = closingBrace(text, start);
    left -= (end === -1 ? text.length : end) - start;
    const value = end === -1 ? undefined : parseJson(text.slice(start, end + 1));
    if (value !== undefined) found.push(value);
    // Not JSON: an answer may still begin within it.
    start = value === undefined ? start + 1 : end + 1;
  }
  return found;
}

/** Characters read for objects: each brace that begins none costs a reading up to the end. */
const MOST_READ = 8_000_000;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/**
 * Lists that are missing as null, a single reference or alias without its list, references in one text. Anything else
 * that does not fit is for the schema to find.
 */
function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    if (!isListKey(key)) return [key, tidied(inner)] as const;
    if (inner === null) return [key, []] as const;
    if (typeof inner !== "string") return [key, tidied(inner)] as const;
    if (key === "evidence") return [key, inner.match(/\be\d+\b/gu) ?? []] as const;
    return [key, key === "aliases" ? inner.split(/\s*,\s*/u) : inner] as const;
  });
  return Object.fromEntries(entries);
}

function isListKey(key: string): boolean {
  return LISTS.some((name) => name === key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
