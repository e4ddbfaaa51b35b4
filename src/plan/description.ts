import { fieldValue, matchRow } from "../manifest/routes.ts";
import { readMemoryFile } from "../memory/topic.ts";
import { type Draft, matchedFacts, putText, textOf } from "./draft.ts";
import { setField } from "./front-matter.ts";
import { firstSafe, shortText } from "../lint/shown-text.ts";

const NAME = "description";

/**
 * A topic that is described by one of its facts says the old one no longer: after the fact was replaced (`now`) or
 * taken out, the description is the new text, else the first fact that is left, else what its row holds. A description
 * in other words stays.
 */
export function renewDescription(draft: Draft, path: string, old: string, now: string | null): void {
  const file = draft.files.get(path);
  const text = textOf(draft, path);
  if (file === undefined || text === null) return;
  const said = fieldValue(readMemoryFile(file).markdown.frontMatter ?? {}, NAME);
  if (typeof said !== "string" || said === "" || said !== shortText(old)) return;
  const left = matchedFacts(draft, path).map(({ fact }) => fact.text);
  const holds = matchRow(draft.manifest, path)?.holds ?? "";
  const value = firstSafe(draft.manifest, [...(now === null ? left.slice(0, 3) : [now]), holds]);
  const renewed = setField(text, { name: NAME, value });
  if (renewed !== null) putText(draft, path, renewed, "its description told a fact that went");
}
