import { classify, type Classification } from "../../relocate/classify.ts";
import { type ClassifyContext, contextFor } from "../../relocate/context.ts";
import { blocksOf, outlineOf } from "../../relocate/blocks.ts";
import { folderName, titleName } from "../../relocate/project-name.ts";
import type { MemoryDraft } from "../draft.ts";
import { topicHeads } from "../topic-heads.ts";
import type { Entry, Page } from "./page.ts";

/** What tells where content goes; null when nothing tells: it waits in the inbox. */
export type Kind = Pick<Classification, "kind" | "subject" | "how"> | null;

/** Share of a list that makes all of it go one way, so that a stray word tears nothing out. */
const MAJORITY = 0.6;

/**
 * What entries that belong together are about, each one. Most of a list or passage take the rest along; open tasks,
 * notes for a while and what ages with the next run go their own way.
 */
export function kindsOf(draft: MemoryDraft, page: Page, entries: readonly Entry[]): Kind[] {
  const context = contextOf(draft, page);
  const kinds = entries.map(({ block }): Classification | null =>
    block === null ? null : classify(block, draft.manifest, context),
  );
  const told = kinds.filter((kind) => kind?.how === "move");
  const main = mostOf(told, kinds.filter((kind) => !goesAlone(kind)).length);
  return kinds.map((kind): Kind => {
    if (goesAlone(kind)) return kind;
    return main ?? (kind?.how === "move" ? kind : null);
  });
}

function goesAlone(kind: Classification | null): boolean {
  return kind?.how === "todo" || kind?.how === "archive";
}

function mostOf(told: readonly (Classification | null)[], all: number): Classification | null {
  const counts = new Map<string, { count: number; kind: Classification }>();
  for (const kind of told) {
    if (kind === null) continue;
    const key = JSON.stringify([kind.kind, kind.subject]);
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, kind });
  }
  const [best] = [...counts.values()].sort((a, b) => b.count - a.count);
  return best !== undefined && best.count >= all * MAJORITY ? best.kind : null;
}

const contexts = new WeakMap<Page, ClassifyContext>();

/** What blocks of a page are judged by; pointers are followed by the caller, so no file is given. */
function contextOf(draft: MemoryDraft, page: Page): ClassifyContext {
  const known = contexts.get(page);
  if (known !== undefined) return known;
  const topics = topicHeads(draft).map(
    ({ file, kind, title, aliases }) => [file, { kind, subject: title, aliases }] as const,
  );
  const context = contextFor({
    markdown: page.markdown,
    blocks: blocksOf(page.markdown),
    manifest: draft.manifest,
    file: page.file,
    files: new Map(),
    topicFiles: new Map(topics),
    project: projectName(draft, page),
  });
  contexts.set(page, context);
  return context;
}

/** What the memory is about: the only project it has a topic of, else what its title names, else its folder. */
function projectName(draft: MemoryDraft, page: Page): string {
  const [only, ...others] = topicHeads(draft).filter(({ kind }) => kind === "project");
  if (only !== undefined && others.length === 0) return only.title;
  return titleName(outlineOf(page.markdown)) ?? folderName(draft.snapshot.root);
}
