import type { InstallRecord } from "../../store/installed.ts";
import { type JsonText, readJsonText } from "../json-text.ts";
import { bytesBefore } from "../recorded.ts";

/** The settings before an installation, understood; null when there were none, or they are no settings text. */
export function textBefore(home: string, record: InstallRecord | null): JsonText | null {
  const bytes = bytesBefore(home, record);
  try {
    return bytes === null ? null : readJsonText(bytes, "");
  } catch {
    return null;
  }
}
