import { temporaryWordAt } from "../lint/rules/no-temporary-note/words.ts";
import { commandKey, purposeOf } from "../session/signals/command.ts";
import { signal } from "../session/signals/languages.ts";
import { machine, person } from "../session/signals/named.ts";
import type { Concept } from "./concepts.ts";

const L = "(?<![\\p{L}\\p{N}_])";
const R = "(?![\\p{L}\\p{N}_])";

const words = (fragments: string, dense: string): RegExp =>
  new RegExp(`${L}(?:${fragments})${R}|${dense}`, "iu");

/** Key phrases of single statements by concept, the surest first. */
const PHRASES: readonly (readonly [Concept, RegExp])[] = [
  [
    "decision",
    words(
      "decided|we (?:chose|picked|settled on|agreed|went with|rejected)|chose .{2,60} over|was (?:chosen|rejected|dropped) (?:because|in favou?r|over)|decision:|решили|выбрали|договорились|отказались от|decidimos|elegimos|acordamos|(?:haben|wurde) .{0,60}(?:entschieden|beschlossen)|entschieden(?: uns)?|nous avons (?:décidé|choisi)|on a (?:décidé|choisi)|escolhemos",
      "决定|决策|選定|决定采用|に決定|採用した",
    ),
  ],
  [
    "lesson",
    words(
      "root cause|turned out|lesson:|lessons? learned|gotcha|pitfall|caused by|was caused|(?:was |were )?fixed by|the fix (?:is|was)|beware|watch out|learned that|workaround|silently (?:fails?|drops?|ignores?)|причина|оказалось|из-за|урок:|resultó que|la causa|cuidado con|ursache|stellte sich heraus|vorsicht|la cause|il s['’]est avéré|attention:|a causa|acontece que",
      "根因|教训|原因是|踩坑|原因は|落とし穴|注意:",
    ),
  ],
  [
    "preference",
    words(
      "always|never|prefers?|preferred|must(?: not)?|do not|don['’]t|should (?:always|never)|avoid|no exceptions|wants? (?:me|us|you|the agent)|likes?|hates?|all commits must|всегда|никогда|предпочита\\p{L}+|нельзя|обязательно|siempre|nunca|prefiere|evitar|immer|niemals|nie|bevorzugt|vermeiden|toujours|jamais|préfère|éviter|sempre|prefere|evite",
      "总是|永远|不要|必须|偏好|必ず|常に|しないで|禁止",
    ),
  ],
];

/** How commands are told to be run. */
const COMMANDED = words(
  "run|use|execute|start|build|deploy|test|install|запуст\\p{L}+|выполн\\p{L}+|собр\\p{L}+|ejecuta\\p{L}*|ausführen|starten|lancer|exécuter|executa\\p{L}*|rodar",
  "运行|执行|実行|起動",
);

const ADDRESS =
  /https?:\/\/|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?<![\w:])(?:[a-z][\w-]*\.)+(?:internal|local|lan|example|com|net|org|io|dev):\d{2,5}\b|\bports? \d{2,5}\b|\bssh \w+@/iu;
const EMAIL = /(?<![\w.])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;

/** Whether the linter would call a text a note for a while. Links and code are judged by the caller. */
export function isTemporary(text: string): boolean {
  return temporaryWordAt(text) !== null;
}

/** What a statement is about by its own words; null when they do not tell. */
export function conceptOfText(text: string): Concept | null {
  const said = text
    .replace(/\s+/gu, " ")
    .replace(/^(?:[-*+]|\d+[.)])\s+/u, "")
    .replace(/[*_]{2,}/gu, "");
  if (signal("decided").test(said)) return "decision";
  for (const [concept, phrase] of PHRASES) if (phrase.test(said)) return concept;
  if (signal("houseRule").test(said)) return "preference";
  if (person(said) !== null || EMAIL.test(said)) return "person";
  if (machine(said) !== null || ADDRESS.test(said)) return "infrastructure";
  return tellsCommand(said) ? "procedure" : null;
}

function tellsCommand(text: string): boolean {
  const spans = [...text.matchAll(/`([^`]+)`/gu)].map((match) => match[1] ?? "");
  return (
    spans.some((code) => purposeOf(commandKey(code)) !== null) || (spans.length > 0 && COMMANDED.test(text))
  );
}
