import { parseMarkdown } from "../markdown/parse.ts";
import { readFacts } from "../memory/facts.ts";
import { matchProvenance } from "../memory/match.ts";
import { provenancePath, type ProvenanceRecord } from "../memory/provenance.ts";
import type { MemoryFile, MemorySnapshot } from "../memory/snapshot.ts";
import { internalText } from "./edits.ts";
import type { Inverse } from "./plan-withdrawal.ts";
import { insertFact } from "./topic-file.ts";

/**
 * A file that went on since, with facts of an earlier text of it put in again; those that stand already are passed
 * over. Null when one of them is more than a line of text.
 */
export function putBackFacts(
  snapshot: MemorySnapshot,
  input: { standing: MemoryFile; source: string; missing: readonly ProvenanceRecord[] },
): Inverse | null {
  const { standing, source, missing } = input;
  const file = standing.path;
  const known = snapshot.provenance.get(file);
  const former = matchProvenance(readFacts(source), { version: 1, file, facts: [...missing] });
  const title = parseMarkdown(source).tree.children.some(
    (node) => node.type === "heading" && node.depth === 1,
  );
  let text = standing.text;
  const facts = [...(known?.facts ?? [])];
  for (const record of missing) {
    const fact = former.find((match) => match.record?.id === record.id)?.fact;
    if (fact === undefined) return null;
    const stands = readFacts(text).some(({ hash }) => hash === fact.hash);
    if (stands || facts.some(({ id }) => id === record.id)) continue;
    const line = fact.text.replace(/^[-*+] +(?:\[[ xX]\] +)?/u, "");
    if (fact.block === "row" || /[\r\n]/u.test(line)) return null;
    const heading = fact.headings.length > (title ? 1 : 0) ? (fact.headings.at(-1) ?? null) : null;
    const after = insertFact(text, { heading }, line);
    if (after === null) return null;
    text = after;
    facts.push(record);
  }
  const parsed = { version: 1 as const, file, facts };
  return { file, text, records: { path: provenancePath(file), text: internalText(parsed), parsed } };
}
