import { describe, expect, it } from "vitest";
import { filesShown } from "./shell-reads.ts";

describe("files that a command only shows", () => {
  it.each<[string, string[]]>([
    ["sed -n '1,80p' src/tool-trajectory.ts", ["src/tool-trajectory.ts"]],
    ["sed -n '1,35p;330,365p' a.ts", ["a.ts"]],
    ["cat a.ts b.ts | head -20", ["a.ts", "b.ts"]],
    ["cd pkg && nl -ba 'my file.ts'", ["my file.ts"]],
    ["rg -n foo src && cat Makefile", ["Makefile"]],
    ["cat a.ts 2>/dev/null", ["a.ts"]],
    ["rg -n foo src/a.ts", []],
    ["cat a.ts > b.ts", []],
    ["cat <<'EOF' > b.ts\nx\nEOF", []],
    ["cat a.ts && npm test", []],
    ["sed -i 's/a/b/' a.ts", []],
    ["npm test", []],
    ["", []],
  ])("%s", (command, files) => {
    expect(filesShown(command)).toEqual(files);
  });
});
