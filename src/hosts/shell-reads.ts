/** Commands that print files named as their last arguments. */
const PRINTS = /^(?:cat|bat|nl|head|tail|less|more|sed\s+-n)\b/;
/** Pieces of a command line that neither print files nor change anything. */
const BESIDE = /^(?:cd|echo|printf|pwd|true|wc|head|tail|sed\s+-n|grep|rg|nl|cat|less|more|sort|uniq|cut)\b/;
const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;
const FILE = /^[^-*?$`<>|&;(){}]+\.[A-Za-z0-9]{1,8}$|(?:^|\/)(?:Makefile|Dockerfile|LICENSE|README)$/;

/**
 * Files that a shell command only shows (`sed -n 1,80p a.ts`, `cat a.ts | head`), in order; none when it does anything
 * else. Hosts without a tool for reading files look at them this way.
 */
export function filesShown(command: string): string[] {
  if (command.includes("<<") || /[^&|]>[^&]/.test(command)) return [];
  const pieces = command.split(/&&|\|\||[;|\n]/).map((piece) => piece.trim());
  const told = pieces.filter((piece) => piece !== "");
  if (!told.every((piece) => PRINTS.test(piece) || BESIDE.test(piece))) return [];
  return [...new Set(told.filter((piece) => PRINTS.test(piece)).flatMap(filesIn))];
}

function filesIn(piece: string): string[] {
  const words = [...piece.matchAll(WORD)].map(([, double, single, bare]) => double ?? single ?? bare ?? "");
  return words.slice(1).filter((word) => FILE.test(word) && !/^\d+(?:,\d+)?p$/.test(word));
}
