/** Comments of ours that mark a block of the index, such as `<!-- handoff:begin -->`: a name and at most `key=value`. */
const BLOCK_MARKER = /^<!--\s*\/?(?:session-)?handoff[:/ -][a-z0-9:/-]+(?:\s+[\w-]+=[^\s<>]+)*\s*-->$/i;

/** Comments that steer a linter or formatter. */
const CONTROL_COMMENT =
  /^<!--\s*(?:lint|handoff|handoff-(?:disable|enable)(?:-next-line)?|markdownlint-[a-z-]+|prettier-ignore[a-z-]*|remark-ignore[a-z-]*|textlint-[a-z-]+|oxfmt-ignore[a-z-]*)(?:\s+[\w:,-]+)*\s*-->$/i;

/** Whether an HTML node is one of our block markers or steers a linter: no content, allowed everywhere. */
export function isMarkerOrControl(html: string): boolean {
  const comment = html.trim();
  return BLOCK_MARKER.test(comment) || CONTROL_COMMENT.test(comment);
}
