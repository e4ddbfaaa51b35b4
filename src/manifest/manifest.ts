import { z } from "zod";
import { Scope } from "../session/scope.ts";

export const PRESET_IDS = ["claude-code", "openclaw", "repo"] as const;
export const PresetId = z.enum(PRESET_IDS);
export type PresetId = z.infer<typeof PresetId>;

export const Limits = z.object({
  /** Code points of the index; the limit itself no longer passes. */
  indexChars: z.number().int().positive().default(5000),
  listItems: z.number().int().positive().default(5),
  recent: z.number().int().positive().default(5),
  topicChars: z.number().int().positive().default(20000),
});
export type Limits = z.infer<typeof Limits>;

/** A front matter field of a topic file. `name` may be dotted (`metadata.type`); `value` is a fixed value or null. */
export const Field = z.object({ name: z.string(), value: z.string().nullable() });
export type Field = z.infer<typeof Field>;

/** One row of the Files table. */
export const FileRow = z.object({
  /** Relative pattern with placeholders. */
  pattern: z.string(),
  kind: z.string(),
  unit: z.enum(["topic", "fact", "boundary"]),
  write: z.enum(["merge", "append", "new"]),
  scope: Scope,
  fields: z.array(Field),
  /** Days after which a boundary file may go; null: for ever. */
  keepDays: z.number().int().positive().nullable(),
  holds: z.string(),
  /** 1-based line in MANIFEST.md. */
  line: z.number().int(),
});
export type FileRow = z.infer<typeof FileRow>;

/** A column of an index table: a title and what fills it. Source `path` gives the file, `topic` the title, `holds` what the file's row holds, anything else a front matter field. */
export const Column = z.object({ title: z.string(), source: z.string() });
export type Column = z.infer<typeof Column>;

/** One row of the Index table. */
export const Section = z.object({
  /** Heading text; empty: rows without a heading. */
  section: z.string(),
  kinds: z.array(z.string()),
  form: z.enum(["table", "list", "line"]),
  columns: z.array(Column),
  /** Template of a list item (`date: [task](path)`, words are column sources) or the text of a line. */
  template: z.string(),
  max: z.number().int().positive().nullable(),
  line: z.number().int(),
});
export type Section = z.infer<typeof Section>;

/** The parsed MANIFEST.md: which files exist, what each holds, which kind goes where. */
export const Manifest = z.object({
  version: z.literal(1),
  preset: PresetId.nullable(),
  index: z.string(),
  /** Who owns the index: the whole file, or only our marked block in it. */
  own: z.enum(["file", "block"]),
  limits: Limits,
  heal: z.enum(["report", "relocate"]),
  ignore: z.array(z.string()),
  files: z.array(FileRow),
  sections: z.array(Section),
});
export type Manifest = z.infer<typeof Manifest>;

/** A finding about MANIFEST.md: where, what was expected, and the row or key to write. */
export interface ManifestProblem {
  line: number;
  column: number;
  /** Our own words; may name a column, placeholder or kind of the manifest. */
  message: string;
  /** A row or key that would be right, ready to paste. */
  suggestion: string;
}
