import type { Nodes } from "mdast";
import { toString } from "mdast-util-to-string";
import { visit, EXIT } from "unist-util-visit";
import type { Manifest } from "../manifest/manifest.ts";

/** A bare path to a Markdown file; a sentence's full stop may follow it. */
const MARKDOWN_PATH =
  /(?:^|[\s([{"'“«`:→,])(?:[\p{L}\p{N}_.~@{}<>-]+[/\\])*[\p{L}\p{N}_.~@{}<>-]+\.md(?=$|[\s)\]}"'”»`:;,.!?#|])/iu;

/** A wiki link `[[name]]`, as some clients write pointers. */
const WIKI_LINK = /\[\[[^[\]\n]+\]\]/;

const PATH_WORD = /[^\s()[\]{}"'`,;]+/g;

/** Whether a line of the index leads somewhere: by link, wiki link, or bare path to a Markdown file or a manifest row. */
export function carriesPointer(node: Nodes, manifest: Manifest): boolean {
  if (containsLink(node)) return true;
  const text = toString(node, { includeImageAlt: false });
  return MARKDOWN_PATH.test(text) || WIKI_LINK.test(text) || namesManifestFile(text, manifest);
}

function containsLink(node: Nodes): boolean {
  let found = false;
  visit(node, (child) => {
    if (child.type !== "link" && child.type !== "linkReference") return undefined;
    found = true;
    return EXIT;
  });
  return found;
}

function namesManifestFile(text: string, manifest: Manifest): boolean {
  const patterns = manifest.files.map((row) => rowExpression(row.pattern));
  for (const [word] of text.matchAll(PATH_WORD)) {
    if (patterns.some((pattern) => pattern.test(word.replace(/[.:!?]+$/, "")))) return true;
  }
  return false;
}

function rowExpression(pattern: string): RegExp {
  const source = pattern
    .split(/\{[^}]*\}/)
    .map((literal) => literal.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
    .join("[^/\\\\]+");
  return new RegExp(`^${source}$`, "u");
}
