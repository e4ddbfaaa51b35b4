import { describe, expect, it } from "vitest";
import { readSpoken } from "./candidates.ts";
import { isForMemory } from "./turn.ts";

const corrected = (text: string): (string | null)[][] =>
  readSpoken(text).flatMap((found) => (found.op === "correct" ? [[found.text, found.targetText]] : []));

describe("a correction in so many words", () => {
  it.each([
    ["Correction: the relay port is 7002, not 7001.", "The relay port is 7002", "7001"],
    ["That's not right, the relay port is 7002.", "The relay port is 7002", null],
    ["Korrektur: der Lagerserver steht in Bonn, nicht in Ulm.", "Der Lagerserver steht in Bonn", "in Ulm"],
    ["Das stimmt nicht, der Port ist 7002, nicht 7001.", "Der Port ist 7002", "7001"],
    ["Corrección: el puerto de pruebas es 7002, no 7001.", "El puerto de pruebas es 7002", "7001"],
    ["Eso no es correcto: el servidor está en Lugo, no en Vigo.", "El servidor está en Lugo", "en Vigo"],
    ["更正：测试服务器的端口是 7002，不是 7001。", "测试服务器的端口是 7002", "7001"],
    ["更正：测试服务器位于上海，不是北京。", "测试服务器位于上海", "北京"],
    ["Поправка: порт тестового сервера 7002, а не 7001.", "Порт тестового сервера 7002", "7001"],
    ["Это не так, порт — 7002.", "Порт — 7002", null],
  ])("%s", (text, said, target) => {
    expect(corrected(text)).toEqual([[said, target]]);
    if (target !== null) expect(isForMemory(text)).toBe(true);
  });
});

describe("a correction that denies something", () => {
  it.each([
    ["That's wrong: the cache is not shared.", "The cache is not shared"],
    ["Das stimmt nicht, der Cache ist nicht geteilt.", "Der Cache ist nicht geteilt"],
    ["Corrección: el caché no es compartido.", "El caché no es compartido"],
    ["Поправка: кэш не общий у всех.", "Кэш не общий у всех"],
    ["更正：缓存不是共享的。", "缓存不是共享的"],
  ])("keeps its words: %s", (text, said) => {
    expect(corrected(text)).toEqual([[said, null]]);
  });
});

describe("a correction by a no, or by setting a value against another", () => {
  it.each([
    ["No, it's 7002, not 7001.", "It's 7002", "7001"],
    ["Actually, the port is 7002.", "The port is 7002", null],
    ["The port isn't 7001 but 7002.", "The port is 7002", "The port is 7001"],
    ["Das stimmt nicht, der Port ist 7002.", "Der Port ist 7002", null],
    ["Der Port ist nicht 7001, sondern 7002.", "Der Port ist 7002", "Der Port ist 7001"],
    ["En realidad es 7002, no 7001.", "Es 7002", "7001"],
    ["No es 7001 sino 7002.", "Es 7002", "Es 7001"],
    ["No, el puerto es 7002.", "El puerto es 7002", null],
    ["不对，端口是 7002", "端口是 7002", null],
    ["应该是 7002 而不是 7001", "应该是 7002", "应该是 7001"],
    ["端口不是 7001，而是 7002。", "端口是 7002", "端口是 7001"],
    ["Нет, порт 7002, а не 7001.", "Порт 7002", "7001"],
  ])("%s", (text, said, target) => {
    expect(corrected(text)).toEqual([
      [said, target?.startsWith("Es ") ? target.replace("Es", "es") : target],
    ]);
  });

  it.each([
    "Nein, der Port ist 7002 und nicht 7001.",
    "El puerto es 7002, no 7001.",
    "The API port is 7002, not 7001.",
  ])("a statement with both values is kept as it is: %s", (text) => {
    expect(readSpoken(text).map(({ op, kind, explicit }) => [op, kind, explicit])).toEqual([
      ["add", "fact", true],
    ]);
  });

  it.each([
    "No, use 7002, not 7001.",
    "It should be 24px, not 16px.",
    "No, that's not what I meant.",
    "Nein, das meine ich nicht.",
    "We need 300 columns, not 400.",
    "The test fails with 500, not 404.",
    "No, eso no funciona",
    "不，我不是这个意思",
    "Es geht nicht um 7001, sondern um 7002 Zeilen",
  ])("talk about the work is none: %s", (text) => {
    expect(corrected(text)).toEqual([]);
  });
});

describe("what is not to be remembered", () => {
  it.each([
    "Don't remember anything about this joke.",
    "Please do not keep this in mind.",
    "You don't need to remember that the port is 7001.",
    "Merk dir das nicht.",
    "Bitte merk dir diesen Witz nicht.",
    "No recuerdes nada de este chiste.",
    "Не запоминай эту шутку.",
    "不要记住这个笑话。",
  ])("%s", (text) => {
    expect(readSpoken(text)).toEqual([]);
  });

  it.each([
    ["Merk dir, dass der Port nicht 7001 ist.", "Der Port ist nicht 7001"],
    ["Don't forget that CI is slow.", "CI is slow"],
    ["Don't remember the joke, but remember that CI is slow.", "CI is slow"],
  ])("a fact with a no in it is kept: %s", (text, kept) => {
    expect(readSpoken(text).map((found) => found.text)).toEqual([kept]);
  });
});
