import { CLASSES } from "./gold.ts";
import type { Overlap } from "./overlap.ts";
import { mean, type Noise, type Score } from "./score.ts";

export interface Row extends Score, Noise, Overlap {
  file: string;
  /** File and place: one cut. */
  cut: string;
  method: string;
  /** Characters of the longest run that someone else than the person said. */
  longest_of_others: number;
  failed: boolean;
}

const SHARES = ["CHQ", "core", ...CLASSES, "ident_precision", "ident_F1"] as const;

/** One line a method, shares in per cent, as a Markdown table; methods by budget, then name. */
export function table(rows: readonly Row[]): string {
  const methods = [...new Set(rows.map((row) => row.method))].sort((a, b) => key(a).localeCompare(key(b)));
  const head = [
    "method",
    "n",
    "chars",
    ...SHARES,
    "fence %",
    "hashes",
    "raw lines",
    "idents per 1000 chars",
    "secrets",
    "longest run",
    "of others",
    "copied %",
  ];
  const lines = methods.map((method) => {
    const mine = rows.filter((row) => row.method === method);
    const average = (name: keyof Noise): number => mean(mine.map((row) => row[name])) ?? 0;
    const shares = SHARES.map((name) => mean(mine.map((row) => row[name])));
    const cells = [method, String(mine.length), average("chars").toFixed(0)];
    cells.push(...shares.map((share) => (share === null ? "–" : (share * 100).toFixed(1))));
    cells.push(average("fence_pct").toFixed(1), average("hashes").toFixed(2), average("rawlines").toFixed(2));
    cells.push(average("per1000").toFixed(0), String(mine.reduce((sum, row) => sum + row.secrets, 0)));
    const copied = mean(mine.map((row) => row.copied)) ?? 0;
    cells.push(Math.max(...mine.map((row) => row.longest_run)).toFixed(0));
    cells.push(Math.max(...mine.map((row) => row.longest_of_others)).toFixed(0), (copied * 100).toFixed(0));
    return cells;
  });
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** `rules@2000` → `002000 rules`. */
function key(method: string): string {
  const [name = "", budget = ""] = method.split("@");
  return `${budget.padStart(6, "0")} ${name}`;
}
