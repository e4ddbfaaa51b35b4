import type { Root } from "mdast";
import { lintRule, type Label, type Plugin } from "unified-lint-rule";
import type { VFile } from "vfile";
import type { Manifest } from "../manifest/manifest.ts";
import { presetManifest } from "../manifest/presets.ts";
import { isSubIndex } from "../manifest/routes.ts";
import { treeOf } from "../markdown/tree.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";
import { checkRule } from "./check-rule.ts";
import { isTurnedOff, readControls } from "./controls.ts";
import { settingsFor } from "./rule-settings.ts";
import { ruleUrl } from "./rule-url.ts";
import type { Finding, Rule, RuleOptions } from "./rule.ts";
import { rules } from "./rules.ts";

declare module "vfile" {
  interface DataMap {
    /** The memory a file belongs to; without it rules that need it say that they did not check. */
    handoff: MemorySnapshot;
  }
}

export type RemarkRule = Plugin<Root, RuleOptions | undefined>;

/**
 * Every rule as a plugin for remark (with remark-gfm and remark-frontmatter), by id. Takes a severity and options as
 * remark-lint rules do; the default is the rule's own. Index rules look at the manifest's index file, or at a file
 * without a path.
 */
export const remarkRules: Readonly<Record<string, RemarkRule>> = Object.fromEntries(
  rules.map((rule) => [rule.meta.id, remarkRule(rule)]),
);

const knownRules = rules.map((rule) => rule.meta.id);

function remarkRule(rule: Rule): RemarkRule {
  const { id, severity } = rule.meta;
  const meta = { origin: `handoff:${id}`, url: ruleUrl(id) };
  const weaker = new WeakSet<ReturnType<VFile["message"]>>();
  const plugin = lintRule<Root, RuleOptions | undefined>(meta, (tree, file, options) => {
    for (const { message, place, severity: own } of findingsOf(rule, tree, file, options ?? {})) {
      const reported = file.message(message, {
        place: {
          start: { line: place.line, column: place.column, offset: place.start },
          end: { line: place.endLine, column: place.endColumn, offset: place.end },
        },
      });
      if (own === "warn") weaker.add(reported);
    }
  });
  const label: Label = severity;
  return (config) => {
    const transform = plugin(config ?? [label]);
    if (transform === undefined) return undefined;
    return (tree, file, next) =>
      transform(tree, file, (...outcome) => {
        // lintRule gives every message the configured severity.
        for (const message of file.messages) if (weaker.has(message)) message.fatal = false;
        return next(...outcome);
      });
  };
}

function findingsOf(rule: Rule, tree: Root, file: VFile, options: RuleOptions): Finding[] {
  const snapshot = file.data.handoff;
  const manifest = snapshot?.manifest ?? presetManifest("openclaw").manifest;
  const path = relativePath(file, snapshot) ?? manifest.index;
  if (!isTarget(rule, path, manifest, snapshot)) return [];
  const defaults = settingsFor(manifest).get(rule.meta.id)?.options;
  const markdown = treeOf(String(file), tree);
  const found = checkRule(rule, {
    file: path,
    markdown,
    manifest,
    snapshot,
    options: { ...defaults, ...options },
    knownRules,
  });
  if (found.length === 0 || rule.meta.ignoresControls === true) return found;
  // `lint …` comments are read by remark-message-control
  const controls = readControls(markdown).filter(({ ours }) => ours);
  return found.filter(({ place }) => !isTurnedOff(controls, rule.meta.id, place));
}

function isTarget(
  { meta }: Rule,
  path: string,
  manifest: Manifest,
  snapshot: MemorySnapshot | undefined,
): boolean {
  if (meta.target === "memory" || isIndex(path, manifest.index, snapshot)) return true;
  return meta.target === "index-pages" && isSubIndex(manifest, path);
}

/** Without the memory only the file's name can tell. */
function isIndex(path: string, index: string, snapshot: MemorySnapshot | undefined): boolean {
  return snapshot === undefined ? path.split("/").at(-1) === index.split("/").at(-1) : path === index;
}

function relativePath(file: VFile, snapshot: MemorySnapshot | undefined): string | undefined {
  const path = file.path?.replaceAll("\\", "/");
  const root = snapshot?.root.replaceAll("\\", "/").replace(/\/?$/, "/");
  return root !== undefined && path?.startsWith(root) ? path.slice(root.length) : path;
}
