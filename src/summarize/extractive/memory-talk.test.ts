import { describe, expect, it } from "vitest";
import { documentTitle } from "../../handoff/document.ts";
import { summarizeExtractive } from "./extractive.ts";
import { edit, human, said, type Step, talk } from "./talk.fixture.ts";

const handoffOf = (...steps: readonly Step[]): ReturnType<typeof summarizeExtractive> =>
  summarizeExtractive(talk(...steps));

const NOTED = said("Noted.", true);

describe("a session that only speaks to the memory", () => {
  it.each([
    "Remember that the second printer is in the attic.",
    "Actually, the limit is 40, not 30.",
    "Запомни, что второй принтер стоит на чердаке.",
    "Нет, порт 7001, а не 7000.",
    "Merk dir, dass Ida den Schlüssel verwaltet.",
    "Nein, der Port ist 7001.",
    "Recuerda que la segunda impresora está en el desván.",
    "En realidad el límite es 40, no 30.",
    "请记住：第二台打印机在阁楼。",
    "不对，端口是 7001。",
  ])("has no task, no last request and no title of its words: %s", (text) => {
    const handoff = handoffOf(human(text), NOTED);
    expect(handoff.state.task).toBeNull();
    expect(handoff.state.lastRequest).toBeNull();
    expect(documentTitle(handoff)).toMatch(/^(?:Session|Notes to the memory: .*\d)$/u);
  });

  it("is named by how much it noted, without the words", () => {
    const handoff = handoffOf(
      human("Remember that the first printer is in the hall."),
      NOTED,
      human("Remember that the second printer is in the attic."),
      NOTED,
      human("Forget that the first printer is in the hall."),
      NOTED,
    );
    expect(documentTitle(handoff)).toBe("Notes to the memory: remembered 2, forgot 1");
  });
});

describe("beside work", () => {
  const OPENING = human("Add an export of the invoices to src/export.ts.");

  it("an order to the memory is not the last request", () => {
    const { state } = handoffOf(
      OPENING,
      edit("src/export.ts"),
      human("Remember that the second printer is in the attic."),
      NOTED,
    );
    expect(state.task?.text).toContain("export of the invoices");
    expect(state.lastRequest).toBeNull();
  });

  it("a value that was put right, and changed by the agent, is", () => {
    const { state } = handoffOf(
      OPENING,
      edit("src/export.ts"),
      human("No, the port is 7001."),
      edit("src/main.ts"),
    );
    expect(state.lastRequest?.text).toMatch(/the port is 7001/iu);
  });
});
