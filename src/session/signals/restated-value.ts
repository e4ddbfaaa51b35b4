import { identifiersIn } from "./identifiers.ts";
import { signal } from "./languages.ts";
import { isQuestion } from "./sentence.ts";

/** Longer sentences explain something. */
const LONGEST = 160;
const OPENING =
  /^(?:(?:actually|no|nope|correction|sorry|in fact|нет|на самом деле|вообще-то|поправка|исправление|nein|doch|eigentlich|tatsächlich|korrektur|(?:das )?stimmt nicht|that's wrong|это неверно|no es cierto|en realidad|perdón|corrección)(?:[\s,.:;—–-]+|$)|(?:不对|不對|不是|应该|應該|不|其实|其實|实际上|實際上|更正)[\s,，:：。]*)+/iu;
const CONTRAST =
  /(?:,|\s)\s*(?:(?:and|и|а|und|y) )?(?:not|не|nicht|kein\p{L}*|no|sino|sondern|statt|instead of) \S|(?:而|，|,)\s*(?:不是|并非|並非)/iu;
const TIE =
  /(?<![\p{L}'])(?:is|are|was|это|ist|sind|heißt|lautet|steht|liegt|läuft|es|son|está|están|se llama)(?!\p{L})| [—–-] |[是在为為叫]/iu;
/** "Квота 1200, а не 900" needs no verb. */
const BARE_VALUE = /\p{Script=Cyrillic} \d/u;
/** What is said of these tells of the work at hand. */
const OF_THE_WORK =
  /(?<!\p{L})(?:errors?|bugs?|issues?|problems?|tests?|builds?|lines?|fix(?:es)?|ошибк\p{L}*|баг\p{L}*|проблем\p{L}*|тест\p{L}*|строк\p{L}*|fehler|problem|tests?|zeilen?|errores|fallos?|pruebas?|líneas?)(?!\p{L})|错误|錯誤|问题|問題|测试|測試/iu;

/**
 * True for a sentence that only puts one value right: "Actually, the quota is 1200, not 900.", "No, the port is 5434."
 * The value is a figure or a name in code; what tells of an error or a test is about the work.
 */
export function putsValueRight(sentence: string): boolean {
  const opening = OPENING.exec(sentence.trim())?.[0] ?? "";
  const bare = sentence.trim().slice(opening.length);
  if (bare.length > LONGEST || isQuestion(sentence) || OF_THE_WORK.test(bare)) return false;
  if (opening === "" && !CONTRAST.test(bare)) return false;
  if (signal("requestStart", "start").test(bare) || signal("requestAnywhere").test(bare)) return false;
  if (signal("hedge").test(bare)) return false;
  return (TIE.test(bare) || BARE_VALUE.test(bare)) && (/\d/u.test(bare) || identifiersIn(bare).length > 0);
}
