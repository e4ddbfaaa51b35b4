/*
 * Words by which people mark something as temporary, or as a thing still to be done. They stand for notes: a word that
 * also names ordinary things ("temporary files", "pending orders") is only listed with what makes it a note.
 */

/** No letter or digit on this side; `\b` knows ASCII only. */
const L = String.raw`(?<![\p{L}\p{N}_])`;
const R = String.raw`(?![\p{L}\p{N}_])`;

/** Markers in capitals; "TODO list" names a thing. */
const MARKERS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/.-])(?:TODO|FIXME|TBD|XXX|HACK(?=\s*[:\])])|(?<=^\s*|[\[(*|:—–-]\s*)WIP|WIP(?=\s*[:\])]))(?![\p{L}\p{N}_/-]|\.\p{L})(?!\s+(?:lists?|files?|items?|apps?|comments?|tree|marker)${R})`,
  "u",
);

const words = (alternatives: readonly string[]): RegExp =>
  new RegExp(`${L}(?:${alternatives.join("|")})${R}`, "iu");

/** Scripts without spaces: no edges. */
const dense = (alternatives: readonly string[]): RegExp => new RegExp(alternatives.join("|"), "u");

export const LANGUAGES: Readonly<Record<string, RegExp>> = {
  en: words([
    "for now",
    "for the time being",
    "temporarily",
    "temporary (?:fix|workaround|hack|solution|note|patch|measure|setup|state|change)",
    "interim (?:fix|workaround|hack|solution|measure)",
    "stop-?gap",
    "work in progress",
    "remember to",
    "(?:don['’]t|do not) forget",
    "needs? to be (?:fixed|done|checked|updated|removed|cleaned up|finished|reverted)",
    "(?:still|yet) to be (?:fixed|done|checked|decided|written|finished)",
    "to be (?:determined|done|decided|continued)",
    "(?:fix|clean up|remove|revert|revisit|check|finish|do|change|update) (?:(?:this|it|that|them) )?(?:later|soon|tomorrow|next week)",
    "come back to (?:this|it)",
    "until (?:further notice|(?:this|it|that) is fixed)",
  ]),
  ru: words([
    "пока что",
    "на время",
    "временно",
    String.raw`временн(?:ый|ое|ая|ые|ого|ую) (?:фикс|решени\p{L}*|заметк\p{L}*|костыл\p{L}*|мер\p{L}*|заплатк\p{L}*|патч|вариант)`,
    "не забыть",
    "не забудь(?:те)?",
    String.raw`(?:надо|нужно|осталось)(?: бы| будет| ещё| еще| потом)? (?:доделать|доработать|исправить|проверить|переделать|починить|дописать|убрать|удалить|обновить)`,
    String.raw`(?:потом|позже|завтра) (?:доделать|исправить|переделать|починить|удалить|убрать|проверить|дописать)`,
    String.raw`(?:доделать|исправить|переделать|починить|удалить|убрать|проверить|дописать) (?:потом|позже|завтра)`,
    "доделать",
    "костыль",
  ]),
  zh: dense([
    "待办|待辦|待完成|待修复|待修復|待处理|待處理|待补充|待定|待确认",
    "暂时|暫時|目前先|先这样|临时(?:方案|措施|修复|解决|处理|记录|笔记|绕过|替代|用)|臨時(?:方案|措施|修復|解決|處理)",
    "别忘了|别忘记|不要忘记|不要忘了|別忘了|记得要|記得要",
    "(?:稍后|稍後|以后|以後|回头|之后|之後)再(?:处理|處理|修|改|补|做|说|看)",
  ]),
  ja: dense([
    "一時的(?:な(?:対応|回避|修正|処置|措置)|に)",
    "暫定|とりあえず|ひとまず|当面|仮(?:対応|置き|実装|の対応)",
    "忘れずに|忘れないで|忘れないように",
    "(?:後で|あとで|後ほど)(?:直|修正|対応|やる|確認|消|削除|調)",
    "要対応|要確認|要修正|未対応|作業中|対応待ち|やること",
  ]),
  ko: dense(["임시로|임시 (?:조치|해결|수정)|당분간|잊지 말|나중에 (?:수정|고치|확인|처리|삭제)|해야 할 일"]),
  es: words([
    "por ahora",
    "de momento",
    "por el momento",
    "temporalmente",
    "provisional(?:mente)?",
    "mientras tanto",
    String.raw`(?:queda |quedan )?pendientes? de \p{L}+`,
    String.raw`(?:hay que|falta) (?:arreglar|revisar|corregir|cambiar|terminar|borrar|quitar|actualizar|comprobar)`,
    "recordar que",
    String.raw`recordar \p{L}+r`,
    "no (?:hay que )?olvid(?:ar|es|e)",
    String.raw`(?:arreglar|corregir|revisar|quitar|borrar|cambiar)(?:lo|la)? (?:luego|después|más tarde|mañana)`,
    "por hacer",
  ]),
  de: words([
    "vorerst",
    "vorläufig(?:e[rsnm]?)?",
    "vorübergehend(?:e[rsnm]?)?",
    "einstweilen",
    "fürs erste",
    "bis auf weiteres",
    String.raw`temporäre[rsnm]? (?:lösung|maßnahme|fix|änderung|workaround)`,
    "übergangslösung",
    "notlösung",
    "nicht vergessen",
    "daran denken",
    String.raw`(?:muss|müssen|noch)(?: noch)? (?:zu )?(?:erledigen|gemacht|geprüft|prüfen|gefixt|fixen|klären|geklärt|aufräumen|repariert|korrigiert|erledigt)(?: werden)?`,
    String.raw`später (?:noch )?(?:fixen|erledigen|machen|aufräumen|entfernen|prüfen|löschen)`,
    "zu erledigen",
    "in arbeit",
  ]),
  fr: words([
    "pour l['’]instant",
    "pour le moment",
    "temporairement",
    "provisoire(?:ment)?s?",
    "en attendant",
    "à faire",
    "ne pas oublier",
    "n['’]oublie[zr]? pas",
    "penser à",
    "se rappeler (?:de|d['’])",
    String.raw`à (?:corriger|revoir|supprimer|vérifier|terminer|finir|compléter)(?: plus tard)?`,
    "reste à (?:faire|corriger|vérifier|finir)",
  ]),
  pt: words([
    "por enquanto",
    "por ora",
    "temporariamente",
    "provis[óo]ri[oa]s?",
    "provisoriamente",
    "não (?:se )?esque(?:cer|ça)",
    "lembrar de",
    "lembre-se de",
    String.raw`(?:falta|precisa) (?:corrigir|arrumar|verificar|terminar|ajustar|remover)`,
    "(?:corrigir|arrumar|remover|apagar|ajustar) (?:depois|mais tarde|amanhã)",
    "a fazer",
  ]),
};

const ALL: readonly RegExp[] = [MARKERS, ...Object.values(LANGUAGES)];

/** Offset of the first word of a text that marks a temporary note; null when there is none. */
export function temporaryWordAt(text: string): number | null {
  const found = ALL.map((pattern) => text.search(pattern)).filter((at) => at !== -1);
  return found.length === 0 ? null : Math.min(...found);
}
