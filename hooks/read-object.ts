/** What a hook got on stdin; a problem is named in our own words, never with what was there. */
export type Input =
  | { object: Record<string, unknown>; problem: null }
  | {
      object: null;
      problem: "nothing on stdin" | "not a JSON object" | "incomplete JSON" | "input too large";
    };

/** A payload holds at most a file or two; beyond it nothing is worth a hook's memory. */
const MAX_BYTES = 64 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x7b, 0x5b]);
const CLOSE = new Set([0x7d, 0x5d]);
/** Byte order mark and JSON's white space: what may stand before the object. */
const LEADING = new Set([0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0a, 0x0d]);

/** Milliseconds: after so long without a byte, and after so long in all, a reader gives up. */
export interface ReadLimits {
  silence: number;
  whole: number;
}

/**
 * Reads one JSON object and no further: some clients never close a hook's stdin, so its end is not waited for. Chunks
 * are joined as bytes, as they may end within a character.
 */
export function readObject(stream: NodeJS.ReadableStream, limits: ReadLimits): Promise<Input> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const scan = objectScanner();
    let length = 0;
    const finish = (input: Input): void => {
      clearTimeout(silence);
      clearTimeout(whole);
      stream.removeAllListeners("data");
      stream.pause();
      resolve(input);
    };
    // A busy machine may run a timer before the input that has long been there: the input gets one more turn.
    const giveUp = (): void => void setImmediate(() => finish(unfinished(chunks)));
    const silence = setTimeout(giveUp, limits.silence);
    const whole = setTimeout(giveUp, limits.whole);
    stream.on("data", (chunk: Buffer | string) => {
      silence.refresh();
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      const end = scan(bytes);
      if (end === "no-object") return finish({ object: null, problem: "not a JSON object" });
      chunks.push(end === null ? bytes : bytes.subarray(0, end));
      length += bytes.length;
      if (end !== null) return finish(parse(Buffer.concat(chunks).toString("utf8")));
      if (length > MAX_BYTES) finish({ object: null, problem: "input too large" });
    });
    stream.on("end", () => finish(unfinished(chunks)));
    stream.on("error", () => finish(unfinished(chunks)));
  });
}

/**
 * Called with chunk after chunk: null while the object goes on, the offset in this chunk where it ends, or `no-object`
 * when something else stands first.
 */
function objectScanner(): (bytes: Buffer) => number | null | "no-object" {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (depth === 0 && byte !== 0x7b) {
        if (!LEADING.has(byte)) return "no-object";
      } else if (byte === QUOTE) inString = true;
      else if (OPEN.has(byte)) depth += 1;
      else if (CLOSE.has(byte)) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return null;
  };
}

function parse(text: string): Input {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof value === "object" && value !== null)
      return { object: value as Record<string, unknown>, problem: null };
  } catch {
    // The parser's message quotes the text.
  }
  return { object: null, problem: "not a JSON object" };
}

function unfinished(chunks: readonly Buffer[]): Input {
  return { object: null, problem: chunks.length === 0 ? "nothing on stdin" : "incomplete JSON" };
}
