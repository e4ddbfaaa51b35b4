import { expect, test } from "vitest";
import { cleanText } from "./clean.ts";

const key = ["sk-", "ant-api03-", "Qm7xT2vL9kRz4Hn8Wb5YcD1f"].join("");

test("a key is masked by one neutral word and counted", () => {
  expect(cleanText(`use ${key} for it`)).toEqual({
    text: "use [secret] for it",
    secrets: 1,
    privateSpans: 0,
    invisible: 0,
  });
});

test("a private span goes with its tags", () => {
  expect(cleanText("a <Private>b</PRIVATE> c").text).toBe("a  c");
});

test("a private span without its end reaches to the end", () => {
  expect(cleanText("a <private>b c").text).toBe("a ");
});

test("a key split by a zero-width space is still masked", () => {
  const split = `${key.slice(0, 9)}\u200B${key.slice(9)}`;
  expect(cleanText(split).text).toBe("[secret]");
});

test("nested private spans are one, and a second one is found", () => {
  const { text, privateSpans } = cleanText(
    "a<private>b<private>c</private>d</private>e<private>f</private>g",
  );
  expect(text).toBe("aeg");
  expect(privateSpans).toBe(2);
});

test("a tag hidden by an invisible character, or escaped in nested JSON, still counts", () => {
  expect(cleanText("a<pri\u200Bvate>b</private>c").text).toBe("ac");
  expect(cleanText(String.raw`a\u003cprivate\u003eb\u003c/private\u003ec`).text).toBe("ac");
});

test("a closing tag alone changes nothing", () => {
  expect(cleanText("a</private>b").text).toBe("a</private>b");
});
