// Bundles the command line into dist/: self-contained, readable (not minified), with the notices of what is inside.
import { build } from "esbuild";
import { chmod, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const outdir = path.join(root, "dist");

/** CommonJS dependencies inside an ES module bundle need a `require`. */
const requireBanner =
  'import { createRequire as handoffCreateRequire } from "node:module"; const require = handoffCreateRequire(import.meta.url);';

await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
const result = await build({
  absWorkingDir: root,
  entryPoints: { cli: "src/cli/main.ts" },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  chunkNames: "chunks/[name]-[hash]",
  banner: { js: requireBanner },
  define: { HANDOFF_VERSION: JSON.stringify(version) },
  // Its CommonJS build loads its parts through a `require` that no bundler can follow.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  loader: { ".md": "text" },
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
await chmod(path.join(outdir, "cli.js"), 0o755);
await writeFile(
  path.join(outdir, "THIRD_PARTY_NOTICES.txt"),
  await notices(Object.keys(result.metafile.inputs)),
);

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
    const pkg = JSON.parse(await readFile(path.join(absolute, "package.json"), "utf8"));
    const names = (await readdir(absolute))
      .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
      .sort();
    const texts = await Promise.all(
      names.map((name) => readFile(path.join(absolute, name), "utf8").catch(() => "")),
    );
    const licence =
      typeof pkg.license === "string" ? pkg.license : JSON.stringify(pkg.license ?? "see below");
    blocks.push(
      `${pkg.name} ${pkg.version} (${licence})\n\n${texts.join("\n").trim() || "No licence file in the package."}\n`,
    );
  }
  return `This package contains the following third-party software.\n\n${blocks.join(`\n${"-".repeat(80)}\n\n`)}`;
}
