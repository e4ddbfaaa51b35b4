import { z } from "zod";
import { HandoffError } from "../errors.ts";
import { type SearchResult, searchFacts } from "../recall/search.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { type CommandDefinition, count, parseOptions } from "./command.ts";
import { paint, printJson, say } from "./io.ts";
import { requireMemoryRoot } from "./memory.ts";
import { shownId } from "../session/shown-id.ts";

const Options = z.looseObject({ limit: count(1).default(10) });

export const search: CommandDefinition = {
  name: "search",
  summary: "find facts in every file of the memory",
  arguments: [["<query>", "words to look for"]],
  options: [["--limit <n>", "at most so many facts (default: 10)"]],
  examples: ['handoff search "staging port"', "handoff search migration --limit 3 --json"],
  async run(args, raw, io) {
    const { limit } = parseOptions(Options, raw);
    const query = args[0]?.trim() ?? "";
    if (query === "") throw new HandoffError("usage", { name: "<query>", expected: "words to look for" });
    const results = searchFacts(await loadSnapshot(await requireMemoryRoot(raw, io)), query, limit);
    if (raw.json === true) printJson(io, { results });
    else if (results.length === 0) say(io, raw, "nothing found");
    for (const result of raw.json === true ? [] : results) {
      say(io, raw, paint(io, raw, "bold", result.text.replace(/\s+/gu, " ")));
      say(io, raw, `  ${placeOf(result)}`);
    }
    return results.length === 0 ? 1 : 0;
  },
};

function placeOf({ file, heading, date, session, confidence }: SearchResult): string {
  const parts = [heading === "" ? file : `${file} under ${heading}`];
  if (date !== null) parts.push(date.slice(0, 10));
  if (session !== null) parts.push(`session ${shownId(session)}`);
  if (confidence !== null) parts.push(confidence);
  return parts.join(", ");
}
