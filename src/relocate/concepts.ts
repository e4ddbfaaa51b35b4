/**
 * What headings, table titles and kinds of a manifest are about, whatever language they are in. A manifest's kinds have
 * any names; a concept is only how both sides are brought together.
 */
export type Concept =
  | "project"
  | "infrastructure"
  | "person"
  | "procedure"
  | "decision"
  | "lesson"
  | "preference"
  | "todo"
  | "activity";

/** No letter or digit on this side; `\b` knows ASCII only. */
const L = "(?<![\\p{L}\\p{N}_])";
const R = "(?![\\p{L}\\p{N}_])";

interface Words {
  /** Fragments with letters around them that end a word; a fragment may end in `\p{L}*`. */
  words: string;
  /** Fragments of scripts without spaces. */
  dense: string;
}

/**
 * Words of headings by concept, more telling concepts first: "Deployment decisions" are decisions. English, Russian,
 * Chinese, Japanese, Spanish, German, French, Portuguese.
 */
const HEADINGS: readonly (readonly [Concept, Words])[] = [
  [
    "todo",
    {
      words:
        "to-?dos?|tasks?|open (?:items?|questions?|issues?|work|tasks?|threads?|loops?)|next(?: steps?| actions?| up)?(?! time| release| version|\\.?js)|pending(?: \\p{L}+)?|backlog|wip|in progress|follow-?ups?|temporary(?: notes?)?|temp notes?|scratch(?:pad)?|reminders?|remaining(?: work)?|upcoming|stale notes?|задач\\p{L}*|сделать|дальше|временн\\p{L}*|напоминани\\p{L}*|осталось|pendientes?|tareas?|por hacer|próximos? pasos?|aufgaben?|offene?s?(?: punkte)?|nächste schritte|zu erledigen|à faire|tâches?|prochaines? étapes?|pendências?|tarefas?|a fazer|próximos passos",
      dense: "待办|待辦|任务|任務|下一步|临时|臨時|タスク|やること|次のステップ|一時メモ",
    },
  ],
  [
    "decision",
    {
      words:
        "decisions?|adrs?|choices?|trade-?offs?|rationales?|why we (?:chose|use)|agreements?|решени\\p{L}*|выбор|договор\\p{L}*|decisi(?:ón|ones|ão|ões)|entscheidung\\p{L}*|décisions?|choix",
      dense: "决定|決定|决策|決策|意思決定",
    },
  ],
  [
    "lesson",
    {
      words:
        "lessons?(?: learn(?:ed|t))?|learnings?|learned|gotchas?|pitfalls?|mistakes?|post-?mortems?|incidents?|known (?:issues?|bugs?|problems?|limitations?)|issues?(?: (?:and|&) (?:fixes|solutions|workarounds))?|troubleshooting|caveats?|debugging|bugs?|quirks?|failure modes?|root causes?|fix(?:es)?|insights?|warnings?|anti-?patterns?|уроки?|ошибк\\p{L}*|грабли|инцидент\\p{L}*|выводы|проблемы|lecci(?:ón|ones)|aprendizajes?|errores|lektion\\p{L}*|erkenntnisse|fallstricke|fehler|leçons?|pièges|erreurs|lições|aprendizados?|erros",
      dense: "教训|教訓|经验|經驗|踩坑|故障|已知问题|落とし穴|学び|注意点|トラブル",
    },
  ],
  [
    "preference",
    {
      words:
        "preferences?|prefers?|rules?|conventions?|(?:code |coding |writing )?style(?: guide)?|guidelines?|standing orders?|polic(?:y|ies)|behaviou?rs?|tone|(?:coding |code )?standards?|wishes|do(?:'|’)?s and don(?:'|’)?ts|principles?|constraints?|feedback|boundaries|instructions?|предпочтени\\p{L}*|правил\\p{L}*|стиль|соглашени\\p{L}*|пожелани\\p{L}*|preferencias?|reglas?|convenciones|estilo|präferenz\\p{L}*|vorlieben|regeln|konventionen|stil|préférences?|règles?|conventions|preferências?|regras?|convenções",
      dense: "偏好|规则|規則|约定|习惯|风格|好み|ルール|規約|方針",
    },
  ],
  [
    "person",
    {
      words:
        "people|persons?|teams?|contacts?|users?|colleagues?|staff|members?|clients?|customers?|stakeholders?|who(?:'|’)?s who|about me|owners?|roles?|люди|человек|команда|контакт\\p{L}*|сотрудник\\p{L}*|пользовател\\p{L}*|коллег\\p{L}*|personas?|equipo|contactos?|personen|mitarbeiter|kontakte|équipe|personnes|pessoas|equipe|contatos?",
      dense: "人员|人員|团队|團隊|联系人|用户|チーム|メンバー|人物|連絡先",
    },
  ],
  [
    "procedure",
    {
      words:
        "how ?-?to(?:s)?|procedures?|process(?:es)?|runbooks?|playbooks?|workflows?|commands?|quick (?:start|commands?|reference)|getting started|setup|set-?up|installation|build(?:ing)?|tests?|testing|deploy(?:ing|ment|ments|s)?|releas(?:e|es|ing)|checklists?|steps?|recipes?|cheat ?-?sheets?|usage|scripts?|ci(?:/cd)?|development|validation|verification|maintenance|operations?|процедур\\p{L}*|инструкци\\p{L}*|сборка|запуск|команды|деплой|установка|как \\p{L}+|procedimientos?|cómo|comandos?|instalación|despliegue|verfahren|anleitung\\p{L}*|befehle|ablauf|einrichtung|procédures?|commandes?|déploiement|procedimentos?|instalação|implantação",
      dense: "流程|步骤|步驟|命令|构建|部署|操作|安装|手順|コマンド|セットアップ|ビルド|デプロイ",
    },
  ],
  [
    "infrastructure",
    {
      words:
        "infra(?:structure)?|servers?|services?|hosts?|hosting|machines?|(?:staging|production|prod|dev) environments?|environments?|clusters?|databases?|networks?|networking|domains?|dns|ports?|urls?|endpoints?|accounts?|hardware|cloud|monitoring|backups?|integrations?|инфраструктур\\p{L}*|сервер\\p{L}*|сервис\\p{L}*|окружени\\p{L}*|хост\\p{L}*|баз\\p{L}{1,2} данных|сеть|infraestructura|servidor(?:es)?|servicios?|entornos?|infrastruktur|umgebung\\p{L}*|dienste|serveurs?|environnements?|infraestrutura|serviços?|ambientes?",
      dense: "基础设施|服务器|服務器|环境|數據庫|数据库|サーバ|インフラ|環境|データベース",
    },
  ],
  [
    "activity",
    {
      words:
        "recent(?: \\p{L}+)?|activity|activities|(?:work |session |activity |daily |change )?logs?|changelog|history|journal|sessions?|progress|timeline|daily|diary|milestones?|updates?|commits?|errors?|output|недавн\\p{L}*|активност\\p{L}*|журнал|история|сесси\\p{L}*|прогресс|actividad|reciente|historial|aktivität\\p{L}*|verlauf|kürzlich\\p{L}*|activité|récent\\p{L}*|historique|journal|atividade|recente|histórico",
      dense: "最近|活动|日志|历史|记录|履歴|ログ|進捗",
    },
  ],
  [
    "project",
    {
      words:
        "projects?|repos?(?:itor(?:y|ies))?|products?|apps?|applications?|codebases?|initiatives?|проект\\p{L}*|репозитори\\p{L}*|proyectos?|projekte?|projets?|projetos?",
      dense: "项目|項目|专案|仓库|プロジェクト|リポジトリ",
    },
  ],
];

