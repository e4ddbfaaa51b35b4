import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import { remarkRules } from "./remark.ts";
import { rules } from "./rules.ts";

/** Each rule as a plugin, for a list of one's own. */
export { remarkRules };

/** Without the memory around a file these know nothing, and which rows a manifest has is not in the file. */
const isOfOneFile = (id: string): boolean =>
  id !== "manifest-route" && rules.find(({ meta }) => meta.id === id)?.meta.needsSnapshot !== true;

const plugins = [
  remarkFrontmatter,
  remarkGfm,
  ...Object.entries(remarkRules).flatMap(([id, plugin]) => (isOfOneFile(id) ? [plugin] : [])),
];

/** `session-handoff/remark-preset`: the rules that tell from one file alone, with the syntax that they read. */
// oxlint-disable-next-line import/no-default-export -- where remark looks for a preset
export default { plugins };
