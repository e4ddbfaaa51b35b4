import { createHash } from "node:crypto";

/** sha256 in hex of bytes, or of a text as UTF-8. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
