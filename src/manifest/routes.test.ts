import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PresetId } from "./manifest.ts";
import { freePathFor, nthPath, pathFor, roomyPath } from "./paths.ts";
import { presetManifest } from "./presets.ts";
import { safeRelativePath } from "./relative-path.ts";
import { isSubIndex, matchRow, rowForKind } from "./routes.ts";
import { slugOf } from "./slug.ts";

const openclaw = presetManifest("openclaw").manifest;
const claude = presetManifest("claude-code").manifest;

const kindAt = (preset: PresetId, path: string, fields?: Record<string, unknown>): string | undefined =>
  matchRow(presetManifest(preset).manifest, path, fields)?.kind;

describe("matchRow", () => {
  it.each([
    ["memory/lessons.md", "lesson"],
    ["memory/lessons-2.md", "lesson"],
    ["memory/decisions/2026-03.md", "decision"],
    ["memory/decisions/2026-03-2.md", "decision"],
    ["memory/entities/project-Billing API.md", "project"],
    ["memory/people/Ёлка.md", "person"],
    ["memory/handoffs/2026-03-01-101500-0af3.md", "handoff"],
    ["memory/inbox.md", "*"],
    ["TODO.md", "todo"],
  ])("finds the row of %s", (path, kind) => {
    expect(kindAt("openclaw", path)).toBe(kind);
  });

  it.each([
    "MEMORY.md",
    "MANIFEST.md",
    "memory/lessons-x.md",
    "memory/decisions/march.md",
    "memory/people/.hidden.md",
    "memory/people/a/b.md",
    "memory/2026-03-01.md",
    "xmemory/lessons.md",
    "memory/lessons.md/x",
  ])("knows no row for %s", (path) => {
    expect(kindAt("openclaw", path)).toBeUndefined();
  });

  it.each(["MEMORY.md", "memory.md", "MANIFEST.md", "index-topics.md", ".handoff.md"])(
    "keeps %s out of a pattern that takes any stem",
    (path) => {
      expect(kindAt("claude-code", path)).toBeUndefined();
    },
  );

  it("prefers a literal to a pattern and a file to the continuation of another", () => {
    expect(kindAt("claude-code", "todo.md")).toBe("todo");
    expect(kindAt("claude-code", "todo-list.md")).toBe("project");
  });

  it("takes a numbered file for the continuation of a literal row before a longer pattern", () => {
    const lesson = openclaw.files.find((row) => row.kind === "lesson");
    if (lesson === undefined) throw new Error("no row");
    const files = [{ ...lesson, kind: "course", pattern: "memory/lessons-{slug}.md" }, lesson];
    expect(matchRow({ ...openclaw, files }, "memory/lessons-2.md")?.kind).toBe("lesson");
    expect(matchRow({ ...openclaw, files }, "memory/lessons-go.md")?.kind).toBe("course");
  });

  it.each([
    [{ metadata: { kind: "lesson", type: "feedback" } }, "lesson"],
    [{ metadata: { kind: "preference", type: "feedback" } }, "preference"],
    [{ metadata: { type: "user" } }, "person"],
    [{ metadata: { type: "feedback" } }, "lesson"],
    [{ type: "reference" }, "infrastructure"],
    [{ name: "x" }, "project"],
    [{ metadata: { kind: "lesson", type: "project" } }, "lesson"],
    [{ metadata: { type: "made-up" } }, "project"],
  ])("tells kinds of one pattern apart by %j", (fields, kind) => {
    expect(kindAt("claude-code", "some-topic.md", fields)).toBe(kind);
  });
});

describe("rowForKind", () => {
  it("gives the row of the scope where a kind has two, and null for an unknown kind", () => {
    const project = rowForKind(openclaw, "todo");
    if (project === null) throw new Error("no row");
    const user = { ...project, pattern: "mine.md", scope: "user" as const };
    const manifest = { ...openclaw, files: [...openclaw.files, user] };
    expect(rowForKind(manifest, "todo", "user")).toBe(user);
    expect(rowForKind(manifest, "todo")).toBe(project);
    expect(rowForKind(manifest, "recipe")).toBeNull();
  });
});

