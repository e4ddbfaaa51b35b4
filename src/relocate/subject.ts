import type { Block } from "./blocks.ts";
import { plainHeading } from "./concepts.ts";

/** Longest name in words and characters. */
const NAME_WORDS = 5;
const NAME_CHARS = 48;

/**
 * What a list item, row or paragraph is about when it begins with a name: a bold or code lead, a link's text, "Name: …",
 * "Name — …", or the first cell. Null when it begins like any sentence.
 */
export function leadingName(block: Block): string | null {
  if (block.form === "row") return asName(block.cells[0] ?? "");
  if (block.form !== "item" && block.form !== "paragraph") return null;
  const text = block.text
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/u, "")
    .replace(/^\[[ xX]\]\s+/u, "")
    .replace(/^[\p{Extended_Pictographic}\uFE0F\s]+/u, "");
  const marked =
    /^(?:\*\*|__)(.{1,60}?)(?:\*\*|__)/u.exec(text)?.[1] ??
    /^\[([^\]\n]{1,60})\]\(/u.exec(text)?.[1] ??
    /^`([^`\n]{1,60})`\s*(?::|[—–-]|\()/u.exec(text)?.[1];
  if (marked !== undefined) return asName(marked);
  const plain =
    /^([\p{Lu}\p{N}\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}][^\n.!?:：—–|]{0,47}?)\s*(?:[:：]\s|\s[—–-]\s|\s\()/u.exec(
      text,
    )?.[1];
  return plain === undefined ? null : asName(plain);
}

/** What a line says of the thing it belongs to, by name. */
const LABEL =
  /^(?:name|role|status|state|e-?mail|phone|time ?zone|location|address|language|age|job|title|url|host|port|version|stack|owner|date|notes?|important|warning|caution|tip|example|why|what|when|where|who|how|goal|purpose|usage|rule|имя|роль|статус|почта|город|язык|возраст|адрес|версия|порт|важно|внимание|пример|зачем|почему|rolle|stadt|sprache|alter|adresse|wichtig|achtung|beispiel|hinweis|nombre|rol|estado|correo|ciudad|idioma|edad|importante|nota|ejemplo|nom|rôle|statut|ville|langue|nome|função|cidade|姓名|名字|角色|职业|状态|邮箱|城市|语言|地址|版本|端口|注意|重要|例|名前|役割|状態)$/iu;

function asName(text: string): string | null {
  const name = plainHeading(text.replace(/[:：]+$/u, ""));
  if (name === "" || name.length > NAME_CHARS || name.split(/\s+/u).length > NAME_WORDS) return null;
  // a date, a number or a label names nothing
  return /\p{L}/u.test(name) && !LABEL.test(name) && !/^\d{4}-\d{2}/u.test(name) ? name : null;
}

const DAY = /(?<!\d)((?:19|20)\d{2})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/gu;

/** The newest ISO day that a block or the headings above it name; null without one. */
export function dayOf(block: Block): string | null {
  const texts = [block.text, block.lead ?? "", ...block.headings.map(({ text }) => text).reverse()];
  for (const text of texts) {
    const days = [...text.matchAll(DAY)]
      .map((match) => match[0])
      .filter(isDay)
      .sort();
    const newest = days.at(-1);
    if (newest !== undefined) return newest;
  }
  return null;
}

function isDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
