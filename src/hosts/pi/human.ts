/** A skill that the person called by its command: the client writes its whole text in place of the name. */
const SKILL = /<skill name="([^"]+)"[^>]*>[\s\S]*?<\/skill>\s*/g;
/** A file named on the command line: the client writes its content above the person's words. */
const FILE = /<file name="([^"]+)">[\s\S]*?<\/file>\s*/g;

/** What the person typed of a user message's text: skills and files stay as their names. */
export function typedText(text: string): string {
  return text
    .replaceAll(SKILL, (_whole, name: string) => `/skill:${name} `)
    .replaceAll(FILE, (_whole, path: string) => `@${path} `)
    .trim();
}
