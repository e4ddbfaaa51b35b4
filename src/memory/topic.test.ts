import { describe, expect, it } from "vitest";
import type { PresetId } from "../manifest/manifest.ts";
import { presetManifest } from "../manifest/presets.ts";
import { identityOf } from "./overlap.ts";
import type { ProvenanceFile } from "./provenance.ts";
import type { MemorySnapshot } from "./snapshot.ts";
import { readTopic, topicNamed, topicsOf } from "./topic.ts";

function snapshot(
  preset: PresetId,
  texts: Record<string, string>,
  provenance: ProvenanceFile[] = [],
): MemorySnapshot {
  const files = Object.entries(texts).map(
    ([path, text]) => [path, { path, text, hash: "", modifiedAt: 0 }] as const,
  );
  return {
    root: "/memory",
    manifest: presetManifest(preset).manifest,
    manifestExists: true,
    files: new Map(files),
    provenance: new Map(provenance.map((file) => [file.file, file])),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

describe("topicsOf", () => {
  it("gives the files of topic and fact rows with their kind; no inbox, handoff, index or stray file", () => {
    const topics = topicsOf(
      snapshot("openclaw", {
        "MEMORY.md": "# Memory\n",
        "index-projects.md": "- a.md\n",
        "README.md": "x\n",
        "memory/inbox.md": "- a\n",
        "memory/handoffs/2026-03-01-101500-s1.md": "# x\n",
        "memory/lessons.md": "- a\n- b\n",
        "memory/people/anna.md": "---\nname: Anna Ivanova\naliases: [Anya]\n---\n",
        "memory/entities/project-billing.md": "# Billing service\n",
        "TODO.md": "",
      }),
    );
    expect(topics.map(({ file, kind, slug, title }) => [file, kind, slug, title])).toEqual([
      ["TODO.md", "todo", "TODO", "TODO"],
      ["memory/entities/project-billing.md", "project", "billing", "Billing service"],
      ["memory/lessons.md", "lesson", "lessons", "lessons"],
      ["memory/people/anna.md", "person", "anna", "Anna Ivanova"],
    ]);
  });

  it("tells kinds of one pattern apart by front matter, as the client of claude-code writes it", () => {
    const topics = topicsOf(
      snapshot("claude-code", {
        "a.md": "---\nname: a\nmetadata:\n  type: feedback\n---\n",
        "b.md": "---\nname: b\ntype: user\n---\n",
        "c.md": "---\nname: c\nmetadata:\n  type: feedback\n  kind: preference\n---\n",
        "d.md": "no front matter\n",
      }),
    );
    expect(topics.map((topic) => topic.kind)).toEqual(["lesson", "person", "preference", "project"]);
  });

  it("leaves out what the manifest ignores", () => {
    const memory = snapshot("openclaw", {
      "memory/infra/a.md": "- a\n",
      "memory/infra/drafts-b.md": "- b\n",
    });
    const manifest = { ...memory.manifest, ignore: ["memory/infra/drafts-*"] };
    expect(topicsOf({ ...memory, manifest }).map((topic) => topic.file)).toEqual(["memory/infra/a.md"]);
  });

  it("reads aliases and dates from provenance, paths from front matter", () => {
    const base = {
      kind: "person",
      subject: "",
      headings: [],
      evidence: [],
      host: null,
      sessionId: null,
      supersedes: [],
    };
    const fact = {
      ...base,
      ...identityOf("x"),
      id: "1",
      origin: "capture",
      scope: "user",
      confidence: "stated",
      rank: 0,
    } as const;
    const file: ProvenanceFile = {
      version: 1,
      file: "memory/people/anna.md",
      facts: [
        { ...fact, at: "2026-03-01T10:00:00Z", correctedAt: null, aliases: ["Annie"] },
        { ...fact, at: "2026-02-01T10:00:00Z", correctedAt: "2026-03-01T12:00:00+01:00", aliases: [] },
      ],
    };
    const text = "---\naliases: Anya\npaths:\n  - src/a.ts\n  - src/b.ts\n---\n- x\n";
    const [topic] = topicsOf(snapshot("openclaw", { "memory/people/anna.md": text }, [file]));
    expect(topic?.aliases).toEqual(["Anya", "Annie"]);
    expect(topic?.paths).toEqual(["src/a.ts", "src/b.ts"]);
    expect(topic?.updatedAt).toBe("2026-03-01T12:00:00+01:00");
  });
});

describe("readTopic", () => {
  it("takes the name, else the first heading, else what the path says, for the title", () => {
    const [row] = presetManifest("openclaw").manifest.files;
    if (row === undefined) throw new Error("no row");
    const titleOf = (text: string): string =>
      readTopic({ path: "memory/entities/project-x-y.md", text, hash: "", modifiedAt: 0 }, row).title;
    expect(titleOf("---\nname: The X\n---\n# Heading\n")).toBe("The X");
    expect(titleOf("text\n\n## A *second* heading\n")).toBe("A second heading");
    expect(titleOf("text\n")).toBe("x-y");
  });
});

describe("topicNamed", () => {
  const topics = topicsOf(
    snapshot("openclaw", {
      "memory/people/a-i.md": "---\nname: Анна Ёлкина\naliases: [Anya]\n---\n",
      "memory/people/bob.md": "# Robert\n",
      "memory/infra/anya.md": "# anya\n",
    }),
  );

  it.each([
    ["анна ёлкина", "memory/people/a-i.md"],
    ["A.I.", "memory/people/a-i.md"],
    ["ANYA", "memory/people/a-i.md"],
    ["Bob", "memory/people/bob.md"],
    ["robert", "memory/people/bob.md"],
  ])("finds %s by name, slug or alias", (subject, file) => {
    expect(topicNamed(topics, "person", subject)?.file).toBe(file);
  });

  it("finds no topic of another kind", () => {
    expect(topicNamed(topics, "project", "anya")).toBeNull();
  });
});
