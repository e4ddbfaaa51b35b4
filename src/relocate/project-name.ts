import { plainHeading } from "./concepts.ts";
import type { Outline } from "./blocks.ts";
import { isGeneric, withoutDocumentWords } from "./generic.ts";

const NAME_CHARS = 40;

/** What the title of a document says it is about ("Atlas: notes" is about Atlas); null when it says no name. */
export function titleName({ frames }: Outline): string | null {
  const title = frames.find(({ form, depth }) => form === "heading" && depth === 1)?.text ?? "";
  const name = plainHeading(title)
    .split(/\s+[—–|-]\s+|[:：]/u)
    .map(withoutDocumentWords)
    .find((part) => part !== "" && !isGeneric(part));
  return name !== undefined && name.length <= NAME_CHARS ? name : null;
}

/** Name of the folder that a memory is about, as its path tells it. */
export function folderName(root: string): string {
  const folders = root
    .split(/[\\/]/u)
    .filter((part) => part !== "" && !/^\.?memory$|^\.claude$/iu.test(part));
  return folders.at(-1) ?? "project";
}
