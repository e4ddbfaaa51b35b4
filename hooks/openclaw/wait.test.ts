import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitForJob } from "./wait.ts";
import { removeFolder } from "../../test/fixtures/remove-folder.ts";

/** Long enough for any machine. */
const LONG_MS = 30_000;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-wait-"));
  for (const folder of ["pending", "done"]) mkdirSync(join(home, "queue", folder), { recursive: true });
  put("pending", { id: "job" });
});
afterEach(() => removeFolder(home));

const put = (folder: string, job: object): void =>
  writeFileSync(join(home, "queue", folder, "job.json"), JSON.stringify(job));
const wait = (setting: "extractive" | "model", ms = LONG_MS) =>
  waitForJob(home, "job", { setting, until: performance.now() + ms });
const later = (act: () => void): void => void setTimeout(act, 60);

describe("waiting for a job", () => {
  it("ends once what code alone finds is written, unless the model is to be waited for", async () => {
    put("pending", { id: "job", phase: "refine" });
    expect(await wait("extractive")).toBe("extracted");
    expect(await wait("model", 120)).toBe("extracted");
    later(() => put("done", { id: "job", outcome: "applied" }));
    expect(await wait("model")).toBe("done");
  });

  it("ends with the job, with its failure, and when it was given up", async () => {
    later(() => put("pending", { id: "job", error: "memory-unwritable" }));
    expect(await wait("model")).toBe("held-up");
    later(() => rmSync(join(home, "queue/pending/job.json")));
    put("pending", { id: "job", error: "worker-ended" });
    expect(await wait("extractive")).toBe("gone");
  });

  it("ends in time while the job goes on", async () => {
    const begun = performance.now();
    expect(await wait("extractive", 200)).toBe("waiting");
    expect(performance.now() - begun).toBeGreaterThanOrEqual(199);
  });
});
