import { describe, expect, it } from "vitest";
import { readSpoken } from "./candidates.ts";
import { withoutFillers } from "./sentence.ts";
import { isForMemory } from "./turn.ts";

const kept = (text: string): string[] =>
  readSpoken(text).flatMap((found) => (found.op === "add" && found.explicit ? [found.text] : []));
const dropped = (text: string): string[][] =>
  readSpoken(text).flatMap((found) => (found.op === "retire" ? [[found.text, found.subject]] : []));

describe("a person asks to remember", () => {
  it.each([
    ["Remember that the port is 1.", "The port is 1"],
    ["Remember the API port is 8080.", "The API port is 8080"],
    ["Remember port 1 is taken.", "Port 1 is taken"],
    ["Remember: use tabs.", "Use tabs"],
    ["Remember that the second printer is in the attic.", "The second printer is in the attic"],
    ["Remember that this project uses pnpm.", "This project uses pnpm"],
    ["Remember that there are two printers.", "There are two printers"],
    ["Запомни, что этот проект собирает npm.", "Этот проект собирает npm"],
    ["Note that CI is slow", "CI is slow"],
    ["Please remember this: deploys happen on Fridays.", "Deploys happen on Fridays"],
    ["Don't forget that CI is slow.", "CI is slow"],
    ["For future reference, use tabs in the docs.", "Use tabs in the docs"],
    ["Fix the build, and remember that the API port is 8080.", "The API port is 8080"],
    ["Запомни: порт 1 занят.", "Порт 1 занят"],
    ["Запомни порт API — 8080.", "Порт API — 8080"],
    ["Запиши, что CI медленный", "CI медленный"],
    ["记住：端口8080已被占用。", "端口8080已被占用"],
    ["Recuerda que el puerto es 8080.", "El puerto es 8080"],
    ["Merk dir, dass der Port 8080 belegt ist.", "Der Port 8080 ist belegt"],
    ["Merk dir, dass Ida das Netz pflegt.", "Ida pflegt das Netz"],
    ["Denk daran, dass wir freitags ausliefern.", "Dass wir freitags ausliefern"],
    ["Vergiss nicht, dass CI langsam ist.", "CI ist langsam"],
  ])("%s", (text, fact) => {
    expect(kept(text)).toEqual([fact]);
  });

  it.each([
    ["Hello, remember the deploy target is blue-7.", "The deploy target is blue-7"],
    ["Hello, remember that the deploy target is blue-7.", "The deploy target is blue-7"],
    ["hello there, please remember: the deploy target is blue-7", "The deploy target is blue-7"],
    ["Hello remember that the deploy target is blue-7.", "The deploy target is blue-7"],
    ["Good morning, remember that the deploy target is blue-7.", "The deploy target is blue-7"],
    ["Привет, запомни: порт 1 занят.", "Порт 1 занят"],
    ["Добрый день, запомни, что порт 1 занят.", "Порт 1 занят"],
    ["Hola, recuerda que el puerto es 8080.", "El puerto es 8080"],
    ["Buenos días, recuerda que el puerto es 8080.", "El puerto es 8080"],
    ["Hallo, merk dir, dass der Port 8080 belegt ist.", "Der Port 8080 ist belegt"],
    ["Guten Tag, bitte merk dir, dass der Port 8080 belegt ist.", "Der Port 8080 ist belegt"],
    ["你好，记住：端口8080已被占用。", "端口8080已被占用"],
    ["您好，请记住：端口8080已被占用。", "端口8080已被占用"],
  ])("behind a greeting: %s", (text, fact) => {
    expect(kept(text)).toEqual([fact]);
    expect(isForMemory(text)).toBe(true);
  });

  it.each([
    ["Hello, forget everything about Postgres.", "Postgres"],
    ["Привет, забудь всё про Postgres", "Postgres"],
    ["Hola, olvida todo sobre Postgres.", "Postgres"],
    ["Hallo, vergiss alles über Postgres.", "Postgres"],
    ["你好，忘记关于Postgres", "Postgres"],
  ])("or to forget, behind a greeting: %s", (text, name) => {
    expect(dropped(text)).toEqual([[name, name]]);
  });

  it.each([
    ["Hello, correction: the port is 8081, not 8080.", "Correction: the port is 8081, not 8080."],
    ["Hello, the API port is 9090, not 8080.", "The API port is 9090, not 8080."],
    ["Привет, поправка: порт 8081, а не 8080.", "Поправка: порт 8081, а не 8080."],
  ])("or corrects, behind a greeting: %s", (text, without) => {
    expect(readSpoken(text)).toEqual(readSpoken(without));
    expect(readSpoken(text)).not.toEqual([]);
  });

  it("a greeting that is part of a name stays", () => {
    expect(withoutFillers("Hello world is printed twice.")).toBe("Hello world is printed twice.");
    expect(withoutFillers("hello-world must be built first.")).toBe("hello-world must be built first.");
  });

  it("before a long block that was pasted", () => {
    const said = "Remember that the deploy target is blue-7.";
    const code = `\`\`\`\n${"Remember that the port is 1.\n".repeat(120)}\`\`\``;
    expect(kept(`${said}\n\n${code}`)).toEqual(["The deploy target is blue-7"]);
    expect(kept(`${said}\n${"2026-01-02 10:11:12 started\n".repeat(120)}`)).toHaveLength(1);
    expect(kept(`# Plan of a page\n\n${"Remember that the port is 1.\n".repeat(120)}`)).toEqual([]);
    expect(kept("Remember that the port is 1.\n".repeat(120))).toEqual([]);
  });

  it("a list: every item of it", () => {
    const text = "Remember the following:\n- Deploys happen on Fridays\n- Port 1 is taken\n\nThen go on.";
    expect(kept(text)).toEqual(["Deploys happen on Fridays", "Port 1 is taken"]);
  });

  it.each([
    "Can you remember what the host was?",
    "Remember when we moved to Redis.",
    "Remember the config file in src.",
    "Remember to run tests.",
    "Remember that the second one is better.",
    "Remember that it is slow.",
    "Remember you can use the search tool.",
    "I forget what the port was.",
    "Note that CI is slow for now.",
    "Store it in memory, not on disk.",
    "Save it to memory instead of writing to disk.",
    "Запомни, как мы это делали",
    "Не забудь запустить тесты",
  ])("not with a question, an order of the moment or talk: %s", (text) => {
    expect(kept(text)).toEqual([]);
  });
});

