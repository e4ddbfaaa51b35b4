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

  const sentences = memory({
    "memory/notes.md": `# Notes\n\n${[
      "- The proxy is Caddy, and it is the one of the staging host",
      "- Deploys go out on Tuesday",
      "- Der Wecker ist für die Nacht und den Morgen gestellt",
      "- Das Backup läuft um drei",
      "- El servidor de la casa está en la bodega",
      "- La copia se guarda los lunes",
      "- Он и она не знают, что это и как с этим быть",
      "- Резервная копия делается ночью",
      "- 这是我们的计划，也是你的",
      "- 数据库备份每天运行",
    ].join("\n")}\n`,
  });
  const texts = (query: string): string[] => searchFacts(sentences, query).map(({ text }) => text);

  it.each([
    ["when is the deploys day", ["- Deploys go out on Tuesday"]],
    ["wann ist das Backup und wo", ["- Das Backup läuft um drei"]],
    ["dónde está la copia de los lunes", ["- La copia se guarda los lunes"]],
    ["когда и как делается копия", ["- Резервная копия делается ночью"]],
    ["我们的备份是什么", ["- 数据库备份每天运行"]],
    ["where is the kubernetes cluster", []],
    ["was ist mit dem Kubernetes", []],
  ])("finds nothing by function words alone: %s", (query, found) => {
    expect(texts(query)).toEqual(found);
  });

  it.each([
    ["the", "The proxy"],
    ["und", "Wecker"],
    ["и", "Он и она"],
    ["的", "计划"],
    ["is the", "The proxy"],
  ])("finds them where nothing else is asked for: %s", (query, text) => {
    expect(texts(query)[0]).toContain(text);
  });
});
