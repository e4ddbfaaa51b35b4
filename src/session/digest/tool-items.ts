import type { Entry, Todo, TodoChange, ToolAction, ToolCallEntry, ToolResultEntry } from "../entry.ts";
import { cutMiddle, cutText } from "../plain-text.ts";
import { REFUSED } from "../tool-output.ts";
import type { DigestItem } from "./item.ts";

const COMMAND_CAP = 200;
const DETAIL_CAP = 240;
const AGENT_CAP = 400;
const TODOS_CAP = 700;

/** A call with its result, where there is one. */
interface Use {
  call: ToolCallEntry;
  result: ToolResultEntry | null;
  position: number;
}

/** Actions of which a row is one line that names the files. */
const GROUPED: Partial<Record<ToolAction, string>> = { edit: "edited", read: "read", search: "searched" };

/**
 * The tool lines of a stretch of entries without speech: a call and its result are one line, calls of one kind that
 * follow each other name their files once, and the same command with the same outcome counts once.
 */
export function toolItems(entries: readonly { entry: Entry; position: number }[]): DigestItem[] {
  const results = new Map<string, ToolResultEntry>();
  for (const { entry } of entries) if (entry.kind === "tool-result") results.set(entry.callId, entry);
  const items: DigestItem[] = [];
  let row: Use[] = [];
  const closeRow = (): void => {
    if (row.length > 0) items.push(rowItem(row));
    row = [];
  };
  const known = new Set<string>();
  for (const { entry, position } of entries) {
    if (entry.kind === "tool-call") {
      known.add(entry.callId);
      const use: Use = { call: entry, result: results.get(entry.callId) ?? null, position };
      const grouped = GROUPED[entry.action] !== undefined && use.result?.failed !== true;
      if (row[0] !== undefined && row[0].call.action !== entry.action) closeRow();
      if (grouped) row.push(use);
      else {
        closeRow();
        items.push(useItem(use));
      }
    } else if (entry.kind === "tool-result" && !known.has(entry.callId)) {
      closeRow();
      items.push(lateItem(entry, position));
    }
  }
  closeRow();
  return collapsed(items);
}

function rowItem(row: Use[]): DigestItem {
  const [first] = row;
  const counts = new Map<string, number>();
  for (const { call } of row) for (const what of whatOf(call)) counts.set(what, (counts.get(what) ?? 0) + 1);
  const text = [...counts].map(([what, times]) => (times > 1 ? `${what} ×${times}` : what)).join(", ");
  return {
    tier: "tool",
    position: first?.position ?? 0,
    entryIds: row.map(({ call }) => call.id),
    label: GROUPED[first?.call.action ?? "other"] ?? "used",
    text: cutText(text, 400),
  };
}

function whatOf(call: ToolCallEntry): string[] {
  if (call.files.length > 0 && call.action !== "search") return call.files;
  return [`"${cutText(oneLine(call.detail), 80)}"`];
}

function useItem({ call, result, position }: Use): DigestItem {
  const entryIds = result === null ? [call.id] : [call.id, result.id];
  const { label, said } = spoken(call);
  const outcome = outcomeOf(call, result);
  return { tier: "tool", position, entryIds, label, text: outcome === "" ? said : `${said} → ${outcome}` };
}

function spoken(call: ToolCallEntry): { label: string; said: string } {
  if (call.command !== null) return { label: "ran", said: cutText(oneLine(call.command), COMMAND_CAP) };
  if (call.todos !== null) return { label: "tasks", said: cutText(todosText(call.todos), TODOS_CAP) };
  const about = [...call.files, oneLine(call.detail)].filter((part) => part !== "").join(" ");
  return { label: call.tool, said: cutText(about, DETAIL_CAP) };
}

function outcomeOf(call: ToolCallEntry, result: ToolResultEntry | null): string {
  if (result === null) return "no result";
  if (result.errorLine === REFUSED) return REFUSED;
  if (result.todos !== null) return todosText(result.todos);
  if (result.failed || result.errorLine !== null) {
    const code = result.exitCode === null ? "failed" : `exit ${result.exitCode}`;
    return `${result.failed ? code : "shows"}: ${result.errorLine ?? cutMiddle(oneLine(result.text), DETAIL_CAP)}`;
  }
  if (call.command !== null) return "ok";
  return call.action === "agent" ? cutMiddle(oneLine(result.text), AGENT_CAP) : "";
}

/** A result whose call was read earlier. */
function lateItem(result: ToolResultEntry, position: number): DigestItem {
  const text = result.errorLine ?? cutMiddle(oneLine(result.text), DETAIL_CAP);
  return { tier: "tool", position, entryIds: [result.id], label: result.failed ? "failed" : "result", text };
}

const MARKS: Readonly<Record<Todo["status"], string>> = {
  pending: "[ ]",
  "in-progress": "[~]",
  completed: "[x]",
  dropped: "[-]",
};

function todosText(change: TodoChange): string {
  if (change.type === "replace")
    return change.items.map(({ status, text }) => `${MARKS[status]} ${oneLine(text)}`).join("; ");
  if (change.type === "create") return `new ${change.item.id ?? ""} ${oneLine(change.item.text)}`;
  return [`${change.id}:`, change.status ?? "", change.text ?? ""].filter((part) => part !== "").join(" ");
}

/** Lines that say the same as one before them count there; the later one stays. */
function collapsed(items: DigestItem[]): DigestItem[] {
  const bySaying = new Map<string, { item: DigestItem; times: number }>();
  for (const item of items) {
    const saying = `${item.label}: ${item.text}`;
    const before = bySaying.get(saying);
    bySaying.delete(saying);
    const entryIds = [...(before?.item.entryIds ?? []), ...item.entryIds];
    bySaying.set(saying, { item: { ...item, entryIds }, times: (before?.times ?? 0) + 1 });
  }
  return [...bySaying.values()].map(({ item, times }) =>
    times === 1 ? item : Object.assign(item, { text: `${item.text} (×${times})` }),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
