import { parseMarkdown } from "../markdown/parse.ts";
import { endsInBlankLine, toSource } from "../markdown/tree.ts";
import { applySplices } from "../markdown/splice.ts";

const BEGIN = "<!-- handoff:rules:begin -->";
const END = "<!-- handoff:rules:end -->";

/** The memory rules for agents, as lines; `folder` is where the memory lies, as the agent would write it. */
function rulesFor(folder: string, index: string): string[] {
  const at = (file: string): string => (folder === "" || folder === "." ? file : `${folder}/${file}`);
  return [
    BEGIN,
    "## Memory",
    "",
    `- Read \`${at(index)}\` when you start: it only points to files; open the ones that matter for the task.`,
    `- \`${at("MANIFEST.md")}\` says which file holds what. Write what you learn to that file, never to the index.`,
    "- State facts as one list item each, with names, versions and paths as they are. Correct an outdated fact in place.",
    "- Keep code, logs, commit hashes and secrets out of the memory.",
    END,
  ];
}

/**
 * The text of AGENTS.md or CLAUDE.md with our marked block: replaced where it stands, else at the end; every other
 * byte stays. `text` null: a new file.
 */
export function withAgentsBlock(text: string | null, folder: string, index: string): string {
  const parsed = parseMarkdown(text ?? "");
  const eol = parsed.lineEnding;
  const block = rulesFor(folder, index).join(eol);
  const start = parsed.text.indexOf(BEGIN);
  const end = parsed.text.indexOf(END, start);
  if (start !== -1 && end !== -1) {
    return toSource(parsed, applySplices(parsed.text, [{ start, end: end + END.length, insert: block }]));
  }
  const body = parsed.text;
  const gap = body === "" || endsInBlankLine(body) ? "" : /[\r\n]$/u.test(body) ? eol : eol + eol;
  return toSource(parsed, `${body}${gap}${block}${eol}`);
}
