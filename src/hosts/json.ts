/** A JSON object of unknown shape: transcripts are foreign data, every field is checked where it is read. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as an object, or null. */
export function objectOf(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** The value as a string that is not empty, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The objects of an array; nothing when it is none. */
export function objectsOf(value: unknown): Json[] {
  if (!Array.isArray(value)) return [];
  return value.map(objectOf).filter((item) => item !== null);
}

/** Text of a message's content: a string, or the text blocks of an array joined by newlines. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsOf(content)
    .filter((block) => block["type"] === "text")
    .map((block) => textOf(block["text"]) ?? "")
    .join("\n");
}

/** The object that a JSON text is, or null when it is none. Invalid UTF-8 becomes U+FFFD. */
export function parseObject(json: Buffer | string): Json | null {
  try {
    return objectOf(JSON.parse(typeof json === "string" ? json : json.toString("utf8")));
  } catch {
    return null;
  }
}
