/** What lines are read from: an open file, or anything that reads like one. */
export interface ByteSource {
  stat: () => Promise<{ size: number }>;
  read: (buffer: Buffer, offset: number, length: number, position: number) => Promise<{ bytesRead: number }>;
}

/** One line of a file as bytes, without its line end. */
export interface Line {
  /** A view into a reused buffer: valid during the visit only. Empty for a long line. */
  bytes: Buffer;
  /** File offset of the first byte. */
  start: number;
  /** File offset behind the newline (behind the last byte for a last line without one). */
  end: number;
  /** False for a last line without its newline. */
  terminated: boolean;
  /** True when the line is over the cap: it was skimmed, its bytes are not here. */
  long: boolean;
}

export interface LineOptions {
  /** Offset to start at: the begin of the file or just behind a newline. */
  from?: number;
  /** Lines of more bytes are skimmed. */
  maxBytes?: number;
  /** Bytes read so far and bytes in all, once a chunk. */
  onProgress?: (done: number, total: number) => void;
}

/** Called once a line; `false` ends the walk. */
type Visit = (line: Line) => boolean | void;

/** Longest line kept in memory, in bytes: real lines end below 1 MiB, images in base64 reach a few. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const NOTHING = Buffer.alloc(0);

/** What is left of a line whose newline was not seen yet. */
interface Carry {
  parts: Buffer[];
  bytes: number;
  start: number;
  long: boolean;
}

/**
 * Visits every line of an open file in order, up to the size the file has now. Needs one chunk and one line of memory
 * whatever the file holds: a readline loop holds a 100 MB line whole.
 * Empty lines are visited too; a byte order mark at the begin and a CR before the newline are taken off.
 */
export async function eachLine(source: ByteSource, options: LineOptions, visit: Visit): Promise<void> {
  const total = (await source.stat()).size;
  const maxBytes = options.maxBytes ?? MAX_LINE_BYTES;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let offset = options.from ?? 0;
  const carry: Carry = { parts: [], bytes: 0, start: offset, long: false };
  while (offset < total) {
    const { bytesRead } = await source.read(chunk, 0, Math.min(CHUNK_BYTES, total - offset), offset);
    if (bytesRead === 0) break;
    if (!splitChunk(chunk.subarray(0, bytesRead), offset, carry, maxBytes, visit)) return;
    offset += bytesRead;
    options.onProgress?.(offset, total);
  }
  if (carry.bytes > 0) visit(closeLine(carry, NOTHING, offset, maxBytes, false));
}

function splitChunk(chunk: Buffer, offset: number, carry: Carry, maxBytes: number, visit: Visit): boolean {
  let from = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
    const end = offset + at + 1;
    if (visit(closeLine(carry, chunk.subarray(from, at), end, maxBytes, true)) === false) return false;
    carry.parts = [];
    carry.bytes = 0;
    carry.start = end;
    carry.long = false;
    from = at + 1;
  }
  keepRest(carry, chunk.subarray(from), maxBytes);
  return true;
}

function keepRest(carry: Carry, rest: Buffer, maxBytes: number): void {
  if (rest.length === 0) return;
  carry.bytes += rest.length;
  if (carry.bytes > maxBytes) {
    carry.long = true;
    carry.parts = [];
    return;
  }
  // A copy: the chunk is overwritten by the next read.
  carry.parts.push(Buffer.from(rest));
}

function closeLine(carry: Carry, tail: Buffer, end: number, maxBytes: number, terminated: boolean): Line {
  const long = carry.long || carry.bytes + tail.length > maxBytes;
  if (long) return { bytes: NOTHING, start: carry.start, end, terminated, long };
  const whole = carry.parts.length === 0 ? tail : Buffer.concat([...carry.parts, tail]);
  return { bytes: trimEnds(whole, carry.start === 0), start: carry.start, end, terminated, long };
}

function trimEnds(bytes: Buffer, first: boolean): Buffer {
  const from = first && bytes.length >= 3 && bytes.compare(BOM, 0, 3, 0, 3) === 0 ? 3 : 0;
  const to = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
}
