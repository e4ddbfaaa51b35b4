import { remark } from "remark";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import { lintMemory } from "../../src/lint/engine.ts";
import { settingsFor } from "../../src/lint/rule-settings.ts";
import { presetManifest } from "../../src/manifest/presets.ts";
import type { MemoryFile, MemorySnapshot } from "../../src/memory/snapshot.ts";

const FILES = 1000;
const { manifest } = presetManifest("claude-code");

/** A small generator, so that every run sees the same memory. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = random(7);
const SYLLABLES = "ka lo mi ren tus var del por sin tak ul ven wer xo ny bra cor din fel gos".split(" ");
const VOCABULARY = Array.from({ length: 3000 }, () =>
  Array.from(
    { length: 1 + Math.floor(next() * 3) },
    () => SYLLABLES[Math.floor(next() * SYLLABLES.length)],
  ).join(""),
);
/** Few words are frequent, many are rare, as in any language. */
const word = (): string => VOCABULARY[Math.floor(next() ** 3 * VOCABULARY.length)] ?? "";
const sentence = (): string => {
  const words = Array.from({ length: 8 + Math.floor(next() * 14) }, word);
  if (next() < 0.3) words[3] = `\`${word()}.${word()}()\``;
  if (next() < 0.2) words[5] = String(Math.floor(next() * 9000));
  if (next() < 0.1) words[2] = `**${word()}**`;
  if (next() < 0.1) words[4] = `[${word()}](topic-${Math.floor(next() * FILES)}.md)`;
  return words.join(" ");
};

function topic(number: number): MemoryFile {
  const sections = Array.from({ length: 3 }, () => {
    const items = Array.from({ length: 6 }, () => `- ${sentence()}`).join("\n");
    const rows = Array.from({ length: 3 }, () => `| ${word()} | ${word()} ${word()} | ${word()} |`).join(
      "\n",
    );
    return `## ${word()} ${word()}\n\n${sentence()}. ${sentence()}.\n\n${items}\n\n| a | b | c |\n| --- | --- | --- |\n${rows}\n`;
  });
  const text = `---\nname: ${word()} ${number}\ndescription: ${sentence()}\n---\n# ${word()}\n\n${sections.join("\n")}`;
  return { path: `topic-${number}.md`, text, hash: "", modifiedAt: 0 };
}

function memory(): MemorySnapshot {
  const topics = Array.from({ length: FILES }, (_, number) => topic(number));
  const rows = topics.slice(0, 60).map(({ path }) => `- [${word()}](${path}) — ${word()}`);
  const index = { path: "MEMORY.md", text: `# Memory\n\n${rows.join("\n")}\n`, hash: "", modifiedAt: 0 };
  return {
    root: "/memory",
    manifest,
    manifestExists: true,
    files: new Map([index, ...topics].map((file) => [file.path, file])),
    provenance: new Map(),
    internal: new Map(),
    tombstones: [],
    hasAgentsFile: false,
  };
}

/** CPU milliseconds of a call. */
function cost(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const processor = remark().use(remarkGfm).use(remarkFrontmatter);
const settings = settingsFor(manifest);
const rounds = Array.from({ length: 3 }, () => {
  const snapshot = memory();
  const parse = cost(() => {
    for (const { text } of snapshot.files.values()) processor.parse(text);
  });
  return { parse, lint: cost(() => void lintMemory(snapshot, settings)), files: snapshot.files };
});
const best = (key: "parse" | "lint"): number => Math.min(...rounds.map((round) => round[key]));
const chars = [...(rounds[0]?.files.values() ?? [])].reduce((sum, { text }) => sum + text.length, 0);
const ratio = (best("lint") / best("parse")).toFixed(2);
process.stdout.write(
  `lint of ${FILES} memory files (${Math.round(chars / 1000)} KB): ${Math.round(best("lint"))} ms CPU, remark parse ${Math.round(best("parse"))} ms: ${ratio} × (target 1.5)\n`,
);
