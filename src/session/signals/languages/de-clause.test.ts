import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mainClause } from "./de-clause.ts";

describe("a German clause behind dass", () => {
  it.each([
    ["Lena das Budget verwaltet", "Lena verwaltet das Budget"],
    ["CI langsam ist", "CI ist langsam"],
    ["Ida Chefin ist", "Ida ist Chefin"],
    ["der Port 8080 belegt ist", "der Port 8080 ist belegt"],
    ["der Port 8080 ist", "der Port ist 8080"],
    ["der zweite Drucker im Keller steht", "der zweite Drucker steht im Keller"],
    ["der Name des Druckers Heron ist", "der Name des Druckers ist Heron"],
    ["die Leiterin der Abteilung Ida ist", "die Leiterin der Abteilung ist Ida"],
    ["die Firma Acme das Netz betreibt", "die Firma Acme betreibt das Netz"],
    ["der Server Heron heißt", "der Server heißt Heron"],
    ["unser Drucker nicht läuft", "unser Drucker läuft nicht"],
    ["wir den Drucker von Ida nutzen", "wir nutzen den Drucker von Ida"],
    ["der Drucker von Ida betreut wird", "der Drucker wird von Ida betreut"],
    ["der Server Heron heißt und auf Port 5433 lauscht", "der Server heißt Heron und lauscht auf Port 5433"],
    ["Ida die Drucker betreut und Uwe das Netz pflegt", "Ida betreut die Drucker und Uwe pflegt das Netz"],
    ["Ida in Oslo wohnt und das Budget verwaltet", "Ida wohnt in Oslo und verwaltet das Budget"],
  ])("%s → %s", (clause, sentence) => {
    expect(mainClause(clause)).toBe(sentence);
  });

  it.each([
    "wir freitags ausliefern",
    "Ada Byrne fehlt",
    "Ada Byrne das Budget verwaltet",
    "Ida und Uwe das Netz pflegen",
    "im Keller kein Netz ist",
    "die Drucker Montag neu starten",
    "der Drucker im Keller kaputt",
    "Ida das Netz pflegt, solange Uwe fehlt",
    "der Drucker, der im Keller steht, Heron heißt",
    "Drucker grundsätzlich im Keller",
  ])("stays as it was said where its parts cannot be told: %s", (clause) => {
    expect(mainClause(clause)).toBe(`Dass ${clause}`);
  });

  it("that is a sentence already stays one", () => {
    expect(mainClause("der Port ist 8080")).toBe("der Port ist 8080");
    expect(mainClause("Ida ist die Chefin")).toBe("Ida ist die Chefin");
  });

  it("loses no word", () => {
    const word = fc.constantFrom(
      ..."der die Ida Uwe Drucker Netz und im Keller 8080 zweite pflegt ist heißt nicht wir des von, aber".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
        const sorted = (text: string): string[] =>
          text
            .replace(/^Dass /u, "")
            .split(/\s+/u)
            .sort();
        expect(sorted(mainClause(words.join(" ")))).toEqual(sorted(words.join(" ")));
      }),
    );
  });
});
