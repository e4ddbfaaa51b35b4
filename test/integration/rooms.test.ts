import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const src = path.resolve(import.meta.dirname, "../../src");

/** Rooms in the order of the table in src/README.md. */
function roomsInOrder(): string[] {
  const map = readFileSync(path.join(src, "README.md"), "utf8");
  return [...map.matchAll(/^\| `([a-z]+)(?:\/|\.ts)` \|/gm)].map((match) => match[1] ?? "");
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => name.split(path.sep).join("/"));
}

const roomOf = (file: string): string => file.split("/")[0]?.replace(/\.ts$/, "") ?? "";

/** Every relative import of a source file, resolved to a path below src/. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(src, file), "utf8");
  const specifiers = [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)["'](\.[^"']+)["']/g)];
  return specifiers.map((match) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), match[1] ?? "")),
  );
}

describe("rooms", () => {
  const order = roomsInOrder();
  const files = sources(src);

  it("are all in the map, and the map names no room that is missing", () => {
    const found = new Set(files.map(roomOf));
    expect([...found].filter((room) => !order.includes(room))).toEqual([]);
    expect(order.length).toBeGreaterThan(10);
  });

  it("import only themselves and rooms above them", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => order.indexOf(roomOf(target)) > order.indexOf(roomOf(file)))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("touch the world only where the map says so", () => {
    const map = readFileSync(path.join(src, "README.md"), "utf8");
    const worldly = new Set(
      [...map.matchAll(/^\| `([a-z]+)(?:\/|\.ts)` \|[^|]*\| *[a-z]/gm)].map((match) => match[1] ?? ""),
    );
    const io = /from "(?:node:(?:fs|fs\/promises|child_process|net|http|https|os)|@anthropic-ai\/sdk[^"]*)"/;
    const wrong = files.filter(
      (file) => !worldly.has(roomOf(file)) && io.test(readFileSync(path.join(src, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });
});

/** What entries may load: no schema library, no parser, nothing that starts slowly. */
const FOR_HOOKS = [
  "errors",
  "config/home-files",
  "config/hook-settings",
  "config/installed-home",
  "config/log",
  "hosts/json",
  "hosts/openclaw/database",
  "hosts/openclaw/host-config",
  "hosts/openclaw/human",
  "hosts/openclaw/locations",
  "hosts/openclaw/provenance",
  "hosts/openclaw/session-key",
  "hosts/openclaw/session-store",
  "hosts/openclaw/sqlite",
  "hosts/openclaw/tools",
  "hosts/openclaw/window-id",
  "queue/enqueue",
  "queue/guards",
  "queue/left-out",
  "queue/peek",
  "queue/plugin-copy",
  "store/asks",
  "store/gates",
  "store/real-root",
  "store/resume-cache",
  "store/told-session",
];
/** What the write gate loads once the agent has written a memory file. */
const FOR_THE_GATE = ["plan/write-gate"];

describe("hooks", () => {
  const hooks = path.resolve(src, "../hooks");

  it("load only what is made for them; types come from anywhere", () => {
    const found = sources(hooks).flatMap((file) => {
      const text = readFileSync(path.join(hooks, file), "utf8");
      const loaded = [...text.matchAll(/^import (?!type )[^;]*?from "[./]+\/src\/([^"]+)\.ts"/gm)];
      const allowed = file.endsWith("-lint.ts") ? [...FOR_HOOKS, ...FOR_THE_GATE] : FOR_HOOKS;
      return loaded.map(([, target = ""]) => ({ file, target, allowed: allowed.includes(target) }));
    });
    expect(found.filter(({ allowed }) => !allowed)).toEqual([]);
    expect(found.length).toBeGreaterThan(10);
  });
});
