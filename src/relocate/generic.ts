import { plainHeading } from "./concepts.ts";

/** Headings that sort nothing: what stands below them is judged as if they were not there. */
const WORDS = [
  "misc(?:ellaneous|ellanea)?|general(?:ly)?|general (?:info(?:rmation)?|notes?|facts?)|others?|other (?:notes?|things?|stuff|facts?)|various|stuff|random(?: notes?)?|(?:old|more|extra) (?:stuff|notes?)|etc|everything else|the rest|unsorted|uncategori[sz]ed|untitled|unknown|n/?a|dup(?:e|licate)?s?|duplicate (?:facts?|notes?|entries)|repeated|again|notes?|my notes?|(?:quick|side|extra|additional|useful|important|key) (?:notes?|facts?|info(?:rmation)?)|facts?|info(?:rmation)?|basics?|lists?|items?|entries|memo(?:s|ries)?|remember(?:ed)?|things to (?:know|remember)|key info|junk|dump|archive|appendix|secrets?|credentials?|passwords?|api keys?|tokens?|keys",
  "общее|общие(?: сведения| заметки)?|разное|прочее|другое|остальное|всякое|мелочи|дубли(?:каты)?|повторы|заметк[аи]|мои заметки|важное|факты|информация|данные|без названия|дополнительно|секреты|пароли|ключи",
  "generales|varios|otros?|otras? cosas|miscelánea|duplicados?|notas?|mis notas|apuntes|datos|información|importante|secretos|contraseñas|claves",
  "allgemein(?:es)?|sonstiges?|verschiedenes|diverses|übriges|weiteres|dubletten|duplikate|doppelt(?:es)?|notiz(?:en)?|meine notizen|fakten|informationen|infos?|wichtig(?:es)?|geheimnisse|passwörter|schlüssel",
  "général(?:ités)?|divers|autres?|doublons?|notes? diverses|mes notes|faits|informations?|infos|secrets|mots de passe",
  "gera(?:l|is)|vários|diversos|outros|duplicad[oa]s?|notas?|anotações|minhas notas|fatos|informações|segredos|senhas",
].join("|");

const DENSE =
  "其他|其它|杂项|雜項|一般|通用|综合|綜合|备注|備註|笔记|筆記|重复|重複|信息|資訊|杂记|随笔|密码|密鑰|密钥|その他|雑多|雑記|一般事項|ノート|メモ|覚え書き|重複分|情報|基本情報|パスワード";

/** Words of a title that say that the document is a memory. */
const OF_A_MEMORY =
  /(?<![\p{L}\p{N}])(?:memory|memories|memos?|notes?|notebook|knowledge(?: base)?|index|claude\.md|agents\.md|memory\.md|память|памяти|заметки|gedächtnis|erinnerung(?:en)?|notizen|memorias?|notas|apuntes|mémoires?|memórias?|anotações)(?![\p{L}\p{N}])|\.md$|记忆|記憶|笔记|筆記|备忘录?|メモリー?|ノート|メモ/giu;

/** Words beside them that say no more. */
const BESIDE =
  /(?<![\p{L}\p{N}])(?:project|long-?term|short-?term|persistent|global|personal|shared|auto|agent(?:['’]?s)?|assistant(?:['’]s)?|claude(?:['’]s)?|bank|file|for|the|of|and|my|our|about|моя|мои|мой|наша|meine?s?|unsere?|der|die|das|des|mis?|nuestra|la|el|de|del|mes|ma|notre|minhas?|nossa)(?![\p{L}\p{N}])|我的|我们的|项目|私の|の|的/giu;

const WHOLE = new RegExp(`^(?:${WORDS}|${DENSE})$`, "iu");

/** Headings of what is known about the one who is helped. */
const USER =
  /^(?:(?:the |about (?:the )?)?user(?: (?:info(?:rmation)?|profile|facts?|background|details))?|about me|my profile|profile|(?:о )?пользовател[ьею]|обо мне|профиль|benutzer(?:in)?|nutzer(?:in)?|anwender|über mich|profil|(?:el )?usuari[oa]|sobre (?:mí|mim)|perfil|(?:l['’])?utilisat(?:eur|rice)|à propos de moi|(?:关于)?用户(?:信息|资料)?|使用者|关于我|ユーザー?(?:情報)?|私について)$/iu;

/** Whether a heading stands over what is known of the user: the names below it are labels, not people. */
export function isAboutUser(heading: string): boolean {
  return USER.test(plainHeading(heading));
}

/** Whether a heading names nothing ("Misc", "Notes", "Разное", "其他", "My Memory"): no subject, only a place. */
export function isGeneric(heading: string): boolean {
  const text = plainHeading(heading);
  return WHOLE.test(text) || (text !== "" && withoutDocumentWords(text) === "");
}

/** What is left of a title without the words that say what the document is; empty when nothing is. */
export function withoutDocumentWords(title: string): string {
  const rest = title.replace(OF_A_MEMORY, " ");
  if (rest === title) return title;
  return rest
    .replace(BESIDE, " ")
    .replace(/[^\p{L}\p{N}.]+$|^[^\p{L}\p{N}]+/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
