import type { Receipt } from "../handoff/receipt.ts";
import type { Draft } from "./draft.ts";
import { topicHeads } from "./topic-heads.ts";

/** A topic is worth a look when a session changed more than this many of its files. */
const FEW = 3;

/** Topics whose front matter `paths` name more than three of the files that this session edited. */
export function topicsToReview(draft: Draft): Receipt["topicsToReview"] {
  const edited = draft.handoff.state.files.filter((file) => file.edits > 0).map((file) => plain(file.path));
  if (edited.length <= FEW) return [];
  return topicHeads(draft).flatMap((topic) => {
    const named = topic.paths.map(matcherOf);
    const changed = edited.filter((path) => named.some((matches) => matches(path)));
    return changed.length > FEW ? [{ file: topic.file, changed }] : [];
  });
}

/** A file, a folder (with or without its closing `/`), or a pattern with `*` and `**`. */
function matcherOf(written: string): (path: string) => boolean {
  const wanted = plain(written).replace(/\/+$/u, "");
  if (!wanted.includes("*")) return (path) => path === wanted || path.startsWith(`${wanted}/`);
  const source = wanted
    .split(/(\*\*\/?|\*)/u)
    .map((part) => {
      if (part.startsWith("**")) return ".*";
      return part === "*" ? "[^/]*" : part.replace(/[\\^$.+?()[\]{}|]/gu, "\\$&");
    })
    .join("");
  const pattern = new RegExp(`^${source}$`, "u");
  return (path) => pattern.test(path);
}

function plain(path: string): string {
  return path.trim().replaceAll("\\", "/").replace(/^\.\//u, "");
}
