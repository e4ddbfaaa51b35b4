import { dumps, leaves, type Fields, isFields, type Json } from "./python-text.ts";
import { array, string, type Event } from "./records.ts";

const EDITS =
  /^(edit|write|multiedit|notebookedit|apply_patch|str_replace.*|create_file|patch|write_file)$/iu;
const RUNS = /^(bash|exec|shell|exec_command|shell_command|local_shell|terminal|execute_code|process|run)$/iu;

export function isEdit(tool: string): boolean {
  return EDITS.test(tool);
}

export function isRun(tool: string): boolean {
  return RUNS.test(tool);
}

/** Paths a call names, patches included. */
export function filesOf(input: Fields): string[] {
  const named = ["file_path", "path", "filePath", "filename", "notebook_path", "file"].map((key) =>
    string(input[key]),
  );
  const patch = [input["input"], input["patch"], input["patchText"], input["command"]].find(Boolean);
  const patched =
    typeof patch === "string" && patch.includes("*** ")
      ? [...patch.matchAll(/\*\*\* (?:Add|Update|Delete) File: (.+)/gu)].map((match) => match[1] ?? "")
      : [];
  return [...named, ...patched]
    .filter((file) => file.includes("/") || file.includes("."))
    .map((file) => file.trim());
}

/** The shell command of a call, without the shell itself. */
export function commandOf(input: Fields): string {
  const command = input["command"] || input["cmd"] || "";
  if (!Array.isArray(command)) return string(command);
  return (command.length > 2 && command[1] === "-lc" ? command.slice(2) : command).map(String).join(" ");
}

/** Items of a whole task list in a call, with their state; null when it holds none. */
function listOf(input: Fields): [text: string, status: string][] | null {
  let list: Json = input["todos"] || input["plan"] || [];
  if (typeof list === "string") {
    try {
      list = JSON.parse(list) as Json;
    } catch {
      return null;
    }
  }
  const items = array(list)
    .filter(isFields)
    .map((item): [string, string] => [
      string(item["content"]) || string(item["step"]) || string(item["text"]),
      string(item["status"]) || "pending",
    ]);
  return items.length > 0 ? items : null;
}

/** Task list items that are open after these events. */
export function openTodos(events: readonly Event[]): string[] {
  let list: [string, string][] = [];
  const tasks = new Map<string, [string, string]>();
  for (const one of events) {
    if (one.kind === "call") list = listOf(one.input) ?? list;
    if (one.tool === "TaskCreate")
      tasks.set(String(tasks.size + 1), [string(one.input["subject"]), "pending"]);
    const task = one.tool === "TaskUpdate" ? tasks.get(leaves(one.input["taskId"] ?? "")) : undefined;
    if (task !== undefined && string(one.input["status"]) !== "") task[1] = string(one.input["status"]);
  }
  const open = (items: Iterable<[string, string]>, closed: readonly string[]): string[] =>
    [...items].filter(([text, status]) => !closed.includes(status) && text !== "").map(([text]) => text);
  return [
    ...open(list, ["completed", "done", "cancelled"]),
    ...open(tasks.values(), ["completed", "deleted"]),
  ];
}

/** The last failed run that no later success of the same two words resolved. */
export function lastFailure(events: readonly Event[]): { command: string; output: string } | null {
  const calls = new Map(events.filter((one) => one.kind === "call").map((one) => [one.callId, one]));
  let last: { command: string; output: string } | null = null;
  for (const result of events) {
    const call = result.kind === "result" ? calls.get(result.callId) : undefined;
    if (call === undefined || !isRun(call.tool)) continue;
    const command = commandOf(call.input);
    if (command === "") continue;
    if (result.failed) last = { command, output: result.text };
    else if (last !== null && firstTwo(command) === firstTwo(last.command)) last = null;
  }
  return last;
}

/** Program and first argument. */
export function firstTwo(command: string): string {
  return command.split(/\s+/u).filter(Boolean).slice(0, 2).join(" ");
}

/** The first line of an output that names an error, at most 160 characters. */
export function errorLine(output: string): string {
  const line = output
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .find((one) => /error|fail|not found|exception|denied|refused|cannot|undefined|panic|assert/iu.test(one));
  return (line ?? "").trim().slice(0, 160);
}

/** True for a call that changes files. */
export function changesFiles(one: Event): boolean {
  return one.kind === "call" && (isEdit(one.tool) || dumps(one.input).slice(0, 4000).includes("apply_patch"));
}
