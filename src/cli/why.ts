import { findEvidence, type Evidence } from "../capture/find-evidence.ts";
import { explainFacts, type ExplainedFact } from "../recall/why.ts";
import { loadSnapshot } from "../store/load-snapshot.ts";
import { handoffHome } from "../config/home.ts";
import type { CommandDefinition } from "./command.ts";
import { type CommonOptions, type Io, paint, printJson, say } from "./io.ts";
import { requireMemoryRoot } from "./memory.ts";

export const why: CommandDefinition = {
  name: "why",
  summary: "show where a fact comes from: session, date, the words it rests on",
  arguments: [["<text>", "words of the fact"]],
  options: [],
  examples: ['handoff why "forecast cache"', "handoff why LRU --json"],
  async run(args, raw, io) {
    const root = await requireMemoryRoot(raw, io);
    const facts = explainFacts(await loadSnapshot(root), args[0] ?? "");
    const explained = [];
    for (const fact of facts) {
      const evidence = await findEvidence(fact, {
        root,
        home: handoffHome(io.env),
        cwd: io.cwd,
        env: io.env,
      });
      explained.push({ fact, evidence });
    }
    if (raw.json === true)
      printJson(io, { facts: explained.map(({ fact, evidence }) => factJson(fact, evidence)) });
    else if (explained.length === 0) say(io, raw, "no fact with these words");
    else for (const { fact, evidence } of explained) printFact(io, raw, fact, evidence);
    return explained.length === 0 ? 1 : 0;
  },
};

function factJson(fact: ExplainedFact, evidence: readonly Evidence[]) {
  return {
    text: fact.text,
    file: fact.file,
    headings: fact.headings,
    origin: fact.record?.origin ?? "person",
    edited: fact.edited,
    host: fact.record?.host ?? null,
    session: fact.record?.sessionId ?? null,
    date: fact.record?.at ?? null,
    correctedAt: fact.record?.correctedAt ?? null,
    confidence: fact.record?.confidence ?? null,
    evidence,
  };
}

function printFact(io: Io, options: CommonOptions, fact: ExplainedFact, evidence: readonly Evidence[]): void {
  const { record } = fact;
  say(io, options, paint(io, options, "bold", fact.text.replace(/\s+/g, " ")));
  say(
    io,
    options,
    `  in ${fact.file}${fact.headings.length > 0 ? ` under ${fact.headings.join(" > ")}` : ""}`,
  );
  if (record === null) {
    say(io, options, "  written by a person");
    return;
  }
  const from = record.sessionId === null ? record.origin : `${record.host ?? ""} session ${record.sessionId}`;
  say(
    io,
    options,
    `  ${record.confidence}, from ${from}${record.at === null ? "" : `, ${record.at.slice(0, 10)}`}`,
  );
  if (record.correctedAt !== null) say(io, options, `  corrected ${record.correctedAt.slice(0, 10)}`);
  if (fact.edited) say(io, options, "  its words were changed by a person since");
  for (const entry of evidence) say(io, options, `  ${entry.id}: ${entry.text ?? "source gone"}`);
}
