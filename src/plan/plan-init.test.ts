import { describe, expect, test } from "vitest";
import { parseManifest } from "../manifest/parse.ts";
import { withAgentsBlock } from "./agents-block.ts";
import { applyPlan, memoryOf } from "./apply-plan.fixture.ts";
import { diffOf } from "./explain.ts";
import { planInit } from "./plan-init.ts";

describe("planInit", () => {
  test("makes a manifest that parses and an empty index", () => {
    const { plan, kept } = planInit({ snapshot: memoryOf({}), preset: "claude-code" });
    const memory = applyPlan(memoryOf({}), plan);
    expect(parseManifest(memory.files.get("MANIFEST.md")?.text ?? "").problems).toEqual([]);
    expect(memory.files.get("MEMORY.md")?.text).toBe(
      "# Memory\n\n<!-- handoff:begin -->\n<!-- handoff:end -->\n",
    );
    expect(kept).toEqual([]);
  });

  test("writes the manifest with the line ends of the memory", () => {
    const { plan } = planInit({ snapshot: memoryOf({ "MEMORY.md": "# M\r\n\r\na\n" }), preset: "openclaw" });
    const text = plan.edits[0]?.after ?? "";
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/u);
    expect(parseManifest(text).problems).toEqual([]);
  });

  test("never overwrites", () => {
    const snapshot = memoryOf({ "MEMORY.md": "mine\n" });
    const { plan, kept } = planInit({ snapshot, preset: "openclaw" });
    expect(plan.edits.map((edit) => edit.file)).toEqual(["MANIFEST.md"]);
    expect(kept).toEqual(["MEMORY.md"]);
  });
});

test("the rules are added behind the text that is there, once, in its line ends", () => {
  const text = withAgentsBlock("# Rules\r\n\r\nBe kind.", "", "MEMORY.md");
  expect(text.startsWith("# Rules\r\n\r\nBe kind.\r\n\r\n<!-- handoff:rules:begin -->\r\n")).toBe(true);
  expect(withAgentsBlock(text, "", "MEMORY.md")).toBe(text);
});

test("a block that stands is replaced where it stands", () => {
  const once = withAgentsBlock("# A\n", ".memory", "MEMORY.md");
  const moved = `${once}\nAfter.\n`;
  expect(withAgentsBlock(moved, "notes", "MEMORY.md")).toBe(moved.replaceAll(".memory/", "notes/"));
});

test("a diff names the file and shows the changed lines", () => {
  const snapshot = memoryOf({ "a.md": "one\ntwo\n" });
  const base = snapshot.files.get("a.md")?.hash ?? null;
  const edit = { file: "a.md", op: "update", base, after: "one\n2\n", reasons: [], area: "memory" } as const;
  expect(diffOf({ ...edit, reasons: [] }, snapshot)).toBe(
    "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
  );
});
