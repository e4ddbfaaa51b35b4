import { HOST_LIMITS, type HostLimit, type LimitUnit, sizeIn } from "../../../manifest/host-limits.ts";
import type { Manifest } from "../../../manifest/manifest.ts";
import type { MemorySnapshot } from "../../../memory/snapshot.ts";
import { placer } from "../../place.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** Share of a limit from which the rule warns. */
const WARN_FROM = 0.9;

/** What OpenClaw puts into the prompt beside MEMORY.md: all of it together has a limit. */
const OPENCLAW_FILES =
  "AGENTS.md SOUL.md TOOLS.md IDENTITY.md USER.md HEARTBEAT.md BOOTSTRAP.md MEMORY.md".split(" ");

/** What a host loads of a file at its start is all of the file. */
export const rule: Rule = {
  meta: {
    id: "host-limit",
    target: "memory",
    severity: "warn",
    summary: "A file that a host loads is within what the host takes.",
    fixable: false,
    options: { host: "auto" },
    choices: { host: ["auto", "claude-code", "openclaw", "codex", "hermes", "none"] },
    gated: false,
  },
  check,
};

function check({ file, manifest, markdown: { text }, options, snapshot }: RuleContext): Finding[] {
  const limits = limitsOf(file, manifest, String(options["host"]));
  return limits.flatMap((limit) => {
    const size = limit.total === true ? totalSize(limit, file, text, snapshot) : sizeIn(limit.unit, text);
    return findingOf(limit, size, text);
  });
}

/** Limits that hold for a file: those of the host that this kind of memory is loaded by, and of files only one host has. */
function limitsOf(file: string, manifest: Manifest, wanted: string): HostLimit[] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return HOST_LIMITS.filter((limit) => {
    if (limit.file !== name) return false;
    if (wanted !== "auto") return limit.host === wanted;
    if (limit.host === "codex") return true;
    return file === manifest.index && loadedBy(manifest).includes(limit.host);
  });
}

/** Hosts that load the index by themselves; a committed memory is loaded by none, its resume carries the index. */
function loadedBy({ preset }: Manifest): readonly HostLimit["host"][] {
  if (preset === null) return ["claude-code", "openclaw"];
  return preset === "repo" ? [] : [preset];
}

function totalSize(
  limit: HostLimit,
  file: string,
  text: string,
  snapshot: MemorySnapshot | undefined,
): number {
  const others = OPENCLAW_FILES.filter((name) => name !== file);
  return others.reduce(
    (sum, name) => sum + sizeIn(limit.unit, snapshot?.files.get(name)?.text ?? ""),
    sizeIn(limit.unit, text),
  );
}

function findingOf(limit: HostLimit, size: number, text: string): Finding[] {
  const { host, unit, max, cut, total, before } = limit;
  const whole = total === true ? "all start files together have" : "the file has";
  if (size > max) {
    const how = cut === "refused" ? "refuses the file" : `cuts ${size - max} of them from its ${cut}`;
    return [found("over", limit, text, `${whole} ${size} ${unit}; ${host} takes ${max} and ${how}`)];
  }
  if (size >= max * WARN_FROM) {
    return [found("near", limit, text, `${whole} ${size} ${unit} of the ${max} that ${host} takes`)];
  }
  if (before === undefined || size <= before.max) return [];
  const older = `${host} before ${before.version} took ${before.max}`;
  return [found("over-older", limit, text, `${whole} ${size} ${unit}; ${older} and cut the ${cut}`)];
}

function found(id: string, limit: HostLimit, text: string, measured: string): Finding {
  const from = limit.total === true ? text.length : cutFrom(limit, text);
  return {
    id,
    place: placer(text)(from, text.length),
    message: `${measured}; move content to topic files or rows to a sub-index`,
    fixable: false,
  };
}

/** UTF-16 offset of the first thing that is lost; the text's end where nothing is yet. */
function cutFrom({ unit, max, cut }: HostLimit, text: string): number {
  // A cut in the middle leaves about three quarters of the limit at the head.
  const kept = cut === "middle" ? Math.floor(max * 0.75) : max;
  if (sizeIn(unit, text) <= max) return text.length;
  if (unit === "lines") return lineStart(text, kept);
  return offsetWithin(text, unit, kept);
}

function lineStart(text: string, lines: number): number {
  const ends = text.matchAll(/\r\n|\n|\r/gu);
  let count = 0;
  for (const end of ends) {
    count += 1;
    if (count === lines) return end.index + end[0].length;
  }
  return text.length;
}

/** The longest head of a text that has at most `max` units. */
function offsetWithin(text: string, unit: LimitUnit, max: number): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeIn(unit, text.slice(0, middle)) <= max) low = middle;
    else high = middle - 1;
  }
  return low;
}
