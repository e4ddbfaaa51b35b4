import type { HostId } from "../session/entry.ts";

/** In what a host counts. Codex estimates a token as four bytes. */
export type LimitUnit = "code points" | "UTF-16 units" | "bytes" | "tokens" | "lines";

/** What a host loads of one file at most; the rest never reaches the model. */
export interface HostLimit {
  host: HostId;
  /** Name of the file, without folder. */
  file: string;
  unit: LimitUnit;
  max: number;
  /** Part of the file that is dropped when it is longer. */
  cut: "end" | "middle" | "refused";
  /** All files that the host loads together count, not the one. */
  total?: true;
  /** The limit of releases before this one, where it was another. */
  before?: { version: string; max: number };
}

/** Measured on the hosts (see `src/hosts/<host>/README.md`). */
export const HOST_LIMITS: readonly HostLimit[] = [
  { host: "claude-code", file: "MEMORY.md", unit: "lines", max: 200, cut: "end" },
  { host: "claude-code", file: "MEMORY.md", unit: "UTF-16 units", max: 25_000, cut: "end" },
  {
    host: "openclaw",
    file: "MEMORY.md",
    unit: "UTF-16 units",
    max: 20_000,
    cut: "middle",
    before: { version: "2026.8", max: 12_000 },
  },
  { host: "openclaw", file: "MEMORY.md", unit: "UTF-16 units", max: 60_000, cut: "middle", total: true },
  { host: "codex", file: "memory_summary.md", unit: "tokens", max: 2500, cut: "middle" },
  { host: "codex", file: "memory_summary.md", unit: "bytes", max: 10_000, cut: "refused" },
  { host: "hermes", file: "MEMORY.md", unit: "code points", max: 2200, cut: "refused" },
  { host: "hermes", file: "USER.md", unit: "code points", max: 1375, cut: "refused" },
];

const SIZES: Readonly<Record<LimitUnit, (text: string) => number>> = {
  lines: (text) => (text === "" ? 0 : text.replace(/(?:\r\n|\n|\r)$/u, "").split(/\r\n|\n|\r/u).length),
  "UTF-16 units": (text) => text.length,
  "code points": (text) => Array.from(text).length,
  bytes: (text) => Buffer.byteLength(text),
  tokens: (text) => Math.ceil(Buffer.byteLength(text) / 4),
};

/** Size of a text in a unit. */
export function sizeIn(unit: LimitUnit, text: string): number {
  return SIZES[unit](text);
}
