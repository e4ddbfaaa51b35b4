import type { AssistantEntry, CompactionEntry, Entry, HumanEntry } from "../entry.ts";
import { cutMiddle } from "../plain-text.ts";
import type { DigestItem, DigestTier } from "./item.ts";
import { toolItems } from "./tool-items.ts";

/** Characters a piece may have: the newest few of a tier, and the others. */
const CAPS: Readonly<Record<Exclude<DigestTier, "tool">, { newest: number; count: number; other: number }>> =
  {
    human: { newest: 6_000, count: 3, other: 1_500 },
    // A summary covers the ones before it.
    summary: { newest: 6_000, count: 1, other: 400 },
    final: { newest: 3_000, count: 3, other: 900 },
    assistant: { newest: 700, count: 5, other: 400 },
  };

/** Every piece of a session as a line of a digest, in order. */
export function digestItems(entries: readonly Entry[]): DigestItem[] {
  const items: DigestItem[] = [];
  let tools: { entry: Entry; position: number }[] = [];
  const closeTools = (): void => {
    items.push(...toolItems(tools));
    tools = [];
  };
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === "tool-call" || entry.kind === "tool-result")
      tools.push({ entry, position: index + 1 });
    else if (entry.text !== "") {
      closeTools();
      items.push(speech(entry, index + 1));
    }
  }
  closeTools();
  return capped(items);
}

function speech(entry: HumanEntry | AssistantEntry | CompactionEntry, position: number): DigestItem {
  const base = { position, entryIds: [entry.id], text: entry.text.trim() };
  if (entry.kind === "human") return { ...base, tier: "human", label: "user" };
  if (entry.kind === "compaction") return { ...base, tier: "summary", label: "summary by the host" };
  return { ...base, tier: entry.final ? "final" : "assistant", label: "assistant" };
}

function capped(items: DigestItem[]): DigestItem[] {
  const seen: Partial<Record<DigestTier, number>> = {};
  for (const item of items.toReversed()) {
    if (item.tier === "tool") continue;
    const before = seen[item.tier] ?? 0;
    seen[item.tier] = before + 1;
    const cap = CAPS[item.tier];
    item.text = cutMiddle(item.text, before < cap.count ? cap.newest : cap.other);
  }
  return items;
}
