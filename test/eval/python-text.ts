/**
 * The reference of this measure is a Python script; both must give the same numbers. What differs between the
 * languages and matters for a count lies here: how a value prints, and that a text is cut in code points.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fields = { [key: string]: Json };

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** First `count` code points. */
export function head(text: string, count: number): string {
  if (text.length <= count) return text;
  return /[\uD800-\uDBFF]/u.test(text.slice(0, count))
    ? Array.from(text).slice(0, count).join("")
    : text.slice(0, count);
}

/** Last `count` code points. */
export function tail(text: string, count: number): string {
  if (text.length <= count) return text;
  return Array.from(text).slice(-count).join("");
}

/** JSON with a space behind "," and ":". */
export function dumps(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(", ")}]`;
  if (isFields(value)) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${dumps(item)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** All leaves of a value joined by spaces. */
export function leaves(value: Json): string {
  if (Array.isArray(value)) return value.map(leaves).join(" ");
  if (isFields(value)) return Object.values(value).map(leaves).join(" ");
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return String(value);
}
