import type { Row } from "./table.ts";

/** A baseline beaten in so many cuts, by a measure. */
interface Pairing {
  other: string;
  measure: "CHQ" | "core";
  wins: number;
  losses: number;
  ties: number;
}

/** The handoff against each baseline of the same budget, cut by cut, as a Markdown table with a two-sided sign test. */
export function pairedTable(rows: readonly Row[]): string {
  const budgets = [...new Set(rows.map(budgetOf))].filter((budget) => /^\d+$/u.test(budget));
  const lines = budgets.flatMap((budget) =>
    pairings(rows, budget).map(({ other, measure, wins, losses, ties }) => [
      `handoff@${budget} against ${other}`,
      measure,
      String(wins),
      String(losses),
      String(ties),
      signTest(wins, losses).toFixed(3),
    ]),
  );
  const head = ["pair", "measure", "wins", "losses", "ties", "p (sign test)"];
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function pairings(rows: readonly Row[], budget: string): Pairing[] {
  const mine = rows.filter((row) => row.method === `handoff@${budget}`);
  const others = [...new Set(rows.map((row) => row.method))].filter(
    (method) => method !== `handoff@${budget}` && method.endsWith(`@${budget}`),
  );
  return [...others, ...(rows.some((row) => row.method === WHOLE) ? [WHOLE] : [])].flatMap((other) =>
    (["CHQ", "core"] as const).map((measure) => {
      const count = { other, measure, wins: 0, losses: 0, ties: 0 };
      for (const row of mine) {
        const rival = rows.find((one) => one.cut === row.cut && one.method === other)?.[measure];
        const own = row[measure];
        if (rival === undefined || rival === null || own === null) continue;
        if (Math.abs(own - rival) < 1e-9) count.ties += 1;
        else if (own > rival) count.wins += 1;
        else count.losses += 1;
      }
      return count;
    }),
  );
}

/** The host's own summary in its full length, whatever the budget. */
export const WHOLE = "host summary@whole";

function budgetOf(row: Row): string {
  return row.method.split("@")[1] ?? "";
}

/** Chance (0–1) of a split at least as uneven as this one if both were equally good. */
export function signTest(wins: number, losses: number): number {
  const all = wins + losses;
  if (all === 0) return 1;
  let share = 0.5 ** all;
  let tail = 0;
  for (let k = 0; k <= Math.min(wins, losses); k += 1) {
    tail += share;
    share = (share * (all - k)) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}
