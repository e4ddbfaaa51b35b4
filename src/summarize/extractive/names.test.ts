import { describe, expect, it } from "vitest";
import { namesInUse } from "./names.ts";
import { edit, human, run, said, type Step, talk } from "./talk.fixture.ts";

const opening = human("Please make the writer flush its rows before it closes the stream.");
const listing = run("ls src", false, "src/writer.ts\nsrc/writer.test.ts\nsrc/reader.ts\nsrc/reader.test.ts");
/** Work that names much else, so that what was listed long ago is old. */
const others = (count: number): Step[] =>
  Array.from({ length: count }, (_, n) =>
    said(`Now partNumber${n} calls stepOf_${n} and reads lib/part_${n}.ts.`),
  );

const names = (...steps: Step[]): string[] => namesInUse(talk(opening, ...steps).state, 20);

describe("the test of a file that was changed", () => {
  it("comes first, however long ago a listing named it; one that nobody listed is not made up", () => {
    expect(names(listing, edit("src/writer.ts"), ...others(60))[0]).toBe("writer.test.ts");
    expect(names(edit("src/writer.ts"), ...others(60))).not.toContain("writer.test.ts");
  });

  it("does not bring those of files that were only read", () => {
    expect(names(listing, edit("src/writer.ts"), ...others(60))).not.toContain("reader.test.ts");
  });

  it("is kept where more names were seen than are kept", () => {
    const many = Array.from({ length: 12 }, (_, n) =>
      run("grep -r x", false, Array.from({ length: 100 }, (_, m) => `lib/found_${n}_${m}.ts`).join("\n")),
    );
    expect(names(edit("src/writer.ts"), listing, ...many)[0]).toBe("writer.test.ts");
  });
});
