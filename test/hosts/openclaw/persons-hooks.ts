import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { until } from "../until.ts";
import type { ClientConfig } from "./config.ts";
import type { Lab } from "./lab.ts";

/** The client loads and calls hooks in the order of their folders' names: these come before ours and after it. */
const BEFORE = "a-persons-own";
const AFTER = "z-persons-own";

/** Allows a person's own hooks, before ours and after it, in the client's config. */
export function allowPersonsHooks(config: ClientConfig): void {
  const entries = { [BEFORE]: { enabled: true }, [AFTER]: { enabled: true } };
  config.hooks = { internal: { enabled: true, entries } };
}

/** A hook that comes before ours and does not end by itself. */
export interface BlockingHook {
  /** Resolves once it runs. */
  begun: () => Promise<void>;
  /** From now on it ends at once. */
  release: () => void;
}

/** Places a blocking hook for `/new` on every path. */
export function placeBlockingHook(lab: Lab): BlockingHook {
  const [begun, blocked] = [path.join(lab.folder, "begun"), path.join(lab.folder, "blocked")];
  writeFileSync(blocked, "");
  placeHook(lab, BEFORE, [
    `fs.writeFileSync(${JSON.stringify(begun)}, "");`,
    `while (fs.existsSync(${JSON.stringify(blocked)})) await new Promise((resolve) => setTimeout(resolve, 50));`,
  ]);
  return {
    begun: async () =>
      void (await until("the person's hook runs", () => existsSync(begun), { limitMs: 240_000 })),
    release: () => rmSync(blocked),
  };
}

/** Places hooks around ours. Returns how many milliseconds ours took at the last `/new`. */
export function placeStopwatch(lab: Lab): () => number {
  const file = (name: string): string => path.join(lab.folder, name);
  for (const name of [BEFORE, AFTER]) {
    placeHook(lab, name, [`fs.writeFileSync(${JSON.stringify(file(name))}, String(Date.now()));`]);
  }
  const at = (name: string): number => Number(readFileSync(file(name), "utf8"));
  return () => at(AFTER) - at(BEFORE);
}

function placeHook(lab: Lab, name: string, lines: readonly string[]): void {
  const folder = path.join(lab.clientState, "hooks", name);
  mkdirSync(folder, { recursive: true });
  const metadata = JSON.stringify({ openclaw: { events: ["command:new"] } });
  const head = ["---", `name: ${name}`, "description: a person's own", `metadata: ${metadata}`, "---"];
  const code = [
    'import fs from "node:fs";',
    "export default async function handler() {",
    ...lines.map((line) => `  ${line}`),
    "}",
  ];
  writeFileSync(path.join(folder, "HOOK.md"), [...head, "", `# ${name}`, ""].join("\n"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(path.join(folder, "handler.js"), [...code, ""].join("\n"));
}
