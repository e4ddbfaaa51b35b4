import type { Definition } from "mdast";
import type { Manifest } from "../manifest/manifest.ts";
import { slugOf } from "../manifest/slug.ts";
import type { ParsedMarkdown } from "../markdown/parse.ts";
import { definitionsOf } from "../memory/pointers.ts";
import type { Block } from "./blocks.ts";
import { type Concept, conceptOf, isPartOfProject, plainHeading, pureConcept } from "./concepts.ts";
import { isAboutUser, isGeneric } from "./generic.ts";
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
  /** What the title of the text says it is about; null when it says no name. */
  title: string | null;
  /** Headings below which there is enough to make a topic of its own, by their offset. */
  large: ReadonlySet<number>;
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
  /** What the title of the text says it is about; null when it says no name. */
  title?: string | null;
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
    title: input.title ?? null,
    large: largeSections(input.blocks),
    sections: sectionsOf(input.blocks),
  };
}

/** Whether a heading or the start of a line can name a thing. */
function isName(name: string): boolean {
  return conceptOf(name) === null && !isPartOfProject(name) && !isGeneric(name);
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
      if (concept === null || !CONTAINERS.has(concept) || isAboutUser(heading.text)) continue;
      const kind = kindFor(manifest, concept);
      const below = block.headings[at + 1]?.text;
      const name = below === undefined ? leadingName(block) : plainHeading(below);
      if (kind !== null && name !== null && isName(name)) {
        add(name, { kind, subject: name });
      }
    }
  }
  return topics;
}

/** Statements, or characters of one, that make a section more than a stray note. */
const LARGE_BLOCKS = 2;
const LARGE_CHARS = 160;

function largeSections(blocks: readonly Block[]): ReadonlySet<number> {
  const sizes = new Map<number, { blocks: number; chars: number }>();
  for (const { headings, form, text } of blocks) {
    if (form === "definition" || form === "lead") continue;
    for (const { start } of headings) {
      const size = sizes.get(start) ?? { blocks: 0, chars: 0 };
      sizes.set(start, { blocks: size.blocks + 1, chars: size.chars + text.length });
    }
  }
  const large = [...sizes].filter(([, size]) => size.blocks >= LARGE_BLOCKS || size.chars >= LARGE_CHARS);
  return new Set(large.map(([start]) => start));
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
