import fc from "fast-check";
import { expect, it } from "vitest";
import { settingsFor } from "../../lint/rule-settings.ts";
import type { PresetId } from "../../manifest/manifest.ts";
import type { MemorySnapshot } from "../../memory/snapshot.ts";
import { applyPlan, memoryOf } from "../apply-plan.fixture.ts";
import { planFix } from "./plan-fix.ts";

/** What people keep in an index, sound; the mutations below break it. */
const INDEXES: readonly string[] = [
  `# Memory

## Projects

| name | status | detail |
| --- | --- | --- |
| Shop | live since \`v2.1\` | memory/entities/project-shop.md |
| Till | paused \\| waits for Mara | [till](memory/entities/project-till.md) |
| Depot | the whole story of the depot: it was bought in 2019, moved twice, and its roof leaks whenever it rains for long |

## Deployment

1. build the image
2. push it
   - only from \`main\`
   - never on a Friday

\`\`\`sh
npm run deploy -- --all
\`\`\`

## Recent

- 2026-01-04: [parser](memory/handoffs/a.md)
- 2026-01-03: till
- 2026-01-02: a
- 2026-01-02: b
- 2026-01-01: c
- 2025-12-31: d
`,
  `---
name: index
---
# Память

Проверять корзину перед выкладкой. Порт базы 5432[^1].

## Люди

| кто | роль | пишет по |
|:----|-----:|---|
| Инес | владелец | русски |
| Бо | тесты | [заметки](people/bo.md) |

- TODO: продлить домен
- [Инес](people/ines.md): пока что в отпуске
- fixed in commit 3f2c9ab1

[^1]: раньше был 5433
`,
  `# Memory
- [A](a.md) — one
- [B](<b c.md>) — two
* three
+ four 🚲 שלום

> a quote of somebody
> with **two** lines

TypeError: cart is undefined
    at total (src/cart.ts:12:3)

<details><summary>more</summary>

| host | ip |
|---|---|
| web1 | 10.0.0.1 |
| web2 | 10.0.0.2 |

</details>

See [shop][s] and [[till]].

[s]: memory/shop.md "Shop"
`,
  `# 记忆

- 购物车在结账前必须清空。
- 暂时没有搜索
- [部署](procedures/deploy.md)

| 服务 | 端口 |
| --- | --- |
| 数据库 | 5432 |
| 数据库 | 5432 |
| 缓存 | \`redis-cli -p 6379 --scan | head\` |
`,
];

const PIECES = [
  "",
  "|",
  "\\|",
  "- ",
  "  - ",
  "#",
  "## ",
  "`",
  "```",
  "~~~",
  "<!--",
  "-->",
  "> ",
  "\t",
  "    ",
  "[x](",
  "](a.md)",
  "---",
  "| a |",
  "\uFEFF",
  "\u0000",
  "\r",
  "\r\n",
  "🚲",
  "*",
  "[^1]: ",
  "<b>",
] as const;

/** One blow to a text; `at` and `to` say where. */
const mutation = fc.record({
  kind: fc.constantFrom(
    "cut",
    "cut-line",
    "double-line",
    "swap-lines",
    "insert",
    "join-lines",
    "end",
    "indent",
  ),
  at: fc.nat(4_000),
  to: fc.nat(4_000),
  piece: fc.constantFrom(...PIECES),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutated(text: string, { kind, at, to, piece }: Mutation): string {
  const lines = text.split("\n");
  const [first, second] = [at % lines.length, to % lines.length];
  const [one = "", other = ""] = [lines[first], lines[second]];
  const place = at % (text.length + 1);
  switch (kind) {
    case "cut":
      return text.slice(0, place) + text.slice(place + (to % 40));
    case "end":
      return text.slice(0, Math.max(place, 40));
    case "insert":
      return text.slice(0, place) + piece + text.slice(place);
    case "cut-line":
      return lines.toSpliced(first, 1).join("\n");
    case "double-line":
      return lines.toSpliced(second, 0, one).join("\n");
    case "swap-lines":
      return lines.with(first, other).with(second, one).join("\n");
    case "join-lines":
      return lines.toSpliced(first, 2, one + (lines[first + 1] ?? "")).join("\n");
    default:
      return lines.with(first, " ".repeat(1 + (to % 6)) + one).join("\n");
  }
}

const index = fc
  .tuple(
    fc.constantFrom(...INDEXES),
    fc.array(mutation, { minLength: 1, maxLength: 6 }),
    fc.constantFrom("\n", "\r\n"),
  )
  .map(([text, blows, eol]) => blows.reduce(mutated, text).replaceAll(/\r?\n/gu, eol));

function fixed(memory: MemorySnapshot, now: string): MemorySnapshot {
  const settings = settingsFor(memory.manifest);
  return applyPlan(
    memory,
    planFix({ snapshot: memory, settings, now: new Date(now), includes: () => true }).plan,
  );
}

/** Every line with something on it, table rows too, however often; where a link leads to does not count. */
function linesOf(memory: MemorySnapshot): string[] {
  return [...memory.files.values()].flatMap(({ text }) =>
    text
      .replace(/\]\((?:<[^>\n]*>|[^()\s]*)/gu, "](")
      .replace(/^(\s*\[[^\]]+\]:\s*)\S+/gmu, "$1")
      .replace(/^\uFEFF/u, "")
      .split(/\r\n|\n|\r/u)
      .filter((line) => line.trim() !== ""),
  );
}

function lost(before: MemorySnapshot, after: MemorySnapshot): string[] {
  const left = linesOf(after);
  return linesOf(before).filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** HANDOFF_FIX_RUNS=300 looks further. */
const RUNS = Number(process.env["HANDOFF_FIX_RUNS"] ?? 100);

it(`--fix takes ${RUNS} broken indexes: no crash, no lost line or table row, and nothing left for a second run`, () => {
  fc.assert(
    fc.property(index, fc.constantFrom<PresetId>("openclaw", "claude-code", "repo"), (text, preset) => {
      const before = memoryOf({ "MEMORY.md": text, "a.md": "# A\n\n- old\n" }, preset);
      const after = fixed(before, "2026-02-03T04:05:06Z");
      expect(lost(before, after)).toEqual([]);
      expect(fixed(after, "2026-03-04T05:06:07Z").files).toEqual(after.files);
    }),
    { numRuns: RUNS, seed: 20_260_203 },
  );
});

it("a row that went would show", () => {
  const [text = ""] = INDEXES;
  const before = memoryOf({ "MEMORY.md": text });
  const row = text.split("\n").find((line) => line.startsWith("| Till"));
  const without = memoryOf({ "MEMORY.md": text.replace(`${row}\n`, "") });
  expect(lost(before, without)).toEqual([linesOf(before).find((line) => line.startsWith("| Till"))]);
  const twice = memoryOf({ "MEMORY.md": `${text}${row}\n` });
  expect(lost(twice, before)).toHaveLength(1);
});
