/** What the agent's tool wrote: a Markdown file, with its text before where the host tells it. */
export interface AgentWrite {
  /** As the tool was given it. */
  path: string;
  /** Text before; null: the file is new; undefined: unknown. */
  before: string | null | undefined;
  /** Text that the tool put in place of another one; null for a whole file. */
  edit: { from: string; to: string; everywhere: boolean } | null;
}

/** Reads the PostToolUse event of Write or Edit; null when it is about no Markdown file. Fields: README.md of the host. */
export function agentWrite(event: Readonly<Record<string, unknown>>): AgentWrite | null {
  const input = objectOf(event["tool_input"]);
  const path = input["file_path"];
  if (typeof path !== "string" || !/\.md$/i.test(path)) return null;
  const response = objectOf(event["tool_response"]);
  const { oldString: from, newString: to } = response;
  const edit = typeof from === "string" && typeof to === "string" ? { from, to } : null;
  return {
    path,
    before: beforeOf(response),
    edit: edit === null ? null : { ...edit, everywhere: response["replaceAll"] === true },
  };
}

function beforeOf(response: Readonly<Record<string, unknown>>): string | null | undefined {
  const original = response["originalFile"];
  if (typeof original === "string" || original === null) return original;
  return response["type"] === "create" ? null : undefined;
}

/** The text before an edit, taken back from the text after it; undefined where that cannot be told. */
export function textBefore({ before, edit }: AgentWrite, after: string): string | null | undefined {
  if (before !== undefined || edit === null) return before;
  const parts = edit.to === "" ? [] : after.split(edit.to);
  return parts.length === 2 && !edit.everywhere ? parts.join(edit.from) : undefined;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
