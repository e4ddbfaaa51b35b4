/**
 * Words that join other words and name nothing, in the languages whose sentences are understood elsewhere too
 * (session/signals/languages). What one of them is in another language ("war", "die") still counts where it is all that
 * was asked for.
 */
const LISTS: readonly string[] = [
  "a an the this that these those it its i me my we us our you your he him his she her they them their who whom whose which what where when why how and or but nor so if then than as because while although though of to in on at by for from with without into onto over under about after before between through during until since against is are was were be been being am do does did done doing has have had having can could will would shall should may might must not no yes any some all each both either neither every only just also too very more most much many such same other there here again please let lets get got",
  "der die das den dem des ein eine einen einem einer eines kein keine keinen dieser diese dieses diesem diesen jener jene ich mich mir mein meine du dich dir dein er ihn ihm sein seine sie ihr ihre es wir uns unser unsere man wer wen wem was wo wohin woher wann warum wieso weshalb wie welche welcher welches welchen und oder aber denn sondern doch dass daß weil wenn falls ob als bis damit um zu zum zur in im ins an am ans auf aus bei beim von vom mit ohne für gegen durch über unter vor nach seit zwischen während wegen bin bist ist sind seid war waren wäre wird werden wurde wurden worden hat habe haben hatte hatten kann können konnte muss müssen musste soll sollen sollte will wollen darf dürfen mag nicht nein ja auch noch nur schon sehr so mehr hier dort da dann nun jetzt bitte mal",
  "el la los las lo un una unos unas al del de a en con por para sin sobre entre hasta desde hacia contra según durante tras y e o u ni pero sino aunque porque pues si que qué quien quién cual cuál cuando cuándo donde dónde como cómo cuanto cuánto yo me mi mí tú te ti tu usted él ella ello nos nosotros vosotros ellos ellas se su sus le les este esta esto estos estas ese esa eso esos esas aquel aquella es son era eran fue fueron ser estar está están estaba hay ha han he había no sí ya muy más menos también tampoco solo sólo así aquí allí ahora",
  "и а но или либо да ни то что чтобы если когда где куда откуда почему зачем как какой какая какое какие кто кого кому чей чем в во на с со к ко по из изо от ото до у о об обо за над под при про для без через между перед после около я меня мне мной мы нас нам ты тебя тебе вы вас вам он его ему она её ее ей оно они их им это этот эта эти этого этой том тот та те себя свой своя свои мой моя наш наша ваш не нет ли же бы ведь вот уже ещё еще только также тоже так очень есть был была было были быть будет будут тут там здесь сейчас все всё",
  "的 地 得 了 着 过 是 在 有 和 与 及 或 而 且 但 但是 并 并且 因为 所以 如果 就 也 都 还 又 很 太 更 最 不 没 没有 吗 呢 吧 啊 嘛 我 你 您 他 她 它 我们 你们 他们 她们 它们 这 那 这个 那个 这些 那些 这里 那里 哪 哪里 哪个 谁 什么 怎么 怎样 如何 为什么 为 什么时候 多少 几 把 被 对 从 到 于 以 之 给 跟 向 让 请 个 中 里 上 下 會 会 能 可以 個 這 這個 為 與 們 嗎",
];

const FUNCTION_WORDS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => list.split(" ")));

/** Whether a word, in lower case, names nothing by itself. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}
