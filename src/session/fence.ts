/** How our own resume and handoff text is fenced wherever it is shown to an agent. */
const OPEN = /^[ \t]*(?:\d+[\t→])?[ \t]*<session-handoff>[ \t]*$/m;
const FENCED =
  /^[ \t]*(?:\d+[\t→])?[ \t]*<session-handoff>[ \t]*$[\s\S]*?(?:^[ \t]*(?:\d+[\t→])?[ \t]*<\/session-handoff>[ \t]*$|(?![\s\S]))/gm;

/**
 * Takes out what lies between lines `<session-handoff>` and `</session-handoff>` (with or without the line numbers of a
 * read tool): our own text must not become evidence of itself. One without its end reaches to the end.
 */
export function withoutOwnText(text: string): { text: string; removed: number } {
  if (!text.includes("<session-handoff>") || !OPEN.test(text)) return { text, removed: 0 };
  let removed = 0;
  const rest = text.replaceAll(FENCED, () => {
    removed += 1;
    return "";
  });
  return { text: rest, removed };
}
