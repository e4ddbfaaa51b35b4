import { describe, expect, test } from "vitest";
import { presetManifest } from "../manifest/presets.ts";
import { pruneSections } from "./index-prune.ts";

const { manifest } = presetManifest("openclaw");
const projects = manifest.sections.filter(({ section }) => section === "Projects");
const head = "| name | status | detail file |\n| --- | --- | --- |\n";
const prune = (text: string): string => pruneSections(text, projects, manifest, manifest.index);

describe("a section whose last row went", () => {
  test("goes with its heading and table head, wherever it stands", () => {
    expect(prune(`# Memory\n\n## Projects\n\n${head}`)).toBe("# Memory\n");
    expect(prune(`# Memory\n\n## Projects\n\n${head}\n## Recent\n\n- x\n`)).toBe(
      "# Memory\n\n## Recent\n\n- x\n",
    );
    expect(prune(`# Memory\r\n\r\n## Projects\r\n\r\n${head.replaceAll("\n", "\r\n")}`)).toBe("# Memory\r\n");
  });

  test.each([
    ["a row of a person", `# Memory\n\n## Projects\n\n${head}| a | b | [a](a.md) |\n`],
    ["prose", `# Memory\n\n## Projects\n\nAsk Ada.\n\n${head}`],
    ["a comment", `# Memory\n\n## Projects\n\n<!-- mine -->\n\n${head}`],
    ["a table with other titles", "# Memory\n\n## Projects\n\n| mine |\n| --- |\n"],
    ["a person's heading below it", `# Memory\n\n## Projects\n\n${head}\n### Old\n\n- [a](a.md)\n`],
  ])("stays with %s", (_, text) => {
    expect(prune(text)).toBe(text);
  });
});
