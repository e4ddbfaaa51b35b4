// Bundles the product into dist/ (or --outdir DIR): the command line, the worker and the remark preset, which share chunks, and one
// self-contained file a hook, and OpenClaw's hook pack. Readable (not minified), with the notices of what is inside.
import { build } from "esbuild";
import { chmod, cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({ options: { outdir: { type: "string", default: "dist" } } });
const outdir = path.resolve(root, values.outdir);

/** Events that a host calls us for, one entry file each: `hooks/<host>/<event>.ts`. */
const HOOKS = {
  "claude-code": ["session-start", "pre-compact", "session-end", "stop", "post-tool-use"],
  openclaw: ["event"],
};

/** CommonJS dependencies inside an ES module bundle need a `require`. */
const requireBanner =
  'import { createRequire as handoffCreateRequire } from "node:module"; const require = handoffCreateRequire(import.meta.url);';

const pkg = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
const { version } = pkg;

/** zod's messages in fifty languages, 0.3 MB: ours are in English, which zod imports by itself. */
const oneLanguage = {
  name: "one-language",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: "" }));
  },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  define: { HANDOFF_VERSION: JSON.stringify(version) },
  // Its CommonJS build loads its parts through a `require` that no bundler can follow.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  loader: { ".md": "text" },
  legalComments: "none",
  metafile: true,
  plugins: [oneLanguage],
  logLevel: "warning",
};

await rm(outdir, { recursive: true, force: true });
await mkdir(path.join(outdir, "hooks"), { recursive: true });
const inputs = [
  ...(await buildPrograms()),
  ...(await buildHooks()),
  ...(await buildPack()),
  ...(await buildPlugin()),
];
// A copy of this folder has no package.json above it that says how its files are to be read.
await writeFile(path.join(outdir, "package.json"), '{ "type": "module" }\n');
await writeFile(path.join(outdir, "hooks/package.json"), '{ "type": "commonjs" }\n');
await chmod(path.join(outdir, "cli.js"), 0o755);
await writeFile(path.join(outdir, "THIRD_PARTY_NOTICES.txt"), await notices(inputs));

async function buildPrograms() {
  const worker = "src/queue/main.ts";
  const result = await build({
    ...common,
    entryPoints: {
      cli: "src/cli/main.ts",
      "remark-preset": "src/lint/remark-preset.ts",
      ...(existsSync(path.join(root, worker)) ? { worker } : {}),
    },
    outdir,
    splitting: true,
    format: "esm",
    chunkNames: "chunks/[name]-[hash]",
    banner: { js: requireBanner },
  });
  return Object.keys(result.metafile.inputs);
}

/**
 * Hooks are CommonJS: in Node 20 a process that loads an ES module starts 10 ms later (npm run bench -- hooks). What a
 * hook imports with `import()` becomes a file of its own beside it, loaded only when it is needed.
 */
async function buildHooks() {
  const lazy = new Set();
  const lazyFiles = {
    name: "lazy-files",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\// }, ({ kind, path: target, resolveDir }) => {
        if (kind !== "dynamic-import") return null;
        lazy.add(path.join(resolveDir, target));
        return { path: target.replace(/\.ts$/, ".js"), external: true };
      });
    },
  };
  const options = {
    ...common,
    outdir: path.join(outdir, "hooks"),
    outbase: path.join(root, "hooks"),
    format: "cjs",
    supported: { "dynamic-import": false },
    plugins: [oneLanguage, lazyFiles],
  };
  const entries = Object.entries(HOOKS)
    .flatMap(([host, events]) => events.map((event) => `hooks/${host}/${event}.ts`))
    .filter((entry) => existsSync(path.join(root, entry)));
  const hooks = await build({ ...options, entryPoints: entries });
  const parts = await build({ ...options, entryPoints: [...lazy] });
  return [...Object.keys(hooks.metafile.inputs), ...Object.keys(parts.metafile.inputs)];
}

/**
 * The hook pack of OpenClaw: a package of its own, which `openclaw plugins install` copies, with one folder that holds
 * HOOK.md and handler.js. That is one ES module, loaded by the gateway into its own process (Node 24).
 */
async function buildPack() {
  const folder = path.join(outdir, "hooks/openclaw");
  const hook = path.join(folder, "session-handoff");
  const result = await build({
    ...common,
    entryPoints: { handler: "hooks/openclaw/pack.ts" },
    outdir: hook,
    format: "esm",
  });
  const { name, description, license } = pkg;
  const hooks = ["./session-handoff"];
  const manifest = { name, version, description, license, openclaw: { hooks } };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(path.join(hook, "package.json"), '{ "type": "module" }\n');
  await cp(path.join(root, "hooks/openclaw/HOOK.md"), path.join(hook, "HOOK.md"));
  return Object.keys(result.metafile.inputs);
}

/** The plugin of OpenClaw: one ES module beside its manifest, in a folder that the host is pointed to. */
async function buildPlugin() {
  const folder = path.join(outdir, "openclaw-plugin");
  const result = await build({
    ...common,
    entryPoints: { index: "hooks/openclaw/plugin.ts" },
    outdir: folder,
    format: "esm",
  });
  const { name, description, license } = pkg;
  const extensions = ["./index.js"];
  const manifest = { name, version, description, license, type: "module", openclaw: { extensions } };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(path.join(root, "hooks/openclaw/openclaw.plugin.json"), path.join(folder, "openclaw.plugin.json"));
  return Object.keys(result.metafile.inputs);
}

/** Licence texts of every package that went into the bundle, by name. */
async function notices(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) folders.add(match[1]);
  }
  const blocks = [];
  for (const folder of [...folders].toSorted((a, b) => (a < b ? -1 : 1))) {
    const absolute = path.join(root, folder);
    const part = JSON.parse(await readFile(path.join(absolute, "package.json"), "utf8"));
    const names = (await readdir(absolute))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .sort();
    const texts = await Promise.all(
      names.map((name) => readFile(path.join(absolute, name), "utf8").catch(() => "")),
    );
    const licence =
      typeof part.license === "string" ? part.license : JSON.stringify(part.license ?? "see below");
    blocks.push(
      `${part.name} ${part.version} (${licence})\n\n${texts.join("\n").trim() || "No licence file in the package."}\n`,
    );
  }
  return `This package contains the following third-party software.\n\n${blocks.join(`\n${"-".repeat(80)}\n\n`)}`;
}
