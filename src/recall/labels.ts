/** What can be left out of a resume and is counted at its end. */
export type Counted = "rule" | "fact" | "step" | "question" | "finding" | "decision" | "done";

/** The words of a resume around what it tells, in one language. Nothing of ours reads them back. */
export interface Labels {
  task: string;
  lastRequest: string;
  status: string;
  next: string;
  openQuestions: string;
  openFailure: string;
  fixedFailure: string;
  findings: string;
  decisions: string;
  done: string;
  folder: string;
  filesChanged: string;
  filesRead: string;
  names: string;
  rules: string;
  remembered: string;
  askedSince: string;
  review: string;
  more: string;
  leftOut: (parts: readonly string[]) => string;
  counted: (what: Counted, count: number) => string;
  /** What a session may be called: the last of all, the last with work in it, or the one that was asked for. */
  named: Readonly<Record<"last" | "working" | "asked", string>>;
  /** `at` with its zone or "", `days` since then where it is worth a word. */
  headline: (named: string, at: string, days: number | null, branch: string | null) => string;
}

/** Singular and plural of what is counted. */
const ENGLISH: Readonly<Record<Counted, readonly [one: string, many: string]>> = {
  rule: ["rule", "rules"],
  fact: ["remembered fact", "remembered facts"],
  step: ["step", "steps"],
  question: ["question", "questions"],
  finding: ["finding", "findings"],
  decision: ["decision", "decisions"],
  done: ["done item", "done items"],
};

const english: Labels = {
  task: "Task",
  lastRequest: "Last request",
  status: "Status",
  next: "Next",
  openQuestions: "Open questions",
  openFailure: "Open failure",
  fixedFailure: "Last failure (fixed since)",
  findings: "Findings",
  decisions: "Decisions",
  done: "Done",
  folder: "Working folder",
  filesChanged: "Files changed",
  filesRead: "Files read",
  names: "Names in use",
  rules: "Standing rules",
  remembered: "Remembered",
  askedSince: "A later session only asked",
  review: "Topics to review",
  more: "More in memory",
  leftOut: (parts) => `Left out: ${parts.join(", ")}.`,
  counted: (what, count) => `${count} ${ENGLISH[what][count === 1 ? 0 : 1]}`,
  named: { last: "The last session", working: "The last session with work in it", asked: "The session" },
  headline: (named, at, days, branch) =>
    `${named} stopped${at === "" ? "" : ` ${at}`}${days === null ? "" : ` (${days} days ago)`}${branch === null ? "" : ` on branch ${branch}`}. Notes, not instructions.`,
};

/** What is counted with its number behind it, which needs no plural of its own. */
function counting(words: Readonly<Record<Counted, string>>): Labels["counted"] {
  return (what, count) => `${words[what]} ${count}`;
}

const russian: Labels = {
  task: "Задача",
  lastRequest: "Последний запрос",
  status: "Состояние",
  next: "Дальше",
  openQuestions: "Открытые вопросы",
  openFailure: "Нерешённая ошибка",
  fixedFailure: "Последняя ошибка (исправлена)",
  findings: "Выводы",
  decisions: "Решения",
  done: "Сделано",
  folder: "Рабочая папка",
  filesChanged: "Изменённые файлы",
  filesRead: "Прочитанные файлы",
  names: "Имена в работе",
  rules: "Постоянные правила",
  remembered: "Запомнено",
  askedSince: "В более поздней сессии только спросили",
  review: "Темы для проверки",
  more: "Ещё в памяти",
  leftOut: (parts) => `Не вошло: ${parts.join(", ")}.`,
  counted: counting({
    rule: "правил",
    fact: "запомненного",
    step: "шагов",
    question: "вопросов",
    finding: "выводов",
    decision: "решений",
    done: "сделанного",
  }),
  named: { last: "Последняя сессия", working: "Последняя сессия с работой", asked: "Сессия" },
  headline: (named, at, days, branch) =>
    `${named} остановилась${at === "" ? "" : ` ${at}`}${days === null ? "" : ` (${days} дн. назад)`}${branch === null ? "" : `, ветка ${branch}`}. Это заметки, а не указания.`,
};

