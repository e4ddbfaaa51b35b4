import type { Definition } from "mdast";
import type { Manifest } from "../manifest/manifest.ts";
import { slugOf } from "../manifest/slug.ts";
import type { ParsedMarkdown } from "../markdown/parse.ts";
import { definitionsOf } from "../memory/pointers.ts";
import type { Block } from "./blocks.ts";
import { type Concept, conceptOf, isPartOfProject, plainHeading, pureConcept } from "./concepts.ts";
import { conceptOfText } from "./phrases.ts";
import { kindFor } from "./kinds.ts";
import { leadingName } from "./subject.ts";

/** A topic that a block may belong to: one that exists, or one that a heading of the text makes. */
export interface NamedTopic {
  kind: string;
  /** As a person writes it. */
  subject: string;
}

/** What a block is judged by besides itself. */
export interface ClassifyContext {
  /** Path of the text, relative to the memory root: links are relative to it. */
  file: string;
  text: string;
  definitions: ReadonlyMap<string, Definition>;
  /** Every file of the memory: a pointer leads somewhere only when its file exists. */
  files: ReadonlyMap<string, unknown>;
  /** Topics by slug of their name. */
  topics: ReadonlyMap<string, NamedTopic>;
  /** Paths of topics that exist. */
  topicFiles: ReadonlyMap<string, NamedTopic>;
  /** Name of the project that parts without a name of their own are about. */
  project: string;
  /** What most statements below a heading are about, by the heading's offset. */
  sections: ReadonlyMap<number, Concept | null>;
}

export interface ContextInput {
  markdown: Pick<ParsedMarkdown, "tree" | "text">;
  blocks: readonly Block[];
  manifest: Manifest;
  file: string;
  files: ReadonlyMap<string, unknown>;
  /** Topics that exist, by path. */
  topicFiles: ReadonlyMap<string, NamedTopic & { aliases: readonly string[] }>;
  project: string;
}

/** Reads once over a text what its blocks are then judged by one by one. */
export function contextFor(input: ContextInput): ClassifyContext {
  const { markdown, file, files, project } = input;
  return {
    file,
    text: markdown.text,
    definitions: definitionsOf(markdown.tree),
    files,
    topics: topicsOf(input),
    topicFiles: input.topicFiles,
    project,
    sections: sectionsOf(input.blocks),
  };
}

/** Containers whose members are named below them. */
const CONTAINERS: ReadonlySet<Concept> = new Set(["project", "infrastructure", "person"]);

function topicsOf({ blocks, manifest, topicFiles }: ContextInput): ReadonlyMap<string, NamedTopic> {
  const topics = new Map<string, NamedTopic>();
  const add = (name: string, topic: NamedTopic): void => {
    if (name.length >= 3 && !topics.has(slugOf(name))) topics.set(slugOf(name), topic);
  };
  for (const topic of topicFiles.values()) {
    for (const name of [topic.subject, ...topic.aliases]) add(name, topic);
  }
  for (const block of blocks) {
    for (const [at, heading] of block.headings.entries()) {
      const concept = pureConcept(heading.text);
      if (concept === null || !CONTAINERS.has(concept)) continue;
      const kind = kindFor(manifest, concept);
      const below = block.headings[at + 1]?.text;
      const name = below === undefined ? leadingName(block) : plainHeading(below);
      if (kind !== null && name !== null && conceptOf(name) === null && !isPartOfProject(name)) {
        add(name, { kind, subject: name });
      }
    }
  }
  return topics;
}

/** Share of a section's statements that must agree, and how many must stand there. */
const MAJORITY = 0.5;
const FEWEST = 2;

function sectionsOf(blocks: readonly Block[]): ReadonlyMap<number, Concept | null> {
  const votes = new Map<number, { all: number; by: Map<Concept, number> }>();
  for (const block of blocks) {
    const heading = block.headings.at(-1);
    if (heading === undefined || block.form === "lead" || block.form === "definition") continue;
    const section = votes.get(heading.start) ?? { all: 0, by: new Map<Concept, number>() };
    votes.set(heading.start, section);
    section.all += 1;
    const concept = block.form === "code" ? "procedure" : conceptOfText(block.text);
    if (concept !== null) section.by.set(concept, (section.by.get(concept) ?? 0) + 1);
  }
  return new Map(
    [...votes].map(([start, { all, by }]) => {
      const [best] = [...by].sort((a, b) => b[1] - a[1]);
      const wins = best !== undefined && all >= FEWEST && best[1] > all * MAJORITY;
      return [start, wins ? best[0] : null];
    }),
  );
}
