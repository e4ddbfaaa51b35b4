import { parseHandoffDocument } from "../handoff/document.ts";
import type { MemorySnapshot } from "../memory/snapshot.ts";

export interface ResumeRequest {
  snapshot: MemorySnapshot;
  /** At most this many UTF-16 units. */
  budget: number;
  /** Only handoffs of this session; absent or null: the newest of all. */
  sessionId?: string | null;
  now: Date;
}

export interface Resume {
  /** Empty when the memory holds nothing to tell. */
  text: string;
  chars: number;
  /** Files of the memory it was made from. */
  sources: string[];
}

/** What the next session is told: third person, fenced as data, cut at whole lines. */
export function buildResume({ snapshot, budget, sessionId }: ResumeRequest): Resume {
  const documents = [...snapshot.files.values()].flatMap((file) => {
    const document = file.text.startsWith("---") ? parseHandoffDocument(file.text) : null;
    return document === null ? [] : [{ file, document }];
  });
  const wanted = documents.filter(({ document }) => !sessionId || document.boundary.sessionId === sessionId);
  wanted.sort((a, b) => (b.document.boundary.at ?? "").localeCompare(a.document.boundary.at ?? ""));
  const newest = wanted[0];
  if (newest === undefined) return { text: "", chars: 0, sources: [] };
  const text = `<session-handoff>\nTask: ${newest.document.state.task?.text ?? ""}\n</session-handoff>`;
  if (text.length > budget) return { text: "", chars: 0, sources: [] };
  return { text, chars: text.length, sources: [newest.file.path] };
}
