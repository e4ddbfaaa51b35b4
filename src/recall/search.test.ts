import { describe, expect, it } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { identityOf } from "../memory/overlap.ts";
import { ProvenanceRecord } from "../memory/provenance.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { searchFacts } from "./search.ts";

function memory(files: Record<string, string>): MemorySnapshot {
  return {
    root: "/memory",
    manifest: presetManifest("openclaw").manifest,
    manifestExists: true,
    files: new Map(
      Object.entries(files).map(([path, text]) => [path, { path, text, hash: "", modifiedAt: 0 }]),
    ),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

const snapshot = memory({
  "MEMORY.md": "# Memory\n\n- [Staging](memory/infra/staging.md)\n",
  "memory/infra/staging.md":
    "# Staging\n\n## Ports\n\n- Postgres listens on port 5433\n- The proxy is Caddy\n",
  "memory/lessons.md":
    "# Lessons\n\n- max_rows in src/import/bank.ts must stay below 500\n- 数据库备份每天凌晨运行\n- Резервные копии делаются ночью\n",
  "memory/archive/2026-11.md": "# Archive\n\nThe old staging host was called heron.\n",
});
const first = (query: string) => searchFacts(snapshot, query)[0];

describe("searchFacts", () => {
  it("tells where a fact stands", () => {
    expect(first("postgres port")).toMatchObject({
      file: "memory/infra/staging.md",
      heading: "Staging > Ports",
      text: "- Postgres listens on port 5433",
      date: null,
      session: null,
      confidence: null,
    });
  });

  it("tells how well grounded a fact is, as long as nobody changed its words", () => {
    const file = "memory/infra/staging.md";
    const text = "- Postgres listens on port 5433";
    const record = ProvenanceRecord.parse({
      id: "f1",
      kind: "infrastructure",
      subject: "Staging",
      headings: ["Staging", "Ports"],
      ...identityOf(text),
      evidence: ["e1"],
      host: "claude-code",
      sessionId: "s1",
      at: null,
      correctedAt: null,
      origin: "capture",
      scope: "project",
      confidence: "verified",
      rank: 0,
      aliases: [],
      supersedes: [],
    });
    const recorded = {
      ...snapshot,
      provenance: new Map([[file, { version: 1 as const, file, facts: [record] }]]),
    };
    expect(searchFacts(recorded, "postgres port")[0]).toMatchObject({
      confidence: "verified",
      session: "s1",
    });
    const changed = identityOf(`${text} only`);
    const edited = { ...recorded, provenance: new Map([[file, { version: 1 as const, file, facts: [{ ...record, ...changed }] }]]) }; // prettier-ignore
    expect(searchFacts(edited, "postgres port")[0]?.confidence).toBeNull();
  });

  it.each([
    ["5433", "port 5433"],
    ["bank.ts", "max_rows"],
    ["max_rows", "max_rows"],
    ["rows", "max_rows"],
    ["postgers", "Postgres"],
    ["备份", "数据库备份"],
    ["резервные", "Резервные"],
    ["heron", "heron"],
  ])("finds %s", (query, text) => {
    expect(first(query)?.text).toContain(text);
  });

  it("puts what holds all words before what holds some, and keeps to the limit", () => {
    expect(searchFacts(snapshot, "staging heron", 1)).toHaveLength(1);
    expect(first("staging heron")?.text).toContain("heron");
  });

  it("does not take one number for another, and never shows the index", () => {
    expect(searchFacts(snapshot, "5434")).toEqual([]);
    expect(searchFacts(snapshot, "staging").map(({ file }) => file)).not.toContain("MEMORY.md");
  });
});
