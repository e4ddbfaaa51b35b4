import type { Manifest } from "../manifest/manifest.ts";
import type { Concept } from "./concepts.ts";
import { factRows, soleKind } from "./kinds.ts";

/** Titles of tables by what their rows are about; two of one concept are needed, or one that says it alone. */
const TITLES: readonly (readonly [Concept, RegExp, RegExp])[] = [
  [
    "person",
    /^(?:person|people|member|contact|colleague|handle|имя|сотрудник|人员|姓名|メンバー|persona|mitarbeiter|personne|pessoa)$/iu,
    /^(?:name|role|e-?mail|phone|team|title|timezone|роль|почта|角色|邮箱|役割|rol|rolle|rôle|função)$/iu,
  ],
  [
    "infrastructure",
    /^(?:host(?:name)?|ip|server|service|machine|port|endpoint|сервер|сервис|хост|порт|服务器|服务|端口|サーバー?|サービス|servidor|servicio|dienst|serveur|serviço)$/iu,
    /^(?:url|region|address|environment|env|provider|адрес|地址|环境|環境)$/iu,
  ],
  [
    "todo",
    /^(?:todo|task|due|deadline|задача|срок|任务|待办|タスク|tarea|aufgabe|tâche|tarefa)$/iu,
    /^(?:priority|assignee|приоритет|优先级)$/iu,
  ],
  [
    "decision",
    /^(?:decision|rationale|решение|决定|決定|decisión|entscheidung|décision|decisão)$/iu,
    /^(?:why|reason|date|alternatives|почему|原因|理由)$/iu,
  ],
  [
    "procedure",
    /^(?:command|script|step|команда|命令|コマンド|comando|befehl|commande)$/iu,
    /^(?:description|purpose|when|usage|what it does|описание|说明|説明)$/iu,
  ],
  [
    "lesson",
    /^(?:lesson|symptom|cause|root cause|fix|problem|error|ошибка|причина|问题|原因|症状|causa|ursache)$/iu,
    /^(?:solution|workaround|resolution|решение|解决|対処)$/iu,
  ],
  [
    "project",
    /^(?:project|repo|repository|проект|项目|プロジェクト|proyecto|projekt|projet|projeto)$/iu,
    /^(?:status|stack|owner|статус|状态|状態|estado|statut)$/iu,
  ],
];

/** What the rows of a table with these titles are about; null when the titles do not tell. */
export function conceptOfTitles(titles: readonly string[]): Concept | null {
  const first = titles[0] ?? "";
  for (const [concept, sure] of TITLES) if (sure.test(first)) return concept;
  for (const [concept, sure, also] of TITLES) {
    const count = titles.filter((title) => sure.test(title) || also.test(title)).length;
    if (count >= 2 && titles.some((title) => sure.test(title))) return concept;
  }
  const people = TITLES[0]?.[2];
  return people !== undefined && titles.filter((title) => people.test(title)).length >= 2 ? "person" : null;
}

/** The kind of the one section of the index that has (at least two of) these titles; null when none or several do. */
export function sectionKind(manifest: Manifest, titles: readonly string[]): string | null {
  const wanted = new Set(titles.map((title) => title.toLowerCase()));
  const fitting = manifest.sections.filter(({ form, columns }) => {
    if (form !== "table") return false;
    return columns.filter((column) => wanted.has(column.title.toLowerCase())).length >= 2;
  });
  const kind = fitting.length === 1 ? soleKind(fitting[0]) : null;
  return kind !== null && factRows(manifest).some((row) => row.kind === kind) ? kind : null;
}
