import { plainHeading } from "../relocate/concepts.ts";
import type { Outline } from "../relocate/blocks.ts";

/** Words of a title that say what the document is, not what it is about. */
const DOCUMENT_WORDS =
  /(?<![\p{L}\p{N}])(?:project|long-?term|auto|agent|memory|memories|notes?|index|claude\.md|agents\.md|memory\.md|file|for|the|of|память|заметки|记忆|メモリ)(?![\p{L}\p{N}])|\.md$/giu;
const NAME_CHARS = 40;

/** What a document is about: its title without such words, else the name of its folder. */
export function projectName({ frames }: Outline, root: string): string {
  const title = frames.find(({ form, depth }) => form === "heading" && depth === 1)?.text ?? "";
  const name = plainHeading(title)
    .split(/\s+[—–|-]\s+|[:：]/u)
    .map((part) => part.replace(DOCUMENT_WORDS, " ").replace(/\s+/gu, " ").trim())
    .find((part) => part !== "");
  if (name !== undefined && name.length <= NAME_CHARS) return name;
  const folders = root
    .split(/[\\/]/u)
    .filter((part) => part !== "" && !/^\.?memory$|^\.claude$/iu.test(part));
  return folders.at(-1) ?? "project";
}
