import type { Candidate } from "../fold/state.ts";
import { lasting, signal } from "./languages.ts";
import { capitalised } from "./plain-text.ts";
import { contentWords, pointsBack, standalone } from "./sentence.ts";

/** A candidate without its place in the session. */
export type Found = Omit<Candidate, "id" | "at" | "n">;

/** What every candidate has unless it says otherwise. */
export const PLAIN = { op: "add", subject: "", targetText: null, scope: "project" } as const;

/** Capitalised openings that name no person. */
export const COMMON_NAMES =
  /^(?:The|This|That|There|Here|What|Who|It|He|She|They|We|You|Our|My|Your|Claude|Codex|Gemini|Copilot|Agent|Git|GitHub|GitLab|Docker|Redis|Postgres|Caddy|Nginx|Kubernetes|Terraform|Staging|Production|Ingest|CI|Это|Там|Тут|Он|Она|Они|Мы|Вы|Наш|Этот|Сервис|Сервер)(?= |$)/u;
const NAME = "\\p{Lu}\\p{Ll}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?";
const IS_ROLE = new RegExp(
  `^(?:our |the |my |наш\\p{L}* |мой |моя )?(${NAME})(?: \\(([^)]{3,40})\\))? (?:is|will be|works as|—|-) (?:our |the |my |an? |наш\\p{L}* |мой |моя )?(.{3,80})$`,
  "u",
);
const ROLE_IS = new RegExp(
  `^(?:[Oo]ur|[Tt]he|[Mm]y|[Нн]аш\\p{L}*|[Мм]о[йя]) (.{3,60}?) (?:is|—|-) (${NAME})(?:$|[,.;( ])`,
  "u",
);
const DOES = new RegExp(`^(${NAME}) (.{6,200})$`, "u");
const DONE_BY = new RegExp(`^(.{4,120}?) (${NAME})$`, "u");

/** A person and what they are or do here, said in one sentence; null for anything else. */
export function person(sentence: string): Found | null {
  const text = sentence.replace(/[\s.;!]+$/u, "").trim();
  if (text.length > 220 || signal("hedge").test(text)) return null;
  const name = roleOf(text) ?? ownerOf(text);
  if (name === null || COMMON_NAMES.test(name)) return null;
  return { ...PLAIN, kind: "person", subject: name, text: capitalised(text), scope: "user", explicit: false };
}

function roleOf(text: string): string | null {
  const is = IS_ROLE.exec(text);
  if (is !== null && signal("roles").test(is[3] ?? "")) return is[1] ?? null;
  const role = ROLE_IS.exec(text);
  const name = role?.[2];
  if (role === null || name === undefined || !/^\p{Lu}/u.test(name)) return null;
  return signal("roles").test(role[1] ?? "") ? name : null;
}

/** "Ada Byrne owns the importer", "the importer is maintained by Ada Byrne". */
function ownerOf(text: string): string | null {
  const does = DOES.exec(text);
  if (does?.[1] !== undefined && signal("owns", "start").test(does[2] ?? "")) {
    // A single capitalised word is as often a program; a person is spoken of as one.
    const isPerson =
      does[1].includes(" ") ||
      /(?<!\p{L})(?:him|her|his|she|he|ask|он|она|её|его|ей|ему)(?!\p{L})/iu.test(text);
    return isPerson ? does[1] : null;
  }
  const by = DONE_BY.exec(text.split(/[,;]/u)[0] ?? text);
  if (by?.[2] === undefined || !by[2].includes(" ")) return null;
  return signal("ownedBy").test((by[1] ?? "").split(" ").slice(-3).join(" ")) ? by[2] : null;
}

/** Something exact: an address, a port, a host's name, a path. */
const EXACT = /\d{2,}|[\w-]+\.[a-z]{2,}|[\w-]+-[\w-]+|\/[\w-]+/u;
const ADDRESS = /https?:\/\/|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|:\d{2,5}\b|\b[a-z]{2,}-[a-z]+-\d\b/u;

/** Tells how things are to become. */
const IS_MEANT = /(?<!\p{L})(?:should|would|could|sollte|debería|должен|должна|должно)(?!\p{L})/iu;

/** Where a service or machine is and what it has; only with something exact in it. */
export function machine(sentence: string): Found | null {
  const text = standalone(sentence);
  if (text === null || text.length > 200 || pointsBack(text)) return null;
  const noun = signal("infrastructure").exec(text)?.[0];
  if (noun === undefined || signal("hedge").test(text) || signal("onceOnly").test(text)) return null;
  const places = signal("runsOn").test(text) || (ADDRESS.test(text) && /\b(?:is|are)\b|—|: /u.test(text));
  if (!places || !EXACT.test(text)) return null;
  if (signal("requestStart", "start").test(text) || signal("requestAnywhere").test(text)) return null;
  if (IS_MEANT.test(text)) return null;
  return {
    ...PLAIN,
    kind: "infrastructure",
    subject: noun,
    text: text.replace(/[.;]+$/u, ""),
    explicit: false,
  };
}

/** Chinese strings what is wished for to what is told: "本项目是一个…，我想…，怎么做". */
function untilRequest(sentence: string): string {
  if (!/\p{Script=Han}/u.test(sentence)) return sentence;
  const clauses = sentence.split(/(?<=[，,；])/u);
  const wish = clauses.findIndex(
    (clause) => lasting("passing").test(clause) || lasting("moment").test(clause),
  );
  return clauses
    .slice(0, wish === -1 ? undefined : Math.max(1, wish))
    .join("")
    .replace(/[，,；]\s*$/u, "");
}

const NAMED_AS =
  /^([\p{L}][\p{L}\p{N}_.-]*(?: [\p{Lu}][\p{L}\p{N}_.-]*){0,2})(?: is|:| —| –| -) (our|my|an?|the|наш\p{L}*|мой) (.{10,220})$/u;

/**
 * What the project is, in one sentence. `subject` is the name said, or "" where it said "this project"; whether the name
 * is this project's is for the reader to tell.
 */
export function projectIs(sentence: string): Found | null {
  const text = standalone(untilRequest(sentence))?.replace(/[.;]+$/u, "") ?? null;
  if (text === null || text.length > 240 || signal("hedge").test(text)) return null;
  const named = NAMED_AS.exec(text);
  const about = signal("thisProject", "start").test(text);
  if (!about && named === null) return null;
  const rest = about ? text.replace(signal("thisProject", "start"), "") : (named?.[3] ?? "");
  if (!signal("projectNouns").test(rest) || contentWords(rest).length < 3) return null;
  // "is our API" → "is the API": the reader may not be one of "us".
  const said = text.replace(/ is (?:our|my) /u, " is the ").replace(/^(?:our|my) /iu, "The ");
  return {
    ...PLAIN,
    kind: "project",
    subject: about ? "" : (named?.[1] ?? ""),
    text: capitalised(said),
    explicit: true,
  };
}