/** Headings of a document about one project: they name no kind of their own. */
const PARTS_OF_A_PROJECT: Words = {
  words:
    "overview|about|summary|status|current (?:state|status|focus)|architecture|(?:tech(?:nology)? )?stack|(?:project |directory |file |folder )?structure|layout|key files?|files?|directories|features?|components?|modules?|packages?|apis?|schemas?|data(?: model| flow)?|design|dependencies|libraries|tools?|tooling|config(?:uration)?s?|settings|security|performance|documentation|docs|references?|resources?|links?|notes?|context|background|goals?|scope|roadmap|patterns?|implementation|details?|versions?|metrics|key \\p{L}+|important \\p{L}+|технологи\\p{L}*|архитектур\\p{L}*|структур\\p{L}*|обзор|статус|заметки|arquitectura|estado|resumen|architektur|überblick|aufbau|notizen|aperçu|état|arquitetura|visão geral|notas",
  dense: "概述|架构|架構|结构|状态|技术栈|概要|構成|アーキテクチャ|メモ",
};

const pattern = ({ words, dense }: Words, whole: boolean): RegExp =>
  whole
    ? new RegExp(
        `^(?:(?:my|our|the|key|active|all|main|known|current|general) )?(?:${words}|${dense})$`,
        "iu",
      )
    : new RegExp(`${L}(?:${words})${R}|${dense}`, "iu");

const ANYWHERE = HEADINGS.map(([concept, words]) => [concept, pattern(words, false)] as const);
const WHOLE = HEADINGS.map(([concept, words]) => [concept, pattern(words, true)] as const);
const PART = pattern(PARTS_OF_A_PROJECT, false);

/** What a heading is about, or null for a name or anything else. */
export function conceptOf(heading: string): Concept | null {
  const text = plainHeading(heading);
  return ANYWHERE.find(([, words]) => words.test(text))?.[0] ?? null;
}

/** The concept that a heading says and nothing else ("Projects", "Open tasks"); null when it says more. */
export function pureConcept(heading: string): Concept | null {
  const text = plainHeading(heading);
  return WHOLE.find(([, words]) => words.test(text))?.[0] ?? null;
}

/** Whether a heading names a part of what the document is about ("Architecture", "Key files"). */
export function isPartOfProject(heading: string): boolean {
  return PART.test(plainHeading(heading));
}

/** A heading without signs, numbering and what stands in brackets behind it. */
export function plainHeading(heading: string): string {
  return heading
    .replace(/[*_`#]+/gu, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/^\d+(?:\.\d+)*[.):]?\s+/u, "")
    .replace(/\s*[([（【].*$/u, "")
    .replace(/[^\p{L}\p{N})\]]+$/u, "")
    .trim();
}