describe("a person asks to forget", () => {
  it.each([
    ["Forget that the port is 1.", "the port is 1", ""],
    ["Forget the line about Redis 7.", "Redis 7", ""],
    ["forget everything about Postgres", "Postgres", "Postgres"],
    ["Forget what I said about Redis.", "Redis", "Redis"],
    ["Forget about Redis.", "Redis", "Redis"],
    ["forget about the tests", "the tests", ""],
    ["Забудь про Анну.", "Анну", "Анну"],
    ["забудь всё про Postgres", "Postgres", "Postgres"],
    ["Забудь, что мы выпускаем в понедельник", "мы выпускаем в понедельник", ""],
    ["忘记端口8080已被占用", "端口8080已被占用", ""],
    ["Olvida todo sobre Postgres.", "Postgres", "Postgres"],
    ["Vergiss, dass der Port 8080 belegt ist.", "der Port 8080 belegt ist", ""],
  ])("%s", (text, target, name) => {
    expect(dropped(text)).toEqual([[target, name]]);
  });

  it.each([
    "Forget it.",
    "Forget about the tests for now",
    "Forget about Redis, let's use Postgres.",
    "I forget what the port was.",
    "Delete everything about cookies from the page.",
    "Delete all of the tests.",
  ])("not where a plan changes or work is ordered: %s", (text) => {
    expect(dropped(text)).toEqual([]);
  });
});

describe("a person restates the one value of a thing", () => {
  it.each([
    "The API port is 9090, not 8080.",
    "The database is no longer Postgres 14, it is Postgres 15.",
    "Our staging host is now beta.example.",
  ])("as a fact of its own words: %s", (text) => {
    expect(kept(text)).toEqual([text.slice(0, -1)]);
  });

  it.each([
    "The bug is in the parser, not the lexer.",
    "The build is now green.",
    "The build is no longer red, it is green.",
    "Is the API port 9090, not 8080?",
    "The API port is 9090 for now, not 8080.",
  ])("not where it tells of the moment: %s", (text) => {
    expect(kept(text)).toEqual([]);
  });
});
