import { describe, expect, test } from "vitest";
import type { Update } from "../handoff/update.ts";
import { capture, memoryOf, textIn, updateOf } from "./apply-plan.fixture.ts";

const FILE = "shop.md";
const say = (text: string, day: number, more: Partial<Update> = {}): Update =>
  updateOf({ kind: "project", subject: "shop", text, at: `2026-11-${day}T10:00:00Z`, ...more });
const empty = () => memoryOf({}, "claude-code");
const described = (text: string): string => /^description: (.*)$/mu.exec(text)?.[1] ?? "";
const line = (text: string): string => text.split("\n").find((one) => one.includes("shop.md")) ?? "";

describe("the description of a topic", () => {
  const ports = [1, 2, 3].map((port) => say(`Port ${port} is taken by service${port}.`, 10 + port));

  test("tells its newest facts, shortened, also in the index", () => {
    const { memory } = capture(empty(), ["s1", ...ports.slice(0, 1)], ["s2", ...ports.slice(1)]);
    expect(described(textIn(memory, FILE))).toBe(
      "Port 3 is taken by service3; Port 2 is taken by service2; Port 1 is taken by service1",
    );
    expect(line(textIn(memory, "MEMORY.md"))).toContain("Port 3 is taken by service3; Port 2 is");
  });

  test("has 150 characters at most", () => {
    const long = [1, 2, 3, 4, 5].map((n) =>
      say(`Service ${n} of the shop is kept alive by the watchdog on host w${n}.`, 10 + n),
    );
    const text = described(textIn(capture(empty(), ["s1", ...long]).memory, FILE));
    expect(text.length).toBeLessThanOrEqual(150);
    expect(text).toContain("Service 5");
  });

  test("says nothing that was corrected or forgotten", () => {
    const start = capture(empty(), ["s1", say("The database is Postgres 14.", 10), ...ports]).memory;
    const { memory } = capture(
      start,
      ["s2", say("The database is Postgres 15, not 14.", 20)],
      ["s3", say("Port 3", 21, { op: "retire", targetText: "Port 3 is taken by service3", evidence: ["f"] })],
    );
    expect(described(textIn(memory, FILE))).toMatch(/^The database is Postgres 15; Port 2/u);
    expect(textIn(memory, "MEMORY.md")).not.toMatch(/Postgres 14|service3/u);
  });

  test("follows after a person took a fact out by hand", () => {
    const start = capture(empty(), ["s1", ...ports]).memory;
    const text = textIn(start, FILE).replace("- Port 2 is taken by service2.\n", "");
    const file = { path: FILE, text, hash: "by-hand", modifiedAt: 0 };
    const edited = { ...start, files: new Map([...start.files, [FILE, file]]) };
    const { memory } = capture(edited, ["s2", say("Port 4 is taken by service4.", 20)]);
    expect(described(textIn(memory, FILE))).not.toContain("service2");
    expect(described(textIn(memory, FILE))).toContain("service4");
  });

  test("stays where it is a person's own", () => {
    const start = memoryOf(
      {
        [FILE]: "---\nname: shop\ndescription: the shop\nmetadata:\n  type: project\n---\n\nIt sells tea.\n",
      },
      "claude-code",
    );
    const { memory } = capture(start, ["s1", ...ports]);
    expect(described(textIn(memory, FILE))).toBe("the shop");
  });
});
