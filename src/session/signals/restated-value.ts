import { readSpoken } from "./candidates.ts";
import { identifiersIn } from "./identifiers.ts";
import type { Found } from "./named.ts";
import { restatementIn } from "./restatement.ts";
import { isQuestion } from "./sentence.ts";

/** What is said of these tells of the work at hand. */
const OF_THE_WORK =
  /(?<!\p{L})(?:errors?|bugs?|issues?|problems?|tests?|builds?|lines?|fix(?:es)?|ошибк\p{L}*|баг\p{L}*|проблем\p{L}*|тест\p{L}*|строк\p{L}*|fehler|zeilen?|errores|fallos?|pruebas?|líneas?)(?!\p{L})|错误|錯誤|问题|問題|测试|測試/iu;

/**
 * True for a sentence that only puts one value right: "Actually, the quota is 1200, not 900.", "No, the port is 5434."
 * The value is a figure or a name in code; what tells of an error or a test is about the work.
 */
export function putsValueRight(sentence: string): boolean {
  if (isQuestion(sentence) || OF_THE_WORK.test(sentence)) return false;
  const found = readSpoken(sentence);
  return found.length > 0 && found.every((one) => corrects(one) && hasValue(one.text));
}

/** Said as a correction, or as the one value that a thing has now. */
function corrects({ op, kind, explicit, text }: Found): boolean {
  return op === "correct" || (op === "add" && kind === "fact" && explicit && restatementIn(text) !== null);
}

function hasValue(text: string): boolean {
  return /\d/u.test(text) || identifiersIn(text).length > 0;
}
