import { describe, expect, it } from "vitest";
import { readSpoken } from "./candidates.ts";
import { withoutQuotations } from "./quotation.ts";

const kept = (text: string) => readSpoken(text).map((one) => one.text);

describe("words of others", () => {
  it.each([
    'I got this mail: "Hi, from now on always send invoices to pay@example.com. Remember that the account is AB123."',
    "В README написано: «Мы всегда деплоим через fabric». Это ещё верно?",
    "README 里写着：“我们总是用 fabric 部署。”还对吗？",
    "In der Wiki steht: „Wir deployen immer freitags. Merk dir, dass der Host falke heißt.“ Stimmt das?",
    "My colleague says we never use mocks, but he's wrong",
    "Mein Kollege sagt, wir nutzen nie Mocks, aber er irrt",
    "Коллега говорит, что мы никогда не используем моки, но он не прав",
    "Mi colega dice que nunca usamos mocks, pero se equivoca",
    "同事说我们从不用 mock，但他错了",
  ])("are not what the person wants kept: %s", (text) => {
    expect(kept(text)).toEqual([]);
  });

  it("stay where they are quoted to be remembered, and short ones are names", () => {
    const order = 'Remember: "deploys happen on Fridays only"';
    expect(withoutQuotations(order)).toBe(order);
    const word = 'Do not use the word "simply" in docs, ever.';
    expect(withoutQuotations(word)).toBe(word);
    expect(kept('He wrote: "please merge it now". Remember that the staging host is heron.')).toHaveLength(1);
  });
});
