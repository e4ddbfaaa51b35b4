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
  /^(?:The|This|That|There|Here|What|Who|It|He|She|They|We|You|Our|My|Your|Claude|Codex|Gemini|Copilot|Agent|Git|GitHub|GitLab|Docker|Redis|Postgres|Caddy|Nginx|Kubernetes|Terraform|Staging|Production|Ingest|CI|Это|Там|Тут|Он|Она|Они|Мы|Вы|Наш|Этот|Сервис|Сервер|Der|Die|Das|Ein|Eine|Er|Sie|Wir|Ich|Wer|Was|Unser|Unsere|El|La|Los|Las|Un|Una|Ella|Quien|Se|Nuestro|Nuestra)(?= |$)/u;
const NAME = "\\p{Lu}\\p{Ll}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?";
const IS_ROLE = new RegExp(
  `^(?:our |the |my |наш\\p{L}* |мой |моя )?(${NAME})(?: \\(([^)]{3,40})\\))? (?:is|will be|works as|—|-) (?:our |the |my |an? |наш\\p{L}* |мой |моя )?(.{3,80})$`,
  "u",
);
/** "Lucía es la encargada de diseño". */
const IS_ROLE_FURTHER = new RegExp(
  `^(${NAME}) (?:es|ist) (?:(?:la|el|una?|nuestr[oa]|die|der|eine?|unsere?) )?(.{3,80})$`,
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
  const text = sentence.replace(/[\s.;!。！；]+$/u, "").trim();
  if (text.length > 220 || signal("hedge").test(text)) return null;
  const name = roleOf(text) ?? ownerOf(text);
  if (name === null || COMMON_NAMES.test(name)) return null;
  return { ...PLAIN, kind: "person", subject: name, text: capitalised(text), scope: "user", explicit: false };
}

function roleOf(text: string): string | null {
  const is = IS_ROLE.exec(text);
  if (is !== null && signal("roles").test(is[3] ?? "")) return is[1] ?? null;
  const further = IS_ROLE_FURTHER.exec(text);
  if (further !== null && signal("roles", "start").test(further[2] ?? "")) return further[1] ?? null;
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
    return does[1].includes(" ") || OF_PERSON.test(text) || hasRole(text) ? does[1] : null;
  }
  const [, han] = HAN_NAMED.exec(text) ?? [];
  if (han !== undefined) return SURNAMED.test(han) || OF_PERSON.test(text) ? han : null;
  const [, byHan] = BY_HAN.exec(text) ?? [];
  if (byHan !== undefined) return SURNAMED.test(byHan) ? byHan : null;
  const by = DONE_BY.exec(text.split(/[,;]/u)[0] ?? text);
  if (by?.[2] === undefined || !by[2].includes(" ")) return null;
  return signal("ownedBy").test((by[1] ?? "").split(" ").slice(-3).join(" ")) ? by[2] : null;
}

/** A person is spoken of: words that mean no thing, as "er" and "она" may. */
const OF_PERSON =
  /(?<![a-zа-яё])(?:him|her|his|she|he|ask|её|его|ей|ему|ella|frag\S* (?:sie|ihn)|ohne (?:sie|ihn))(?![a-zа-яё])|(?<!其)[她他]/iu;

/** "…, es la jefa de producto", "…, она техлид": what the one named first is. */
function hasRole(text: string): boolean {
  const [, role = ""] = /, (?:es|is|это|она|он|(?:sie|er) ist) (.{3,60})$/iu.exec(text) ?? [];
  return signal("roles").test(role);
}

/** "王芳负责…": a name is two or three signs; without a common surname it may be a word ("前端负责…"). */
const HAN_NAMED =
  /^(\p{Script=Han}{2,3}?)(?:是[^，,。]{0,12}的?负责人|是[^，,。]{0,12}的?負責人|负责|負責|管理|维护|維護|审核|審核)/u;
const BY_HAN = /由(\p{Script=Han}{2,3}?)(?:负责|負責|审批|審批|审核|審核|维护|維護|管理)/u;
const SURNAMED =
  /^[李王张刘陈杨赵吴徐孙胡朱郭罗梁宋郑谢韩唐冯董萧曹袁邓傅沈彭吕苏卢蒋蔡贾魏薛叶阎潘杜戴夏钟汪姜范邹熊孟秦邱侯張劉陳楊趙吳孫羅鄭謝韓馮蕭鄧呂蘇盧蔣賈葉鍾鄒]/u;

/** Something exact: an address, a port, a host's name, a path. */
const EXACT = /\d{2,}|[\w-]+\.[a-z]{2,}|[\w-]+-[\w-]+|\/[\w-]+/u;
const ADDRESS = /https?:\/\/|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|:\d{2,5}\b|\b[a-z]{2,}-[a-z]+-\d\b/u;

/** Tells how things are to become. */
const IS_MEANT = /(?<!\p{L})(?:should|would|could|sollte|debería|должен|должна|должно)(?!\p{L})/iu;

/** Tells what is the matter at the moment. */
const IS_DOWN =
  /not reachable|unreachable|not responding|не отвеча|nicht erreichbar|antwortet nicht|no responde|连不上|連不上/iu;

/** Where a service or machine is and what it has; only with something exact in it. */
export function machine(sentence: string): Found | null {
  const text = standalone(sentence);
  if (text === null || text.length > 200 || pointsBack(text)) return null;
  const noun = signal("infrastructure").exec(text)?.[0];
  if (noun === undefined || signal("hedge").test(text) || signal("onceOnly").test(text)) return null;
  const places = signal("runsOn").test(text) || (ADDRESS.test(text) && /\b(?:is|are)\b|—|: /u.test(text));
  if (!places || !EXACT.test(text)) return null;
  if (signal("requestStart", "start").test(text) || signal("requestAnywhere").test(text)) return null;
  if (IS_MEANT.test(text) || IS_DOWN.test(text)) return null;
  return {
    ...PLAIN,
    kind: "infrastructure",
    subject: noun,
    text: text.replace(/[.;!。！；]+$/u, ""),
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
