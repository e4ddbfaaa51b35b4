import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { installedPackage } from "../../fixtures/installed-package.ts";
import { printFigures } from "../figures.ts";
import type { Tool } from "../pinned.ts";
import { type Era, installNode, installOpenClaw } from "./client.ts";
import { removeFolder } from "../../fixtures/remove-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    node24: Tool;
    openclaw: Record<Era, Tool>;
    /** Our packed tarball and the command installed from it; empty where the client is missing. */
    product: { tarball: string; handoff: string };
    /** File that collects measured times. */
    openclawFigures: string;
  }
}

/** The smoke case runs with the newer client alone, and the other one is 600 MB. */
const NOT_ASKED: Tool = { missing: "only npm run test:hosts installs it" };

/** Once for all tests of a project: Node 24 and the clients from npm, our own package from its tarball. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "handoff-openclaw-tools-"));
  const figures = path.join(folder, "figures.jsonl");
  const node = installNode();
  const files = project.name.startsWith("smoke-") ? NOT_ASKED : installOpenClaw("files", node);
  const openclaw = { sqlite: installOpenClaw("sqlite", node), files };
  for (const tool of Object.values(openclaw)) {
    if ("missing" in tool && tool !== NOT_ASKED)
      console.log(`Cases with the real client are skipped: ${tool.missing}.`);
  }
  project.provide("node24", node);
  project.provide("openclaw", openclaw);
  project.provide("openclawFigures", figures);
  project.provide(
    "product",
    "path" in node ? product(path.join(folder, "installed")) : { tarball: "", handoff: "" },
  );
  return () => {
    printFigures(figures);
    removeFolder(folder);
  };
}

function product(folder: string): { tarball: string; handoff: string } {
  const { tarball, bin } = installedPackage(folder, { ...process.env } as Record<string, string>);
  return { tarball, handoff: bin };
}
