import { describe, expect, it } from "vitest";
import { readSpoken } from "./candidates.ts";

/** Preferences read from what a person says, as `scope: text`. */
function rules(text: string): string[] {
  return readSpoken(text)
    .filter(({ kind, explicit }) => kind === "preference" && explicit)
    .map(({ scope, text: said }) => `${scope}: ${said}`);
}

describe("a rule stated as general", () => {
  it.each([
    ["en", "From now on run the importer tests before every commit."],
    ["en", "Always ask me before you touch the billing tables."],
    ["en", "I prefer small commits over one large one."],
    ["ru", "Впредь перед каждым коммитом запускай тесты импорта."],
    ["ru", "Всегда спрашивай меня, прежде чем менять таблицы оплат."],
    ["ru", "Я предпочитаю маленькие коммиты одному большому."],
    ["de", "Führe ab jetzt vor jedem Commit die Importtests aus."],
    ["de", "Frag mich immer, bevor du die Abrechnungstabellen änderst."],
    ["de", "Ich bevorzuge kleine Commits statt eines großen."],
    ["es", "A partir de ahora ejecuta las pruebas de importación antes de cada commit."],
    ["es", "Siempre pregúntame antes de tocar las tablas de cobros."],
    ["es", "Prefiero commits pequeños en lugar de uno grande."],
    ["zh", "从现在起，每次提交之前都要先运行导入测试。"],
    ["zh", "修改账单表之前请务必始终先问我。"],
    ["zh", "我更喜欢小的提交，而不是一个大的提交。"],
  ])("is a preference (%s): %s", (_, text) => {
    expect(rules(text)).toHaveLength(1);
  });

  it.each([
    ["en", "Run the importer tests before you commit this."],
    ["en", "For now always skip the slow importer tests."],
    ["en", "The importer always fails on the second run."],
    ["ru", "Запусти тесты импорта перед этим коммитом."],
    ["ru", "Импорт всегда падает на втором запуске."],
    ["de", "Führe die Importtests vor diesem Commit aus."],
    ["de", "Diesmal bitte immer nur die schnellen Tests ausführen."],
    ["de", "Der Import schlägt beim zweiten Lauf immer fehl."],
    ["es", "Ejecuta las pruebas de importación antes de este commit."],
    ["es", "Por ahora usa siempre las pruebas rápidas del importador."],
    ["es", "El importador siempre falla en la segunda ejecución."],
    ["zh", "提交之前请先运行一次导入测试。"],
    ["zh", "这次请始终只运行快速的导入测试。"],
    ["zh", "导入程序在第二次运行时总是失败。"],
  ])("is told from a request of the moment and from a description (%s): %s", (_, text) => {
    expect(rules(text)).toEqual([]);
  });

  it.each([
    "Always answer in English.",
    "Всегда отвечай по-русски и кратко.",
    "Antworte mir bitte immer auf Deutsch und knapp.",
    "Por favor responde siempre en español y con pocas palabras.",
    "请始终用中文简洁地回答我的问题。",
  ])("goes with the person where it is about manner: %s", (text) => {
    expect(rules(text)).toEqual([expect.stringMatching(/^user: /u)]);
  });
});

/** Facts and decisions read from what a person says, as `kind: text`. */
function told(text: string): string[] {
  return readSpoken(text)
    .filter(({ kind }) => kind === "fact" || kind === "decision")
    .map(({ kind, text: said }) => `${kind}: ${said}`);
}

describe("a convention", () => {
  it.each([
    [
      "i think the list doesn't keep to the invariant that every row is at most as wide as its column.",
      "Every row is at most as wide as its column.",
    ],
    [
      "Also I thought the pattern was to use npm scripts, not paths of programs.",
      "Use npm scripts, not paths of programs.",
    ],
    ["У нас соглашение, что деньги хранятся в целых копейках.", "Деньги хранятся в целых копейках."],
    [
      "Hier ist die Konvention, dass Beträge immer in Cent gespeichert werden.",
      "Beträge immer in Cent gespeichert werden.",
    ],
    [
      "Aquí la convención es que los importes se guardan en céntimos.",
      "Los importes se guardan en céntimos.",
    ],
    ["我们的约定是所有金额都以分为单位保存在数据库里。", "所有金额都以分为单位保存在数据库里。"],
  ])("is told by its words, whatever stands around it: %s", (text, fact) => {
    expect(told(text)).toEqual([`fact: ${fact}`]);
  });
});

describe("a choice of a person", () => {
  it.each([
    ["we are going to adopt the vendor's statement format for all importers.", "adopt"],
    ["The two tables are new and have no users yet, so no need for backward compatibility.", "no need"],
    ["omfg use fucking cents in the totals table, no floats!", "Use cents in the totals table, no floats!"],
    ["Wir setzen auf SQLite für alle kleinen Importe.", "SQLite"],
    ["Vamos a adoptar el formato del banco para todos los importadores.", "formato"],
    ["我们改用 SQLite 保存所有导入的数据，而不是 Postgres。", "SQLite"],
  ])("is a decision: %s", (text, part) => {
    const [decision, ...others] = told(text);
    expect(decision).toMatch(/^decision: /u);
    expect(decision).toContain(part);
    expect(others).toEqual([]);
  });

  it("is no rule when someone cries out at what just happened", () => {
    expect(
      rules("I picked a theme while you were working and got a crash, that should never happen."),
    ).toEqual([]);
  });

  it("is none where someone shrugs", () => {
    expect(told("but yeah let's not worry too much about the names as long as nobody is confused")).toEqual(
      [],
    );
  });

  it("is read sentence by sentence where everything is typed small", () => {
    expect(
      rules("this broke, e.g. when i restarted with -r. bad themes must NEVER crash the program"),
    ).toEqual(["project: Bad themes must NEVER crash the program"]);
  });
});

describe("short rules and complaints", () => {
  it.each(["Never push to main.", "Always use pnpm.", "Don't ever push to main.", "Никогда не пушь в main."])(
    "a rule of few words is kept: %s",
    (text) => {
      expect(readSpoken(text).map(({ kind }) => kind)).toEqual(["preference"]);
    },
  );

  it.each([
    "I don't like that you never ask.",
    "You broke the build again, we never had this before you.",
    "You always forget the tests.",
    "Mir gefällt nicht, dass du nie fragst.",
    "Мне не нравится, что ты никогда не спрашиваешь.",
    "No me gusta que nunca preguntas.",
    "我不喜欢你从来不问。",
    "Never mind that.",
    "Always the same error!",
    "Always fails here.",
  ])("a complaint is none: %s", (text) => {
    expect(readSpoken(text)).toEqual([]);
  });
});
