import { appendFileSync, existsSync, readFileSync } from "node:fs";

interface Figure {
  what: string;
  /** With our hooks installed, without, or with something special. */
  how: string;
  ms: number;
}

/** Notes a measured time; all are printed as one table after the last test. */
export function noteFigure(file: string, what: string, how: string, ms: number): void {
  appendFileSync(file, `${JSON.stringify({ what, how, ms: Math.round(ms) } satisfies Figure)}\n`);
}

/** Prints median, smallest and largest of each time that was noted. */
export function printFigures(file: string): void {
  if (!existsSync(file)) return;
  const figures = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line) as Figure); // prettier-ignore
  const names = new Set(figures.map(({ what, how }) => `${what}\t${how}`));
  const rows = [...names].map((name) => {
    const [what = "", how = ""] = name.split("\t");
    const group = figures.filter((one) => one.what === what && one.how === how);
    const times = group.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
    return { what, how, runs: times.length, median, min: times[0] ?? 0, max: times.at(-1) ?? 0 };
  });
  console.log("\nMeasured with the real client, milliseconds:");
  for (const row of rows.toSorted((a, b) => a.what.localeCompare(b.what) || a.how.localeCompare(b.how))) {
    const { what, how, runs, median, min, max } = row;
    console.log(
      `${what.padEnd(34)} ${how.padEnd(26)} ${String(median).padStart(6)}  (${min} to ${max}, ${runs} runs)`,
    );
  }
}
