import { wordsIn } from "./statements.ts";

/** Words that tie a value to a thing, and other small words. */
export const TIES = new Set(
  (
    "is are was now called named at on called runs ist sind heißt lautet steht liegt jetzt nun es son está están se llama " +
    "ahora это теперь называется 是 为 為 叫 在 现在 現在 应该 應該 改为 改成 应 的 了 我们 我們 it it's and but und y и not no nicht не our my " +
    "unser unsere nuestro nuestra наш наша наше that dass que что has have we wir for für para для"
  ).split(" "),
);
/** May stand before a value. */
export const PREPOSITIONS = new Set("in on at by to from im am auf unter bei an en a в на под за".split(" "));
/** Articles that say whose: a thing is the same with or without. */
export const DETERMINERS = new Set(
  "our my this unser unsere mein meine nuestro nuestra mi наш наша наше".split(" "),
);
/** May stand before the name of a thing. */
export const ARTICLES = new Set("the a an der die das den dem el la los las un una".split(" "));

/** Words of two letters say little; figures and Chinese words do. */
export function isTelling(word: string): boolean {
  if (TIES.has(word) || ARTICLES.has(word) || PREPOSITIONS.has(word)) return false;
  return word.length > 2 || /[\p{Nd}\p{Script=Han}]/u.test(word);
}

/** The telling words of a text, as they are compared. */
export const tellingWords = (text: string): string[] =>
  wordsIn(text).flatMap(({ key }) => (isTelling(key) ? [key] : []));
