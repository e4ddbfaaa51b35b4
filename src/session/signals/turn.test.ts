import { describe, expect, it } from "vitest";
import { cleanTurn, isForMemory, isTalk, turnKind } from "./turn.ts";

describe("what a person wrote", () => {
  const filler = "The list of orders grows and the page gets slow again. ".repeat(60);

  it("is the first sentences of it where all of it is one long line", () => {
    const { text } = cleanTurn(`Make the archive page faster. ${filler}`);
    expect(text).toMatch(/^Make the archive page faster\. The list of orders .*again\.$/u);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(cleanTurn(`make the archive page faster ${"and faster ".repeat(300)}`).text).toMatch(
      /^make the archive page faster and/u,
    );
  });

  it("is not the terminal, nor the rating, that they pasted with it", () => {
    const console =
      "$ npm test\nTests: 3 failed\n- To see more, run it with --verbose\n\nplease repair the totals";
    expect(cleanTurn(console)).toEqual({ text: "please repair the totals", items: [] });
    expect(cleanTurn("Totals are rounded twice\n\n**High Severity**\n\nSee sumRows.").text).toBe(
      "Totals are rounded twice. See sumRows.",
    );
  });

  it("is more than a greeting where a long sentence follows", () => {
    expect(cleanTurn(`Hello. Make the archive page ${"faster and ".repeat(300)}`).text).toMatch(
      /^Hello\. Make the archive page/u,
    );
  });

  it("is not a long line beside what was typed, nor one of data", () => {
    expect(cleanTurn(`Why is this?\n${filler}`).text).toBe("Why is this?");
    expect(cleanTurn("QUJD".repeat(800)).text).toBe("");
    expect(cleanTurn("10,20,30; ".repeat(300)).text).toBe("");
  });
});

describe("what a turn is for", () => {
  it.each([
    "привет",
    "good morning",
    "hello again",
    "Hi there!",
    "hi after crash",
    "and what now",
    "and go on",
    "what next",
    "What's next?",
    "What did we do last?",
    "What did we do last? Please answer in one sentence.",
    "Can you remind me what we did last time?",
    "Where were we?",
    "where did we leave off?",
    "What were you working on?",
    "Доброе утро!",
    "что дальше?",
    "Что мы делали в прошлый раз?",
    "На чём мы остановились?",
    "Напомни, на чем мы остановились",
    "ну и что теперь",
    "你好",
    "早上好！",
    "继续",
    "我们上次做了什么？",
    "上次做到哪里了",
  ])("talk that no work follows from: %s", (text) => {
    expect(isTalk(text)).toBe(true);
    expect(turnKind(text)).toBe("go-ahead");
  });

  it.each([
    ["Add the archive view.", "request"],
    ["Show me what the last run of the tests said about the importer.", "request"],
    ["hi, can you fix the login page?", "request"],
    ["Привет! Почини вход на сайт.", "request"],
    ["修复登录页面的错误", "request"],
    ["What did the importer do with empty rows?", "question"],
    ["为什么登录页面会报错？", "question"],
    ["The login button is broken on Safari.", "remark"],
  ])("%s is a %s", (text, kind) => {
    expect(isTalk(text)).toBe(false);
    expect(turnKind(text)).toBe(kind);
  });

  it.each([
    ["Forget that the staging host is called gull-2.", true],
    ["Please remember that the staging host is called gull-2.", true],
    ["Hi! Remember: deploys happen on Fridays. Thanks!", true],
    ["Correction: the port is 8081, not 8080.", true],
    ["Запомни: стенд называется gull-2.", true],
    ["Remember that the host is gull-2. Now add it to the config.", false],
    ["Remember to run the linter.", false],
    ["Remember that it is so.", true],
    ["Don't remember anything about this joke.", true],
    ["Actually, the quota is 1200, not 900.", true],
    ["No, the port is 5434.", true],
    ["Нет, порт 5434, а не 5433.", true],
    ["Nein, der Port ist 5434 und nicht 5433.", true],
    ["En realidad la cuota es 1200, no 900.", true],
    ["不对，端口是 5434。", true],
    ["No, put the button in src/main.ts.", false],
    ["No, the error is on line 42, not 41.", false],
    ["The importer is slow, not broken.", false],
    ["No, rename the port to 5434 in main.ts.", false],
    ["Add the archive view.", false],
  ])("for the memory alone: %s → %s", (text, expected) => {
    expect(isForMemory(text)).toBe(expected);
  });
});
