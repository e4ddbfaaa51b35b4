import { head } from "./python-text.ts";
import type { Event } from "./records.ts";
import { errorLine, filesOf, isEdit, lastFailure, openTodos } from "./tools.ts";
import { decides, sentences } from "./words.ts";

/** The last 15 messages as they stand: what simple session memories keep. */
export function lastMessages(events: readonly Event[]): string {
  return events
    .filter(
      (one) =>
        (one.kind === "user" || one.kind === "assistant") &&
        one.text.trim() !== "" &&
        !one.text.startsWith("/"),
    )
    .slice(-15)
    .map((one) => `${one.kind}: ${one.text}`)
    .join("\n");
}

/** A plain rule extractor: five fixed sections, newest first. */
export function ruleSections(events: readonly Event[], cap: number): string {
  const out: string[] = [];
  const request = events.findLast((one) => one.kind === "user" && Array.from(one.text.trim()).length > 12);
  if (request !== undefined) out.push(`## Request\n${head(request.text.trim().replace(/\s+/gu, " "), 400)}`);
  const open = openTodos(events);
  if (open.length > 0)
    out.push(
      `## Open\n${open
        .slice(0, 8)
        .map((item) => `- ${head(item, 120)}`)
        .join("\n")}`,
    );
  out.push(...fileSections(events));
  const failure = lastFailure(events);
  if (failure !== null) {
    out.push(
      `## Failing\n${head(failure.command.replace(/\s+/gu, " "), 120)} -> ${errorLine(failure.output)}`,
    );
  }
  const decisions = events
    .slice(-200)
    .filter((one) => one.kind === "user" || one.kind === "assistant")
    .flatMap((one) => sentences(one.text).filter(decides));
  const newest = [...new Set(decisions)].slice(-6);
  if (newest.length > 0) out.push(`## Decisions\n${newest.map((one) => `- ${head(one, 200)}`).join("\n")}`);
  return head(out.join("\n\n"), cap);
}

function fileSections(events: readonly Event[]): string[] {
  const edited: string[] = [];
  const read: string[] = [];
  for (const one of [...events].reverse()) {
    if (one.kind !== "call") continue;
    const names = filesOf(one.input).map((file) => file.split("/").slice(-2).join("/"));
    (isEdit(one.tool) || one.tool.includes("apply_patch") ? edited : read).push(...names);
  }
  const changed = [...new Set(edited)].slice(0, 12);
  const seen = [...new Set(read)].filter((name) => !changed.includes(name)).slice(0, 8);
  return [
    ...(changed.length > 0 ? [`## Edited\n${changed.join(", ")}`] : []),
    ...(seen.length > 0 ? [`## Read\n${seen.join(", ")}`] : []),
  ];
}
