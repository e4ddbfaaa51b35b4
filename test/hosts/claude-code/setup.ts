import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { findTmux, installClient } from "./client.ts";
import { printFigures } from "../figures.ts";
import type { Tool } from "../pinned.ts";
import { installProduct } from "./product.ts";
import { removeFolder } from "../../fixtures/remove-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    claude: Tool;
    tmux: Tool;
    /** Path of our installed command; empty where the client is missing. */
    handoff: string;
    /** File that collects measured times. */
    figures: string;
  }
}

/** Once for all tests of a project: the client from npm, our own package from its tarball. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "handoff-host-tools-"));
  const figures = path.join(folder, "figures.jsonl");
  const claude = installClient();
  const tmux = findTmux();
  for (const tool of [claude, tmux]) {
    if ("missing" in tool) console.log(`Cases with the real client are skipped: ${tool.missing}.`);
  }
  project.provide("claude", claude);
  project.provide("tmux", tmux);
  project.provide("figures", figures);
  project.provide("handoff", "path" in claude ? installProduct(path.join(folder, "installed")) : "");
  return () => {
    printFigures(figures);
    removeFolder(folder);
  };
}
