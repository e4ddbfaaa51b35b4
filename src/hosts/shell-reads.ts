/** Commands that print files named among their arguments. */
const PRINTS = /^(?:cat|bat|nl|head|tail|less|more|sed\s+-n)\b/;
/** Pieces of a command line that neither print files nor change anything. */
const BESIDE = /^(?:cd|echo|printf|pwd|true|wc|grep|rg|sort|uniq|cut)\b/;
/** A quoted text, a separator of commands, or anything else. */
const TOKEN = /"(?:[^"\\]|\\.)*"|'[^']*'|&&|\|\||[;|\n]|[^"'&;|\n]+|[\s\S]/g;
const SEPARATOR = /^(?:&&|\|\||[;|\n])$/;
const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;
const FILE = /^(?!-)[^*?$`<>|&;(){}]*\.[A-Za-z0-9]{1,8}$|(?:^|\/)(?:Makefile|Dockerfile|LICENSE|README)$/;
const REDIRECTS = /<<|[^&|\d]>|^>|\d>(?!&|\/dev\/null)/;

/**
 * Files that a shell command only shows (`sed -n 1,80p a.ts`, `cat a.ts | head`), in order; none when it does anything
 * else. Hosts without a tool for reading files look at them this way.
 */
export function filesShown(command: string): string[] {
  const pieces = piecesOf(command);
  if (!pieces.every((piece) => PRINTS.test(piece) || BESIDE.test(piece))) return [];
  if (pieces.some((piece) => REDIRECTS.test(piece.replaceAll(/"[^"]*"|'[^']*'/g, "")))) return [];
  return [...new Set(pieces.filter((piece) => PRINTS.test(piece)).flatMap(filesIn))];
}

/** The commands of a line, separators within quotes left alone. */
function piecesOf(command: string): string[] {
  const pieces = [""];
  for (const [token] of command.matchAll(TOKEN)) {
    if (SEPARATOR.test(token)) pieces.push("");
    else pieces.push((pieces.pop() ?? "") + token);
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}

function filesIn(piece: string): string[] {
  const words = [...piece.matchAll(WORD)].map(([, double, single, bare]) => double ?? single ?? bare ?? "");
  return words.slice(1).filter((word) => FILE.test(word));
}
