import type { Counted } from "./labels.ts";

/** One thing a resume can say: worth `value`, in the section that names it. */
export interface Item {
  text: string;
  value: number;
}

/** A part of the resume: a label, and items as a list or run together on one line. */
export interface Section {
  label: string;
  form: "line" | "list" | "inline";
  items: Item[];
  /** What items that were left out are called; null: leaving out is not worth a word. */
  leftOut: Counted | null;
  /** How many more there are that do not stand for choice; counted with what was left out. */
  beyond?: number;
}

/** No line of a resume is longer, in UTF-16 units. */
export const MAX_LINE = 400;
/** A further line of a run-on list with less on it is not worth its label: the list ends where the line is full. */
const SHORTEST_FURTHER_LINE = 80;

/**
 * Chooses what to say within a budget of UTF-16 units: items by value per character, whatever their section, so that
 * a long low-value list never crowds out a short high-value line. Order inside a section stays. Returns chosen counts
 * as sections with only the chosen items.
 */
export function choose(sections: readonly Section[], budget: number): Section[] {
  const chosen = sections.map(() => new Set<number>());
  let left = budget;
  const queue = sections
    .flatMap((section, s) =>
      section.items.map((item, i) => ({
        s,
        i,
        cost: costOf(section, item),
        rank: item.value / costOf(section, item) ** 0.4,
      })),
    )
    .sort((a, b) => b.rank - a.rank || a.s - b.s || a.i - b.i);
  for (const { s, i, cost } of queue) {
    const section = sections[s];
    const taken = chosen[s];
    if (section === undefined || taken === undefined) continue;
    const whole = cost + (taken.size === 0 ? labelCost(section) : 0);
    if (whole > left) continue;
    taken.add(i);
    left -= whole;
  }
  return sections.map((section, s) => ({
    ...section,
    items: section.items.filter((_, i) => chosen[s]?.has(i)),
  }));
}

function costOf(section: Section, item: Item): number {
  return item.text.length + (section.form === "list" ? 3 : 2);
}

function labelCost(section: Section): number {
  return section.label.length + 3;
}

/** The lines of a section, each with its label or a dash, none over 400 characters; none for a section without items. */
export function linesOf(section: Section): string[] {
  const texts = section.items.map((item) => item.text);
  if (texts.length === 0) return [];
  if (section.form === "list") return [`${section.label}:`, ...texts.map((text) => `- ${text}`)];
  if (section.form === "line") return [`${section.label}: ${texts.join(" ")}`];
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length + 2 <= MAX_LINE)
      lines[lines.length - 1] = `${last}, ${text}`;
    else lines.push(`${section.label}: ${text}`);
  }
  const isShort = lines.length > 1 && (lines.at(-1)?.length ?? 0) < SHORTEST_FURTHER_LINE;
  return isShort ? lines.slice(0, -1) : lines;
}