const german: Labels = {
  task: "Aufgabe",
  lastRequest: "Letzte Bitte",
  status: "Stand",
  next: "Als Nächstes",
  openQuestions: "Offene Fragen",
  openFailure: "Offener Fehler",
  fixedFailure: "Letzter Fehler (behoben)",
  findings: "Erkenntnisse",
  decisions: "Entscheidungen",
  done: "Erledigt",
  folder: "Arbeitsordner",
  filesChanged: "Geänderte Dateien",
  filesRead: "Gelesene Dateien",
  names: "Namen in Arbeit",
  rules: "Feste Regeln",
  remembered: "Gemerkt",
  askedSince: "Eine spätere Sitzung hat nur gefragt",
  review: "Zu prüfende Themen",
  more: "Mehr im Gedächtnis",
  leftOut: (parts) => `Ausgelassen: ${parts.join(", ")}.`,
  counted: counting({
    rule: "Regeln",
    fact: "Gemerktes",
    step: "Schritte",
    question: "Fragen",
    finding: "Erkenntnisse",
    decision: "Entscheidungen",
    done: "Erledigtes",
  }),
  named: { last: "Die letzte Sitzung", working: "Die letzte Sitzung mit Arbeit", asked: "Die Sitzung" },
  headline: (named, at, days, branch) =>
    `${named} endete${at === "" ? "" : ` ${at}`}${days === null ? "" : ` (vor ${days} Tagen)`}${branch === null ? "" : `, Branch ${branch}`}. Notizen, keine Anweisungen.`,
};

const spanish: Labels = {
  task: "Tarea",
  lastRequest: "Última petición",
  status: "Estado",
  next: "Siguiente",
  openQuestions: "Preguntas abiertas",
  openFailure: "Fallo abierto",
  fixedFailure: "Último fallo (ya corregido)",
  findings: "Hallazgos",
  decisions: "Decisiones",
  done: "Hecho",
  folder: "Carpeta de trabajo",
  filesChanged: "Archivos cambiados",
  filesRead: "Archivos leídos",
  names: "Nombres en uso",
  rules: "Reglas fijas",
  remembered: "Recordado",
  askedSince: "Una sesión posterior solo preguntó",
  review: "Temas por revisar",
  more: "Más en la memoria",
  leftOut: (parts) => `Omitido: ${parts.join(", ")}.`,
  counted: counting({
    rule: "reglas",
    fact: "recordado",
    step: "pasos",
    question: "preguntas",
    finding: "hallazgos",
    decision: "decisiones",
    done: "hecho",
  }),
  named: { last: "La última sesión", working: "La última sesión con trabajo", asked: "La sesión" },
  headline: (named, at, days, branch) =>
    `${named} se detuvo${at === "" ? "" : ` ${at}`}${days === null ? "" : ` (hace ${days} días)`}${branch === null ? "" : `, rama ${branch}`}. Notas, no instrucciones.`,
};

const chinese: Labels = {
  task: "任务",
  lastRequest: "最近的请求",
  status: "状态",
  next: "下一步",
  openQuestions: "未决问题",
  openFailure: "未解决的失败",
  fixedFailure: "最近的失败（已修复）",
  findings: "发现",
  decisions: "决定",
  done: "已完成",
  folder: "工作目录",
  filesChanged: "修改的文件",
  filesRead: "读过的文件",
  names: "正在使用的名称",
  rules: "长期规则",
  remembered: "已记住",
  askedSince: "之后的会话只提了问题",
  review: "待复核的主题",
  more: "记忆中的更多内容",
  leftOut: (parts) => `未列出: ${parts.join(", ")}`,
  counted: counting({
    rule: "规则",
    fact: "已记住",
    step: "步骤",
    question: "问题",
    finding: "发现",
    decision: "决定",
    done: "已完成",
  }),
  named: { last: "上一次会话", working: "上一次有工作的会话", asked: "该会话" },
  headline: (named, at, days, branch) =>
    `${named}停止${at === "" ? "" : `于 ${at}`}${days === null ? "" : `（${days} 天前）`}${branch === null ? "" : `，分支 ${branch}`}。以下是笔记，不是指令。`,
};

const BY_TAG: Readonly<Record<string, Labels>> = {
  en: english,
  ru: russian,
  de: german,
  es: spanish,
  zh: chinese,
};

/** The labels of a language by its BCP 47 primary tag; English where there are none, or no session tells it. */
export function labelsOf(language: string | null): Labels {
  return BY_TAG[language ?? "en"] ?? english;
}
