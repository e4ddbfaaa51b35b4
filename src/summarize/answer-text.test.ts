import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { objectIn } from "./answer-text.ts";

const ANSWER = { task: null, updates: [] };
const json = JSON.stringify(ANSWER);

/** Milliseconds of computing, since others may be using the machine. */
function cpuMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}

describe("the object of an answer", () => {
  it.each<[string, string]>([
    ["stands alone", json],
    ["stands in a fence", `Here you are:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`],
    ["follows thoughts that hold an object", `<think>Maybe {"updates": 1}?</think>${json}`],
    ["follows thoughts whose begin is missing", `{"task": "draft"} I think.\n</think>\n${json}`],
    ["follows an example of another kind", `As in {"a": {"b": 1}}, so: ${json}`],
    ["follows braces that are no JSON", `for x in {1, 2}: print {x}\n${json}`],
    ["is all there is of the thoughts", `<think>${json}</think>`],
  ])("%s", (_name, text) => {
    expect(objectIn(text)).toEqual(ANSWER);
  });

  it.each(["", "no object", "{", "{'task': 1}", "[1, 2"])("is missing in %j", (text) => {
    expect(objectIn(text)).toBeUndefined();
  });

  it("may have slips of small models, which are set right", () => {
    const said = {
      done: null,
      next: [{ text: "Release.", evidence: "e4" }],
      updates: [{ text: "x", evidence: "[e1], e12 and e3", aliases: "eins, zwei" }],
    };
    expect(objectIn(JSON.stringify(said))).toEqual({
      done: [],
      next: [{ text: "Release.", evidence: ["e4"] }],
      updates: [{ text: "x", evidence: ["e1", "e12", "e3"], aliases: ["eins", "zwei"] }],
    });
  });

  it("is read in no time from any text", () => {
    const odd = fc.string({
      unit: fc.constantFrom("{", "}", '"', "\\", "a", "<think>", "</think>"),
      maxLength: 3_000,
    });
    fc.assert(
      fc.property(odd, (text) => {
        expect(cpuMs(() => objectIn(text))).toBeLessThan(10_000);
      }),
      { numRuns: 50 },
    );
    expect(cpuMs(() => expect(objectIn("{".repeat(200_000))).toBeUndefined())).toBeLessThan(20_000);
  });
});