describe("isSubIndex", () => {
  it("is index-….md beside the index only", () => {
    expect(isSubIndex(openclaw, "index-projects.md")).toBe(true);
    expect(isSubIndex(openclaw, "memory/index-projects.md")).toBe(false);
    expect(isSubIndex(openclaw, "index.md")).toBe(false);
  });
});

describe("pathFor", () => {
  const at = "2026-03-01T09:05:07.123Z";

  it("fills every placeholder in UTC, sessions with their first 8 characters", () => {
    const handoff = rowForKind(openclaw, "handoff");
    const decision = rowForKind(openclaw, "decision");
    if (handoff === null || decision === null) throw new Error("no row");
    expect(pathFor(handoff, { at, session: "Agent:Main", person: "" })).toBe(
      "memory/handoffs/2026-03-01-090507-agent-ma.md",
    );
    expect(pathFor(decision, { at, person: "" })).toBe("memory/decisions/2026-03.md");
  });

  it("makes safe paths that its own row matches, whatever the names", () => {
    const name = fc.string({ unit: "binary", maxLength: 300 });
    const row = fc.constantFrom(...openclaw.files, ...claude.files, ...presetManifest("repo").manifest.files);
    fc.assert(
      fc.property(row, name, name, name, (row, slug, session, person) => {
        const path = pathFor(row, { slug, session, person, at });
        expect(safeRelativePath(path)).toBe(true);
        expect(matchRow({ ...openclaw, index: "none.md", files: [row] }, path)).toBe(row);
      }),
      // a combining mark alone
      { examples: openclaw.files.map((one) => [one, "\u0300", "\u0300", "\u0300"]) },
    );
  });
});

describe("freePathFor", () => {
  const row = rowForKind(claude, "project");
  const place = (slug: string, taken: string[] = []): string => {
    if (row === null) throw new Error("no row");
    return freePathFor(claude, row, { slug, at: "2026-03-01T00:00:00Z", person: "" }, (path) =>
      taken.includes(path),
    );
  };

  it.each([
    ["billing", [], "billing.md"],
    ["todo", [], "todo-project.md"],
    ["memory", [], "memory-project.md"],
    ["manifest", [], "manifest-project.md"],
    ["index-funds", [], "project-index-funds.md"],
    ["billing", ["billing.md"], "billing-project.md"],
  ])("places %s, with %j taken, at %s", (slug, taken, path) => {
    expect(place(slug, taken)).toBe(path);
  });
});

describe("roomyPath", () => {
  it("continues a full topic in the first file with room", () => {
    const sizes: Record<string, number> = { "a.md": 19_990, "a-2.md": 20_500, "a-3.md": 100 };
    const charsOf = (path: string): number => sizes[path] ?? 0;
    expect(roomyPath(openclaw, "a.md", 5, charsOf)).toBe("a.md");
    expect(roomyPath(openclaw, "a.md", 10, charsOf)).toBe("a-3.md");
    expect(roomyPath(openclaw, "a.md", 19_950, charsOf)).toBe(nthPath("a.md", 4));
  });
});

describe("slugOf", () => {
  it.each([
    ["Billing API v2", "billing-api-v2"],
    ["Проект «Ёлка»", "проект-ёлка"],
    ["数据库 迁移", "数据库-迁移"],
    ["  --a--  ", "a"],
    ["e\u0301te\u0301", "été"],
    ["../../etc/passwd", "etc-passwd"],
  ])("makes %j to %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it.each(["", "...", "con", "NUL", "🎉"])("gives a short hash for %j", (name) => {
    expect(slugOf(name)).toMatch(/^[0-9a-f]{8}$/u);
  });

  it("is a safe stem, stable, and short, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
        const slug = slugOf(name);
        expect(slugOf(slug)).toBe(slug);
        expect(safeRelativePath(`${slug}.md`)).toBe(true);
        expect(Buffer.byteLength(slug)).toBeLessThan(220);
      }),
    );
  });

  it("keeps long names apart", () => {
    expect(slugOf(`${"a".repeat(100)}1`)).not.toBe(slugOf(`${"a".repeat(100)}2`));
  });
});
