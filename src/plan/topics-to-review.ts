import type { Receipt } from "../handoff/receipt.ts";
import { FEW_FILES, namesFile, plainPath } from "../memory/topic-paths.ts";
import type { Draft } from "./draft.ts";
import { topicHeads } from "./topic-heads.ts";

/** Topics whose front matter `paths` name more than three of the files that this session edited. */
export function topicsToReview(draft: Draft): Receipt["topicsToReview"] {
  const edited = draft.handoff.state.files
    .filter((file) => file.edits > 0)
    .map((file) => plainPath(file.path));
  if (edited.length <= FEW_FILES) return [];
  return topicHeads(draft).flatMap((topic) => {
    const named = topic.paths.map(namesFile);
    const changed = edited.filter((path) => named.some((matches) => matches(path)));
    return changed.length > FEW_FILES ? [{ file: topic.file, changed }] : [];
  });
}
