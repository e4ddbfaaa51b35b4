import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import zlib from "node:zlib";
import { expect, it } from "vitest";
import { openclaw } from "./openclaw.ts";

it.skipIf("zstdDecompressSync" in zlib)(
  "an older Node says in one sentence which one is needed",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "handoff-old-node-"));
    const path = join(folder, "openclaw-agent.sqlite");
    writeFileSync(path, "SQLite format 3\0 and whatever follows");
    const message = `${path}: is a SQLite database, which Node ${process.version} cannot read; run handoff with Node 22.15 or newer`;
    await expect(openclaw.read({ path })).rejects.toMatchObject({ code: "sqlite-unsupported", message });
    rmSync(folder, { recursive: true });
  },
);
