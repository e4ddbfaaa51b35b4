import { describe, expect, it } from "vitest";
import { summarizeExtractive } from "./extractive.ts";
import { edit, human, list, said, type Step, talk } from "./talk.fixture.ts";

function stateOf(...steps: readonly Step[]): ReturnType<typeof summarizeExtractive>["state"] {
  return summarizeExtractive(talk(...steps)).state;
}

describe("a handoff speaks the language of the person", () => {
  it("German", () => {
    const state = stateOf(
      human("Bitte füge in export.ts eine Prüfung für leere Zeilen hinzu, und nutze readRows statt readAll."),
      list(["Prüfung einbauen", "in-progress"], ["Tests schreiben", "pending"]),
      said("Das Problem liegt an readAll in export.ts: es verwirft die letzte Zeile."),
      edit("src/export.ts"),
    );
    expect(state.language).toBe("de");
    expect(state.status?.text).toContain("In Arbeit: Prüfung einbauen (0 von 2 Schritten erledigt).");
    expect(state.findings.map((one) => one.text).join("\n")).toContain("readAll");
    expect(state.decisions.map((one) => one.text).join("\n")).toContain("readRows statt readAll");
  });

  it("Spanish", () => {
    const state = stateOf(
      human(
        "Por favor añade en export.ts una comprobación para las filas vacías y usa readRows en lugar de readAll.",
      ),
      list(["Añadir la comprobación", "completed"], ["Escribir las pruebas", "pending"]),
      said("La causa es que readAll en export.ts descarta la última fila."),
      edit("src/export.ts"),
    );
    expect(state.language).toBe("es");
    expect(state.status?.text).toContain("1 de 2 pasos hechos.");
    expect(state.status?.text).toContain("Últimos cambios: export.ts.");
    expect(state.findings.map((one) => one.text).join("\n")).toContain("readAll");
  });

  it("Chinese", () => {
    const state = stateOf(
      human("请在 export.ts 里添加对空行的检查，改用 readRows 而不是 readAll。"),
      list(["添加检查", "in-progress"], ["编写测试", "pending"]),
      edit("src/export.ts"),
    );
    expect(state.language).toBe("zh");
    expect(state.task?.text).toContain("export.ts");
    expect(state.status?.text).toContain("进行中: 添加检查 (2 步中已完成 0 步).");
  });
});
