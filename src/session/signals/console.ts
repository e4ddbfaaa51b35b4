/** A line that a shell shows before what was typed into it: with folder or host, or a mark of its own. */
const PROMPT =
  /^\s*(?:[❯➜⏺⎿]\s|\$\s+\S|[\w.-]+@[\w.-]+[:\s].{0,80}[$#%]\s|PS [A-Z]:\\|\(\w[\w.-]*\) [\w.-]+@|[\w.-]+ git:\()/u;
/** How lines of output go on behind an empty one. */
const OUTPUT =
  /^\s*(?:(?:error|hint|warn(?:ing)?|fatal|note|info|remote|usage|npm|panic|traceback|caused by|to|from|at)(?::| ERR!|\s+(?:https?:|git@|\S+:\d))|[-+|[\]{}#<>]|\d+[\s:.)]|\/|\.{1,2}\/|✓|✗|×|✘|PASS|FAIL|={3,}|-{3,})|^\s{2,}\S/iu;

/** A text without what was copied from a terminal: a prompt, and what was printed behind it. */
export function withoutConsole(text: string): string {
  if (!text.split("\n").some((line) => PROMPT.test(line))) return text;
  const kept: string[] = [];
  let inConsole = false;
  let behindGap = false;
  for (const line of text.split(/\r?\n/u)) {
    if (PROMPT.test(line)) {
      inConsole = true;
      behindGap = false;
    } else if (!inConsole) kept.push(line);
    else if (line.trim() === "") behindGap = true;
    else if (behindGap && !OUTPUT.test(line)) {
      inConsole = false;
      kept.push("", line);
    }
  }
  return kept.join("\n");
}
