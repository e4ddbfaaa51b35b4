/** A patch as the `apply_patch` tool takes it. */
const BEGIN = "*** Begin Patch";
const FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
const ADDED = /^\+(.*)$/gm;
/** Characters looked at: more than an excerpt keeps. */
const LOOK = 4_000;

/** Files a patch names (added, updated, deleted, moved to) and the lines it adds; null when the text holds no patch. */
export function readPatch(text: string): { files: string[]; added: string } | null {
  const begin = text.indexOf(BEGIN);
  if (begin === -1) return null;
  const patch = text.slice(begin);
  const files = [...patch.matchAll(FILE)]
    .map(([, path]) => (path ?? "").trim())
    .filter((path) => path !== "");
  const added = [...patch.slice(0, 4 * LOOK).matchAll(ADDED)].map(([, line]) => line ?? "");
  return { files: [...new Set(files)], added: added.join("\n").slice(0, LOOK) };
}
