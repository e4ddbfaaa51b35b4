import type { HostId } from "../session/entry.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import type { Host } from "./host.ts";
import { openclaw } from "./openclaw/openclaw.ts";
import { pi } from "./pi/pi.ts";

/** Every host that is understood; the first that recognises a transcript reads it. */
export const hosts: readonly Host[] = [claudeCode, codex, pi, openclaw];

/** The host of an id, or null when it is not understood yet. */
export function hostById(id: HostId): Host | null {
  return hosts.find((host) => host.id === id) ?? null;
}
