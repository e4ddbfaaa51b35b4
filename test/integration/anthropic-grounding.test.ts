import { existsSync, readdirSync } from "node:fs";
import path, { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Handoff } from "../../src/handoff/handoff.ts";
import { hosts } from "../../src/hosts/hosts.ts";
import type { Session } from "../../src/session/session.ts";
import { type ClaimKind, claimsOf } from "../../src/summarize/claims.ts";
import { summarizeExtractive } from "../../src/summarize/extractive/extractive.ts";
import { verify } from "../../src/summarize/verify.ts";

/** A folder of Claude Code transcripts to measure on; without it these checks are skipped. */
const shared = path.resolve(import.meta.dirname, "../../../shared/transcripts/public/claude-code");
const folder = process.env["HANDOFF_TRANSCRIPTS"] ?? (existsSync(shared) ? shared : "");
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"))
  : [];

async function sessionsOf(): Promise<Session[]> {
  const host = hosts.find((one) => one.id === "claude-code");
  const sessions: Session[] = [];
  for (const file of files.slice(0, 25)) {
    const read = await host?.read({ path: join(folder, file) });
    if (read !== undefined && read.session.boundary !== null) sessions.push(read.session);
  }
  return sessions;
}

/** The same piece, changed so that it names something else. */
const MUTATIONS: Readonly<Record<ClaimKind, (text: string) => string>> = {
  path: (text) => text.replace(/[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$|\.[a-z]+$)/u, "qzx9$&"),
  number: (text) => `7${text}31`.replace(/[.,:]/g, ""),
  version: (text) => text.replace(/\d+(?=\D*$)/u, (last) => `${Number(last) + 7013}`),
  identifier: (text) => `${text.replace(/\(\)$/u, "")}Qzx`,
  quote: (text) => `${text} qzx`,
  url: (text) => text.replace("://", "://qzx."),
};

/** Verifies one made-up update with the piece in its text. */
function reasonFor(session: Session, piece: string, kind: ClaimKind): string | undefined {
  const base = summarizeExtractive(session);
  const handoff: Handoff = {
    ...base,
    provider: "anthropic",
    updates: [
      {
        kind: "lesson",
        subject: "",
        op: "add",
        text: `It depends on ${kind === "quote" ? `"${piece}"` : piece} here.`,
        scope: "project",
        confidence: "inferred",
        evidence: [base.boundary.entryId],
        at: null,
      },
    ],
  };
  return verify(handoff, session, []).handoff.updates[0]?.unverified;
}

describe.skipIf(files.length === 0)("on real sessions", () => {
  test("what the session says stands, and the same piece changed does not", async () => {
    const counts = { real: 0, invented: 0 };
    for (const session of await sessionsOf()) {
      const said = session.entries.flatMap((entry) => (entry.kind === "assistant" ? [entry.text] : []));
      for (const [kind, mutate] of Object.entries(MUTATIONS)) {
        const pieces = said
          .flatMap(claimsOf)
          .filter((claim) => claim.kind === kind && claim.text.length < 80);
        for (const piece of pieces.slice(0, 4)) {
          if (claimsOf(`It depends on ${piece.text} here.`)[0]?.kind !== kind && kind !== "quote") continue;
          if (/["“”«»]/u.test(piece.text)) continue;
          const id = `${session.id} ${kind}`;
          expect(reasonFor(session, piece.text, piece.kind), `${id}: as said`).toBeUndefined();
          expect(reasonFor(session, mutate(piece.text), piece.kind), `${id}: changed`).toMatch(/^unknown-/);
          counts.real += 1;
          counts.invented += 1;
        }
      }
    }
    expect(counts.real).toBeGreaterThan(0);
    console.info(`grounding: ${counts.real} real and ${counts.invented} invented pieces told apart`);
  });

  test("extractive handoffs pass unchanged", async () => {
    for (const session of await sessionsOf()) {
      const { unverified, droppedStatements } = verify(summarizeExtractive(session), session, []);
      expect({ id: session.id, unverified, droppedStatements }).toEqual({
        id: session.id,
        unverified: 0,
        droppedStatements: 0,
      });
    }
  });
});
