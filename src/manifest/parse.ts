import { z } from "zod";
import { parseMarkdown } from "../markdown/parse.ts";
import { readFiles } from "./files-table.ts";
import { readHead } from "./head.ts";
import { readSections } from "./index-table.ts";
import { Manifest, type ManifestProblem } from "./manifest.ts";
import { readTables } from "./table.ts";

/** A manifest, or what is wrong with it. `manifest` is null as soon as there is one problem. */
export interface ParsedManifest {
  manifest: Manifest | null;
  problems: ManifestProblem[];
}

/**
 * Reads the text of a MANIFEST.md by the grammar of `README.md` in this folder. Unknown keys, columns and sections are
 * ignored; problems carry 1-based lines and columns and what to write instead. Never throws.
 */
export function parseManifest(text: string): ParsedManifest {
  const markdown = parseMarkdown(text);
  const problems: ManifestProblem[] = [];
  const tables = readTables(markdown);
  const head = readHead(markdown, problems);
  const files = readFiles(tables.get("files"), head.index, problems);
  const sections = readSections(tables.get("index"), files, problems);
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  if (problems.length > 0) return { manifest: null, problems };
  const checked = Manifest.safeParse({ ...head, files, sections });
  if (checked.success) return { manifest: checked.data, problems };
  return { manifest: null, problems: [unexpected(checked.error)] };
}

/** A backstop: the readers above already say what is wrong. zod's own words may quote text, so only the place is told. */
function unexpected(error: z.ZodError): ManifestProblem {
  const where = error.issues[0]?.path.filter((part) => typeof part === "string").join(".") ?? "manifest";
  return { line: 1, column: 1, message: `${where} is not valid`, suggestion: "handoff: 1" };
}
