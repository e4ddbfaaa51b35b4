import { matchRow } from "../../../manifest/routes.ts";
import { INBOX_KIND } from "../../../manifest/pattern.ts";
import { topOf } from "../../place.ts";
import { isTopic } from "../../topics.ts";
import { reachableFiles } from "../../reach.ts";
import type { Finding, Rule, RuleContext } from "../../rule.ts";

/** Every topic file can be reached from the index, through sub-indexes and other topics too. */
export const rule: Rule = {
  meta: {
    id: "no-orphan-topic",
    target: "memory",
    severity: "warn",
    summary: "Every topic file can be reached from the index.",
    fixable: false,
    options: {},
    needsSnapshot: true,
    gated: false,
  },
  check,
};

function check({ file, manifest, snapshot }: RuleContext): Finding[] {
  if (snapshot === undefined || !isTopic(manifest, file)) return [];
  if (matchRow(manifest, file)?.kind === INBOX_KIND) return [];
  const reached = reachableFiles(snapshot);
  // A topic that outgrew its file is read on from there.
  const first = file.replace(/-[1-9]\d*\.md$/iu, ".md");
  if (reached.has(file) || reached.has(first)) return [];
  return [
    {
      id: "orphan",
      place: topOf(),
      message: `nothing leads here from ${manifest.index}; add a row for it, or move the file out of the memory`,
      fixable: false,
    },
  ];
}
