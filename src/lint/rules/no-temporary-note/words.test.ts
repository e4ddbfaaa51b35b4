import { describe, expect, it } from "vitest";
import { LANGUAGES, temporaryWordAt } from "./words.ts";

const NOTES: Readonly<Record<string, readonly string[]>> = {
  en: [
    "runs on the old server for now",
    "temporary workaround for the cart",
    "remember to renew it",
    "Don’t forget the tests",
    "remove this later",
    "needs to be fixed",
    "still to be decided",
    "a stopgap",
  ],
  ru: [
    "пока что без поиска",
    "временно отключено",
    "временное решение",
    "не забыть продлить",
    "нужно потом исправить импорт",
    "Временный костыль",
    "убрать позже",
  ],
  zh: ["暂时没有搜索", "临时方案", "别忘了续期", "待修复", "稍后再处理"],
  ja: ["とりあえず検索なし", "暫定対応", "忘れずに更新する", "後で直す", "要確認"],
  ko: ["임시로 꺼 둠", "나중에 수정"],
  es: [
    "por ahora sin búsqueda",
    "pendiente de revisar",
    "no olvidar el certificado",
    "hay que arreglar el carro",
    "recordar renovar",
  ],
  de: [
    "vorerst ohne Suche",
    "vorübergehend aus",
    "nicht vergessen: Zertifikat",
    "muss noch geprüft werden",
    "später aufräumen",
    "temporäre Lösung",
  ],
  fr: [
    "pour l’instant sans recherche",
    "à corriger plus tard",
    "ne pas oublier le certificat",
    "penser à renouveler",
    "solution provisoire",
  ],
  pt: [
    "por enquanto sem busca",
    "não esquecer o certificado",
    "lembrar de renovar",
    "precisa corrigir o carrinho",
    "corrigir depois",
  ],
};

const FACTS = [
  "temporary files go to /tmp",
  "the temporary table of the import",
  "orders that are pending for two days",
  "remembers the last cart",
  "later versions read both formats",
  "the TODO list of the team",
  "src/TODO/parser.ts",
  "commits that replace WIP or squashed history",
  "временные файлы лежат в /tmp",
  "временная таблица импорта",
  "заказы, ожидающие оплаты",
  "临时文件放在缓存目录",
  "后来的版本",
  "archivos temporales del servidor",
  "pedidos pendientes",
  "temporäre Dateien des Servers",
  "fichiers temporaires du serveur",
  "arquivos temporários do servidor",
  "pedidos pendentes",
];

describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
  it("knows a note by its words", () => {
    for (const text of NOTES[language] ?? [])
      expect([text, LANGUAGES[language]?.test(text)]).toEqual([text, true]);
    expect(NOTES[language]?.length).toBeGreaterThan(1);
  });
});

it.each(["TODO: prices", "prices — TODO", "(FIXME)", "owner TBD", "WIP: cart", "[WIP] cart", "HACK: cart"])(
  "knows the marker of %s",
  (text) => {
    expect(temporaryWordAt(text)).not.toBeNull();
  },
);

it.each(FACTS)("takes no fact for a note: %s", (text) => {
  expect(temporaryWordAt(text)).toBeNull();
});
