import { fragments } from "../language.ts";

/**
 * Words by which a statement of a person shows that it lasts: how things are done here, where a thing is, who the person
 * is. Fragments as in `LanguageWords`; a list that a language lacks is empty.
 */
export interface LastingWords {
  /** Openings that only announce a statement ("btw"), taken off. */
  aside: readonly string[];
  /** What people do as a habit, with its subject ("we deploy"), and the same denied ("we don't use"). */
  practice: readonly string[];
  neverDone: readonly string[];
  /** A thing of the speakers with its verb ("our api returns"). */
  ours: readonly string[];
  /** Ties a thing to its place ("lives in"). */
  stands: readonly string[];
  /** A recurring time, and verbs of what recurs. */
  cadence: readonly string[];
  recurs: readonly string[];
  /** How people say who they are, what they cannot or always do. */
  self: readonly string[];
  /** General likes and dislikes. */
  taste: readonly string[];
  /** A rule that a statement before it gives the reason for ("…, so never"). */
  hence: readonly string[];
  /** Says that it is done so everywhere here. */
  everywhere: readonly string[];
  /** What holds of all things of a sort ("all dates are stored", "secrets go into"), from its subject to its verb. */
  generic: readonly string[];
  /** What needs a word of the person first ("ask me before you", "don't … without my"). */
  permission: readonly string[];
  /** A state for good ("is frozen", "is deprecated"), and what a word means here. */
  forGood: readonly string[];
  /** What runs under what: "prod runs on", "we're on". */
  runsUnder: readonly string[];
  /** Which of several goes first, or counts. */
  ranks: readonly string[];
  /** Says that it is so for the moment, or tells what happened. */
  moment: readonly string[];
  /** A state that passes. */
  passing: readonly string[];
  /** Things of the work at hand, as the subject of a sentence. */
  ofTheWork: readonly string[];
}

const english: LastingWords = {
  aside: fragments`
    quick(?= (?:fyi|note|info)) / btw / by the way / j?fyi / just so you know / so you know / for your info(?:rmation)? / (?:for|some|more) context / heads.?up
    (?:small|quick|one|another|important|side|last)? ?(?:thing|note|point|reminder|info|rule|convention|detail)(?=:) / side note / (?:of )?important note / p\.?s\.? / in general / generally / as a (?:side )?note / one thing / for what it's worth / fwiw / just / also / and / plus / basically / reminder
  `,
  practice: fragments`
    we(?:'ve| have)? (?:since |all )?(?:moved|switched|migrated) (?:everything )?(?:from .{2,40} )?to (?!(?:the|a|an|this|that|it|next)(?!\p{L}))\p{L}+
    (?:around |over )?here we (?:\p{L}+ly |always |never |only )?(?!(?:are|go|have|see|can|need|should|could|got|get)(?!\p{L}))\p{L}+
    we (?:also |both |all |always |usually |normally |mostly |generally |typically |only |just |still use |intentionally |deliberately )*(?:use|deploy|ship|release|write|name|call|keep|store|put|test|format|lint|pin|target|support|follow|squash|rebase|merge|branch|host|log|track|review|commit|push|publish|tag|version|document|meet|avoid|prefer|rely on|depend on|develop|validate|mock|translate|sign|encrypt|monitor|cut|freeze|stick to|speak|focus|treat|indent|bill|charge|invoice|sell|localize|round|archive|self-?host|work (?:in|with|from)|back up)(?! (?:into|out|up|get|getting|it|this|that|them|these|those|the wrong|(?:the|an?|each|every|that|this) (?:\p{L}+ )?(?:results?|list|values?|query|variable|function|loop|array|string|response|request|rows?|columns?|items?|errors?|data|object|state|index|flag|callback|handler|component|button))(?!\p{L}))
    (?:everyone|everybody|the team|nobody|no one) (?:here )?(?:uses?|writes?|runs?|deploys?|works|pushes|merges|commits|reviews)
    (?:releases?|branches|commits?|migrations|tests|tables|files|routes|components|services|secrets|configs?|images|packages|versions|tickets|endpoints|events|dates|times|prices|amounts)(?: \p{L}+){0,2} (?:are|get) (?:always |only |never )?(?:named|called|kept|stored|cut|tagged|written|prefixed|generated|squashed|saved|deployed|published|reviewed|versioned)
    (?:releases?|branches|commits?) (?:branches|messages|names) (?:are|get) (?:always |only |never )?(?:named|called|kept|cut|tagged|written|prefixed|squashed)
    (?:you|one|everyone) (?:always |only |first |still )*(?:have|need|has) to (?:always |first )?.{4,120} (?:before|after|whenever|each time|every time)
  `,
  neverDone: fragments`
    we (?:also |generally |normally )*(?:don'?t|do not|never|no longer|don'?t ever|aren'?t allowed to|cannot|shouldn'?t|should not|must not|mustn'?t|may not) (?:allow|use|deploy|ship|release|write|name|keep|store|put|test|support|squash|rebase|merge|branch|host|log|commit|push|publish|mock|rely on|depend on|do|accept|check in|touch|edit|mix|nest|abbreviate|ship)(?! (?:it|this|that|them|these|those)(?!\p{L}))
    we (?:have no|don'?t have an?|don'?t have any) (?!idea|time|clue|way|choice)\p{L}+
  `,
  ours: fragments`
    our (?:[\p{L}\d'/.-]+ ){1,4}(?:is|are|lives?|runs?|returns?|uses?|has|have|sits?|goes|go|needs?|expects?|speaks?|ships?|deploys?|only|doesn'?t|does not|never|always|must|can|can'?t|cannot|starts?|ends?|allows?|requires?|supports?)
    (?:this|the) (?:whole |entire )?(?:app|application|project|repo|repository|codebase|product|service|site|tool|library|package|team|company|monorepo) (?:is used|is deployed|is written|is built|is hosted|is meant|is an? |will be an? |targets?|supports?|runs?|uses?|serves?|must|has to|needs to)
  `,
  stands: fragments`
    (?:is|are) (?:always |all |only )?(?:kept |stored |located |hosted |found |deployed |published |here )?(?:at|in|on|under|behind) / (?:lives?|sits?|stays?|goes|go|belongs?|stands?) (?:at|in|on|under|into) / (?:runs?|listens?) (?:on|at|in) / points? to / (?:is|are|was|were) (?:supposed|meant) to (?:be|live|go) (?:at|in|under)
  `,
  cadence: fragments`
    (?:every|each) (?:other |second |third |single )?(?:day|night|morning|evening|week|weekday|weekend|month|quarter|sprint|hour|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?
    (?:on )?(?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekdays) / nightly / (?:once|twice) an? (?:day|week|month|quarter|year)
    on the \d+(?:st|nd|rd|th) of (?:each|every|the) month / at \d{1,2}[:.]\d\d(?: ?(?:utc|gmt|cet|am|pm))?
  `,
  recurs: fragments`
    (?:is|are|gets?) (?:\p{L}+ly )?(?:\p{L}+ed|cut|sent|run|built|reset|rebuilt|wiped|kept) / (?:runs?|starts?|happens?|ships?|deploys?|expires?|rotates?|resets?|goes out|syncs?|closes?|opens?)
  `,
  self: fragments`
    i(?:'?m| am) (?:actually |really |mostly |also |just )?(?:new to|not (?:very |really |that )?(?:familiar with|good (?:at|with)|fluent in)|responsible for|in charge of|based in|colou?r.?blind|left.?handed|on call)
    i(?:'?m| am) (?:actually |really |mostly |also |just )?(?:an?|the|your|one of the|not an?) (?:[\p{L}.+#-]+ ){0,4}(?:devs?|developer|engineer|designer|tester|qa|pm|manager|student|freelancer|scientist|admin|dba|sre|beginner|newbie|founder|maintainer|owner|lead|teacher|writer|analyst|architect|researcher|contractor|reviewer|person|guy|cto|ceo|accountant|doctor|lawyer)
    my (?:[\p{L}]+ )?(?:time ?zone|editor|ide|name|os|shell|machine|laptop|e-?mail|handle|username|github(?: handle)?|native language|first language|working hours|keyboard|pronouns|role|job|boss|manager|terminal|browser|package manager) (?:is|are)
    i (?:no longer|never|always|usually|normally|mostly|only ever|don'?t) (?:use|run|speak|read|write|work|review|merge|push|commit|deploy|edit|need|have|trust|do)(?! (?:it|this|that|them|these|those|to|any idea|time|the)(?!\p{L}))
    i (?:work|live) (?:in|on|at|from|with|for) (?!(?:it|this|that|the)(?!\p{L}))\p{L}+
    i(?:'?m| am) in \p{L}+(?:,| and|, and|, so)? my
    i speak \p{L}+
    i (?:review|merge|deploy|release|push|commit|publish|run) (?:everything|all|each|every)
  `,
  taste: fragments`
    i (?:really |absolutely |just )?(?:hate|dislike|can'?t stand|love)(?! (?:it|this|that|these|those|them|to|how|when|what|the|your|you|seeing)(?!\p{L}))
    i (?:really |generally |usually |always |much )?like (?!it|this|that|these|those|them|to|how|when|what|the|your|you|option).{3,120}(?:over|more than|better than|instead of|rather than)
    i (?:really |generally |usually )?prefer (?!(?:option|the|that|this|it|to|your|you|number|first|second|variant|a|an|one)(?!\p{L}))(?:[\p{L}-]+ ){1,4}[\p{L}-]+s(?=$|[,.;])
    i(?:'d| would) (?:always |much |generally )?rather (?:have|see|use|read)(?! (?:it|this|that)(?!\p{L})).{3,120}than
  `,
  hence: fragments`
    so (?:please )?(?:never|always|nothing|no) / so no (?:\p{L}+ ){1,3}(?:may|must|should|can)
  `,
  everywhere: fragments`
    (?:like|as) (?:we do )?everywhere else / (?:like|as) (?:we do )?everywhere(?= in) / that'?s (?:our|the house) (?:style|convention|rule|way) / (?:that'?s|is) how we (?:do|write|name|run) / in this (?:codebase|repo|repository|project|monorepo)
    is our (?:style|convention|rule|standard|policy)
  `,
  ranks: fragments`
    (?:takes?|has|have|gets?|should take|must take) (?:precedence|priority) over / (?:is|are|stays?|remains?) the (?:single )?source of truth / priority is
    is (?:always )?the (?:preferred|canonical|official|recommended|definitive) (?:\p{L}+)
  `,
  generic: fragments`
    (?:all|every|each|any) (?:of )?(?:our |the )?(?:new |public |internal |external )?(?!one|two|three|four|five|second|other|of|this|that|these|those|it|the)(?:[\p{L}-]+ ){1,2}(?:is|are|gets?) (?:always |only )?(?:stored|kept|managed|tracked|written|handled|hosted|generated|deployed|released|built|reviewed|versioned|named|called|signed|encrypted|rotated|cached|billed|saved|formatted|defined|validated|translated|in|on|behind|at)
    (?:all|every|each|any) (?:of )?(?:our )?(?:new |public |internal )?(?:tables?|endpoints?|packages?|services?|modules?|releases?|migrations?|repos?|tenants?|customers?|teams?|branch(?:es)?|environments?|apps?|prs?|pull requests?|commits?|changes?|jobs?|models?|routes?|libraries|plugins?|tests?|components?|files?) (?:must|has to|have to|needs?|has|have|requires?|goes through|go through)(?! (?:the|this|that|an error|errors?|been|to be (?:fixed|changed|updated))(?!\p{L}))
    (?:(?!the|this|that|these|those|my|your|his|her|some|no|all|it|i|we|you)[\p{L}-]+ ){0,2}[\p{L}-]+s (?:are|get) (?:always |only |never )?(?:stored|kept|managed|tracked|handled|hosted|deployed|released|reviewed|versioned|signed|encrypted|rotated|billed|translated) (?:in|on|at|with|by|from|via|as|through)
    (?:(?!the|this|that|these|those|my|your|his|her|some|no|all|it|i|we|you)[\p{L}-]+ ){0,2}[\p{L}-]+s (?:always |only |never )?(?:go|happen|live|belong|come) (?:in|into|to|from|on|through|via|with|under)(?! (?:the (?:top|bottom|left|right|middle|end|wrong)|wrong)(?!\p{L}))
    (?:all )?(?:(?!the|this|that|my|your)[\p{L}-]+ )?(?:code|data|traffic|documentation|content|sql|css) is (?:always |only )?(?:stored|kept|managed|formatted|linted|hosted|generated|deployed|reviewed|versioned|encrypted|cached|built|written) (?:with|by|in|on|at|via|from)
    (?:tickets|docs|secrets|logs|dashboards|designs|assets|mockups|credentials|keys|certs|certificates|releases|configs|translations|fixtures|tests|migrations|specs|notes|tasks|bugs|issues|backups|metrics|alerts) are (?:all |always |only )?(?:in|on|at|under) (?!the (?:wrong|top|bottom|left|right|middle|way)|wrong|progress)[\p{L}\d./]
    (?:prices?|amounts?|dates|times|ids?|timestamps|names|paths|versions|sizes|units|durations) (?:is|are) (?:always )?(?:\p{L}+ ){1,4}(?=, (?:not|never) |, ?nunca )
    (?:prices?|amounts?|dates|times|ids|timestamps|paths|sizes|units|durations) are \p{L}+, (?:not|never) \p{L}+
    only (?:the )?(?:[\p{L}'-]+ ){1,4}(?:may|can|is allowed to|are allowed to|pushes|merges|deploys|releases|approves|publishes|signs|has access|have access)(?! (?:see|be)(?!\p{L}))
  `,
  permission: fragments`
    (?:always )?(?:ask|check with|tell|ping|talk to|consult) (?:me|us|\p{L}+) (?:first )?(?:before|first before|if you (?:want|need|plan) to) (?!you \p{L}+[.!]?$)(?:you )?(?!(?:it|this|that|doing (?:it|this|that))(?!\p{L}))\p{L}+ \p{L}+
    (?:always )?ask (?:me )?before (?:you )?(?!(?:it|this|that)(?!\p{L}))\p{L}+ \p{L}+
    (?:please )?(?:don'?t|do not|never|no) (?!ask|worry)[^,;]{3,120} (?:without (?:asking|my|our|checking with|telling|approval|permission|review|confirmation|an? (?:ok|approval|review|ticket|migration|version bump)))
    (?:please )?keep (?:your |the |all )?(?:answers|replies|explanations|responses|summaries|commit messages|messages|comments|prs|commits|functions|files) (?:\p{L}+ )?(?:short|brief|concise|small|simple|terse|minimal|to a minimum|in english)
    (?:please |pls )?(?:don'?t|do not) [^,;]{3,100} ever(?=[.!]?$)
  `,
  forGood: fragments`
    (?:the |our |everything (?:in|under) )?(?:[\p{L}\d_./-]+ ){1,4}(?:is|are) (?:now )?(?:frozen|deprecated|read-?only|(?:auto-?)?generated|vendored|unmaintained|archived|abandoned|legacy|end of life|eol|confidential|off.?limits|shared with|owned by|maintained by)
    (?:the (?:word|term) |an? )?["'“«]?[\p{L}\d_-]+["'”»]?(?: in (?:this|our) (?:codebase|project|app|repo|domain|team|code))? (?:means|stands for|refers to) / .{2,60} is (?:what|how) we call
    (?:we|they|(?:the |our )(?:[\p{L}-]+ ){1,2}|users|customers|people) ?calls? (?:an?|the) [\p{L} -]{2,30} (?:an? |the )?["'“«][\p{L} -]{2,30}
    (?:the|our) (?:[\p{L}-]+ ){0,2}(?:box|server|host|cluster|db|database|bucket|queue|machine|vm|runner|registry|channel|repo|team) is (?:called|named|\p{L}+ v?\d+)
    (?:nobody|no one|noone)(?: (?:except|but|besides|other than) [\p{L} ]{2,20})? (?:has (?:\p{L}+ )?access|may|should|is allowed to|can (?:merge|push|deploy|approve|release))
    (?:[\p{L}']+ ){1,5}(?:has to|have to|must|needs? to) (?:approve|sign off(?: on)?|review|confirm) (?:every|all|each|any)
    there(?:'s| is| are) (?:also )?(?:an?|another|two|three|one) .{3,80}(?:github\.com|gitlab|https?:|repo)
  `,
  runsUnder: fragments`
    (?:prod|production|staging|the (?:server|cluster|prod|ci)|our (?:server|prod|production|staging|ci|cluster)|ci) (?:is (?:still )?(?:on|at)|runs(?: still)?(?: on)?|uses)
    we(?:'re| are) (?:still |stuck |currently )?on (?!(?:the|a|an|it|this|that|same|track|hold|our|my|time|fire)(?!\p{L}))[\p{L}.+#-]+ v?\d
    (?:this|the|our) (?:service|app|tool|cli|library|code|package|plugin|project|script|site|server|binary) (?:must|has to|needs to|should always) (?:also )?(?:run|work|build|compile|support|start)(?: \p{L}+)?(?: too)? (?:on|with|in|under|without|from|offline)
    i(?:'?m| am|'m mostly)? ?(?:mostly |usually |always )?(?:work(?:ing)? |code |develop |use )?(?:mostly |only )?(?:on|from|under|with|in)? ?(?:an? )?(?:windows|mac(?:os)?|linux|ubuntu|wsl|arch|debian|fedora|nixos|powershell|zsh|fish|neovim|vim|emacs|vs ?code|intellij|macbook)(?!\p{L})
    i (?:can'?t|cannot|don'?t) (?:read|speak|write|know|understand) (?!(?:it|this|that|the|these|those|why|how|what|where|which|if|who)(?!\p{L}))\p{L}+ ?(?:very |that |really )?(?:well|much)
  `,
  moment: fragments`
    now / right now / currently / at the moment / today / tonight / tomorrow / yesterday / this (?:time|week|morning|afternoon|sprint|file|function|case|branch|commit|pr|test|page|screen|session|one|issue|bug|change|step|task|phase|chunk)
    for now / for the moment / temporarily / yet / again / still / already / so far / here (?:is|are|it) / just (?:ran|did|saw|got|merged|pushed|tried|now)
    ran / did / was (?:in|on|at|not|an?|the|\p{L}+(?:ed|ing|en|wn)) / were / got / had / (?:next|last) (?:time|week|weekend|month|night|year|one|message|commit|change|step|thing|run|session) / then / later / until / once i / (?:getting|trying|looking|seeing|doing|going) / left / next step / too \p{L}+ / twice / three times / meeting / sucks / ugly / annoying
  `,
  passing: fragments`
    broken / down / failing / fails? / failed / crash\p{L}* / slow / stuck / wrong\p{L}* / weird / missing / ready / done / empty / gone / fine / good / great / bad / confus\p{L}+ / out of date / outdated / stale / (?:is|are|still|now|goes?|went|turns?|stays?) (?:red|green) / flaky / lost / off
    looks / look like / seems? / (?:working|running|using)
    an? (?:problem|issue|bug|error|conflict|question) / no (?:idea|clue|way|problem|errors?|changes?|choice|need|time)
  `,
  ofTheWork: fragments`
    (?:the |this |that |an? |another |my |our )?(?:\p{L}+ )?(?:errors?|bugs?|issues?|problems?|fix(?:es)?|failures?|failing|logs?|output|screenshots?|diff|changes?|conflicts?|branch|pr|pull request|commit|regression|trace|build|line|lines|button|session|answer|comment|question|difference|plan|image|example) (?:is|are|isn't|aren't|has|have|in|on|at|of|for|that|still|comes?|happens?|goes|says?|shows?)
  `,
};

const russian: LastingWords = {
  aside: fragments`
    кстати / к слову / для справки / чтобы (?:ты|вы) знал[аи]? / для контекста / для информации / если что / на всякий случай / вообще / в целом / и вообще / и ещё / и еще / и / а / просто / в общем
  `,
  practice: fragments`
    (?:(?:у нас|мы|всё|все|\p{L}+(?: \p{L}+)?) ){0,3}(?:обычно |всегда |только |тоже |здесь |тут |в проекте )*(?:используем|пишем|храним|деплоим|катаем|выкатываем|обновляем|релизим|кладём|кладем|называем|тестируем|пушим|мержим|мерджим|коммитим|держим|ведём|ведем|ставим|запускаем|собираем|ходим|логируем|форматируем|поддерживаем|нумеруем|версионируем|выпускаем|считаем|отдаём|отдаем)
    у нас (?:\p{L}+ )?(?:монореп\p{L}*|стек|бэкенд|бекенд|фронтенд|фронт|бэк|база|код|проект|тесты|деплой|релизы?) (?:на|через|по|—|-) \p{L}+ / [\p{L}-]+ (?:\p{L}+ )?\p{L}{2,}(?:аем|яем|уем|аём|ём|им|ем) (?:только|через|из) \p{L}+
    у нас .{2,80}, а не \p{L}+ / у нас (?:только|везде|всё на|все на|нет (?!времени|ошиб|проблем|вопрос)\p{L}+)
  `,
  neverDone: fragments`
    (?:(?:у нас|мы|\p{L}+(?: \p{L}+)?) ){0,3}(?:никогда )?не (?:используем|пишем|храним|деплоим|катаем|пушим|мержим|мерджим|коммитим|держим|трогаем|правим|ставим|поддерживаем)
  `,
  ours: fragments`(?:наш\p{L}*) (?:[\p{L}\d-]+ ){1,3}(?:—|-|это|работает|возвращает|использует|находится|жив[её]т|лежит|называется|поддерживает)`,
  stands: fragments`
    (?:лежит|лежат|находится|находятся|жив[её]т|живут|стоит|стоят|крутится|крутятся|хранится|хранятся|работает|доступ\p{L}+) (?:на|в|под|за|по|тут:|здесь:) / по адресу / слушает
  `,
  cadence: fragments`
    кажд\p{L}+ (?:день|ночь|утро|вечер|недел\p{L}+|месяц|понедельник|вторник|сред\p{L}|четверг|пятниц\p{L}|суббот\p{L}|воскресень\p{L}|час|спринт)
    по (?:понедельникам|вторникам|средам|четвергам|пятницам|субботам|воскресеньям|ночам|выходным|будням) / раз в (?:день|недел\p{L}+|месяц|год|час) / ежедневно / еженедельно / в \d{1,2}[:.]\d\d
  `,
  recurs: fragments`(?:запускается|стирается|обновляется|выходит|выходят|ротируется|меняется|сбрасывается|удаляется|пересоздаётся|пересоздается|чистится|бежит|идёт|идет|уходит)`,
  self: fragments`
    я (?:сам[аи]? )?(?:вообще-то |по сути |не )?(?:(?:[\p{L}-]+ ){0,2})(?:тестировщик|тестировщица|разработчик|фронтендер|бэкендер|бекендер|дизайнер|аналитик|админ|девопс|менеджер|студент|студентка|инженер|архитектор|тимлид|новичок|владелец|редактор|учитель|врач|юрист|бухгалтер)
    (?:я )?(?:не знаю|плохо знаю|не пишу на|плохо понимаю|не умею) (?:питон|python|js|javascript|typescript|go|rust|java|sql|англ\p{L}+|react|docker|git)
    я (?:больше не|никогда не|всегда|обычно) (?:пользуюсь|использую|пишу|запускаю|работаю|проверяю|смотрю|коммичу|пушу)
    я (?:живу|нахожусь|работаю) (?:в|на|из|под) (?!эт)\p{L}+
    мой (?:часовой пояс|редактор|ник|логин|начальник) / я в (?!шоке|курсе)\p{L}+(?:,| и) (?:и |а )?(?:мой|моё|мое|время|часовой)
  `,
  taste: fragments`(?:я )?(?:терпеть не могу|ненавижу|не люблю)(?! (?:это|его|её|когда так|так)(?!\p{L})) / (?:мне )?(?:больше )?нравятся? .{3,100}(?:больше|чем)`,
  hence: fragments`(?:поэтому|так что) (?:\p{L}+ )?(?:никогда|всегда|нельзя|никаких)`,
  everywhere: fragments`как (?:и )?везде / у нас (?:так )?принято / во вс[её]м проекте`,
  ranks: fragments`имеет приоритет над / источник истины`,
  generic: fragments`
    (?:все|вся|всё|любые|каждый|каждая|каждое) (?:[\p{L}-]+ ){1,3}(?:у нас |всегда |только )*(?:в|на|хранятся|хранится|лежат|идут|идёт|проходят|проходит|через|именуются|называются)
    [\p{L}-]+[ыи] (?:у нас |всегда |только )*(?:лежат|хранятся|живут|идут|ходят|ведём|ведем|складываем|гоняем|пишутся|называются|именуются|собираются|выкладываются) (?:только )?(?:в|на|под|через|из|по)
    [\p{L}-]+[ыи] (?:гоняем|запускаем|собираем|катаем|выкладываем) (?:только )?(?:в|на|через|из|по)
  `,
  permission: fragments`
    без мо(?:его|ей) \p{L}+ (?:ничего |никогда )?не \p{L}+ / (?:ничего |никогда )?не \p{L}+ [^,;]{0,60}без (?:моего|моей|согласования|спроса|ревью|разрешения) / никаких [^,;]{2,60}без (?:моего|моей|согласования|ревью|разрешения)
    (?:всегда )?(?:спрашивай|спроси|предупреждай|предупреди|согласуй|согласовывай)(?:те)?(?: меня| со мной| с \p{L}+)?,? (?:перед тем|прежде чем|перед) / (?:прежде чем|перед) \p{L}+ [^,;]{3,60},? (?:сначала )?(?:спроси|спрашивай|согласуй|предупреди)
    отвечай(?:те)? (?:мне )?(?:без|кратко|коротко|всегда|только|по-русски|на русском|по-английски)
  `,
  forGood: fragments`
    (?:[\p{L}\d_./-]+ ){1,3}(?:заморожен|заморожена|заморожено|устарел|устарела|генерируется автоматически|только для чтения|больше не поддерживается) / (?:(?:наш|наша|сам) )?(?:сервер|хост|машина|кластер|база|бакет|очередь|репозиторий|стенд)(?: [\p{L}-]+){0,2} (?:называется|зов[её]тся) / (?:(?:наша|сама) )?база(?: данных)? (?:—|–|-|это) \p{L}+ \d / (?!(?:переменн|ветк|файл|функци|тест|кнопк)\p{L}*)(?:под )?["«]?[\p{L}-]+["»]? (?:у нас )?(?:значит|означает|называется|называем)
  `,
  runsUnder: fragments`(?:у нас |наш |на )?(?:прод\p{L}*|сервер\p{L}*|стенд\p{L}*|стейдж\p{L}*|ci) (?:у нас )?(?:на|под) (?:[\p{L}-]+ )?\d / (?:наш|у нас) прод на \p{L}+ / я (?:пользуюсь|использую|работаю|пишу) (?:\p{L}+ )?(?:(?:на|в|под) )?(?:windows|mac(?:os)?|linux|ubuntu|wsl|debian|emacs|neovim|vim|helix|zed|vs ?code|intellij|zsh|fish) / у меня (?:windows|винда|mac|мак|linux|линукс|ubuntu|убунту|debian|wsl)(?!\p{L})`,
  moment: fragments`
    сейчас / пока / сегодня / вчера / завтра / опять / снова / ещё / еще / уже / временно / дважды / следующ\p{L}+ шаг / дв\p{L} раза / на этот раз / давай\p{L}* / если / надо / нужно / будем / потом / дальше
  `,
  passing: fragments`
    слома[лн]\p{L}* / упал\p{L}* / пада\p{L}+ / не работа\p{L}+ / ошибк\p{L}+ / проблем\p{L}+ / баг\p{L}* / завис\p{L}* / непонятно / странно / готов\p{L}* / этот файл / этот тест / эту
  `,
  ofTheWork: fragments`(?:эт\p{L}+ )?(?:ошибк\p{L}+|баг\p{L}*|проблем\p{L}+|лог\p{L}?|скриншот\p{L}*|ветк\p{L}|коммит|вывод|тест|изменени\p{L}+|правк\p{L})`,
};

const german: LastingWords = {
  aside: fragments`
    übrigens / nebenbei(?: bemerkt)? / (?:nur )?zur info(?:rmation)? / btw / fyi / damit du(?:'s| es)? weißt / zum hintergrund / generell / grundsätzlich / im allgemeinen / und / also / nur / ach ja
  `,
  practice: fragments`
    wir (?:hier |immer |nur |meistens |normalerweise |auch |grundsätzlich )*(?:nehmen|nutzen|verwenden|benutzen|schreiben|deployen|releasen|testen|speichern|legen|nennen|mergen|pushen|committen|formatieren|arbeiten|bauen|veröffentlichen|rollen|hosten|halten|führen|loggen|rechnen|zählen)
    (?:nehmen|nutzen|verwenden|benutzen|schreiben|deployen|testen|speichern|mergen|pushen|veröffentlichen|rollen) wir (?:hier |immer |nur |grundsätzlich )*(?!(?:das|die|den|jetzt|es)(?!\p{L}))\p{L}+
  `,
  neverDone: fragments`wir (?:\p{L}+ )(?:hier )?(?:keine?n?|nie|niemals|nicht) / wir haben (?:hier )?keine?n?`,
  ours: fragments`unsere?[rsmn]? (?:[\p{L}\d-]+ ){1,3}(?:ist|sind|läuft|laufen|liegt|liegen|gibt|nutzt|hat|braucht|heißt)`,
  stands: fragments`(?:liegt|liegen|steht|stehen|läuft|laufen|findest du|lebt|ist|sind|hängt) (?:immer |alle |jetzt )?(?:in|im|unter|auf|bei|hinter) / lauscht auf / erreichbar (?:unter|über)`,
  cadence: fragments`
    jede[nrs]? (?:tag|nacht|morgen|woche|monat|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|stunde|sprint) / (?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|nachts|täglich|wöchentlich|monatlich)
    um \d{1,2}[:.]\d\d(?: uhr)?
  `,
  recurs: fragments`(?:wird|werden) .{0,80}\p{L}+(?:t|en)$ / (?:läuft|laufen|startet|rotiert|wechselt|passiert|geht raus|kommt)`,
  self: fragments`
    ich bin (?:eigentlich |nur |hier |selbst |auch )*(?:der |die |ein |eine |kein |keine |neu in |nicht )?(?:[\p{L}-]+ ){0,3}(?:\p{L}*(?:admin|entwickler|entwicklerin|tester|testerin|designer|designerin|student|studentin|ingenieur|anfänger|anfängerin|lehrer|analyst|architekt|chef|leiter))
    ich (?:sitze|wohne|lebe) in (?!(?:der|einer?|einem|diese\p{L})(?!\p{L}))\p{L}+ / ich bin in \p{L}+(?:,| und) (?:und )?(?:meine?|die) / ich kann (?:kein|kaum|wenig) \p{L}+ / ich (?:nutze|verwende|benutze|mache|prüfe|schreibe) (?:immer|nie|grundsätzlich|nur|kein\p{L}*|nicht mehr) / meine? (?:zeitzone|editor|name|chef|shell|terminal) ist
  `,
  taste: fragments`(?:ich )?(?:mag|hasse|liebe)(?: ich)? (?!das|es|die|den|dies\p{L}*).{3,120} / mir sind? .{3,80} lieber / gefallen mir .{3,80}besser`,
  hence: fragments`(?:also|daher|deshalb) (?:nie|niemals|immer|nichts)`,
  everywhere: fragments`wie (?:sonst )?überall / bei uns so üblich / in diesem (?:repo|projekt) / so ist das bei uns`,
  ranks: fragments`hat vorrang vor / ist die (?:maßgebliche|einzige) quelle`,
  generic: fragments`
    (?:alle|jede[rs]?) (?:[\p{L}-]+ ){1,2}(?:werden|wird|liegen|liegt|braucht|brauchen|gehen|muss|müssen|sind (?:in|auf|bei|unter)) (?!auf einen|rot|grün|durch|den falschen|dem falschen)\p{L}+
    (?:die )?[\p{L}-]{3,} (?:liegen|gehören|kommen|gehen) (?:immer |nur |alle )?(?:in|im|nach|auf|unter|über|mit) (?!den falschen|dem falschen|einen fehler)\p{L}+
  `,
  permission: fragments`
    (?:bitte )?frag(?:e)? (?:mich|uns|\p{L}+)(?: immer| bitte| erst| vorher)*,? (?:bevor|ehe) / (?:bevor|ehe) du \p{L}+ [^,;]{3,60}, (?:frag|sprich) / (?:(?:sprich|stimm) dich mit \p{L}+ ab|(?:sag|gib) mir bescheid),? (?:bevor|ehe) du \p{L}+ \p{L}+ / (?:bitte )?(?:nichts|nie|kein\p{L}*) [^,;]{2,80}ohne (?:rückfrage|zu fragen|mein\p{L}*|freigabe|review|rücksprache|absprache) / ohne mein\p{L}* (?:ok|okay|freigabe|zustimmung) (?:nichts|nie|kein\p{L}*)
  `,
  forGood: fragments`(?:der |die |das )?(?:[\p{L}\d_./-]+ ){1,3}(?:ist|sind) (?:eingefroren|veraltet|schreibgeschützt|generiert|archiviert|vertraulich|tabu) / (?:der|die|das|unsere?) (?:[\p{L}\d]+-)?\p{L}*(?:server|host|rechner|maschine|cluster|datenbank|bucket|queue|repo|runner|kanal)(?: [\p{L}]+){0,2} (?:heißt|nennt sich|ist \p{L}+ v?\d+) / ["'„]?[\p{L}-]+["'“]? (?:bedeutet|heißt|meint) (?:hier|bei uns)`,
  runsUnder: fragments`(?:prod|produktion|der server|das ci|staging|unser prod) (?:läuft|ist) (?:\p{L}+ )?auf \p{L}+ ?\d / ich (?:arbeite|bin|entwickle|nutze|benutze|verwende) (?:\p{L}+ )?(?:(?:unter|auf|mit) )?(?:windows|mac(?:os)?|linux|ubuntu|wsl|debian|emacs|neovim|vim|helix|zed|vs ?code|intellij|zsh|fish)(?!\p{L})`,
  moment: fragments`
    jetzt / gerade / heute / gestern / morgen früh / noch / schon / wieder / vorerst / diesmal / momentan / aktuell / bald / gleich / zweimal / nächste\p{L}* schritt / wenn / dann / später / war / hatte / hat sich
  `,
  passing: fragments`
    fehler\p{L}* / kaputt / problem\p{L}* / hängt / falsch\p{L}* / langsam / fertig
    auf einen fehler / in einen fehler
  `,
  ofTheWork: fragments`(?:de[rmn] |die |das |dies\p{L}* )?(?:fehler|bug|problem|log|ausgabe|screenshot|branch|commit|änderung|test|das(?= (?:ist|war|hier|geht|läuft|sieht|macht)(?!\p{L})))`,
};

const spanish: LastingWords = {
  aside: fragments`
    por cierto / para que (?:lo )?sepas / para tu información / (?:como|de) contexto / ojo / btw / fyi / en general / generalmente / por lo general / y / además / también / solo / pues
  `,
  practice: fragments`
    aquí (?:\p{L}+ )?(?!(?:tenemos|vemos|podemos|estamos|vamos|debemos)(?!\p{L}))\p{L}+(?:amos|emos|imos)
    (?:nosotros |aquí |siempre |normalmente |solo |en este proyecto |todo )*(?:usamos|ejecutamos|corremos|desplegamos|escribimos|guardamos|publicamos|probamos|llamamos|ponemos|trabajamos|revisamos|seguimos|versionamos|formateamos|hacemos commit|mezclamos|subimos|nombramos|mantenemos|soportamos|registramos|contamos)(?! (?:esto|eso|lo)(?!\p{L}))
  `,
  neverDone: fragments`(?:nosotros |aquí |en este proyecto )*(?:no|nunca|ya no) (?:usamos|ejecutamos|corremos|escribimos|guardamos|desplegamos|publicamos|mezclamos|subimos|hacemos|tocamos|permitimos|soportamos)(?! es[aeo] | est[aeo] ) / no tenemos (?!idea|tiempo|ni)\p{L}+`,
  ours: fragments`nuestr[oa]s? (?:[\p{L}\d-]+ ){1,3}(?:es|son|está|están|usa|corre|devuelve|vive|necesita|tiene|se llama)`,
  stands: fragments`(?:está|están|vive|viven|corre|corren|va|van|queda|se encuentra|se guardan?|escucha) (?:todo |todos |todas )?(?:en|bajo|detrás de)`,
  cadence: fragments`
    (?:cada|todos los|todas las) (?:día|días|noche|noches|semana|semanas|mes|meses|lunes|martes|miércoles|jueves|viernes|sábado|sábados|domingo|domingos|hora|horas|sprint) / (?:solo )?los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos) / a las \d{1,2}[:.]\d\d
  `,
  recurs: fragments`se \p{L}+(?:a|an|e|en) / (?:corre|rotan?|cambian?|sale|salen|arranca|empieza|ocurre)`,
  self: fragments`
    soy (?:en realidad |solo )?(?:el |la |un |una )?(?:únic[oa] (?:que|\p{L}+)|(?:[\p{L}-]+ ){0,2}(?:desarrollador\p{L}*|programador\p{L}*|diseñador\p{L}*|tester|estudiante|administrador\p{L}*|ingenier\p{L}+|analista|principiante|profesor\p{L}*|jef[ea]|backend|frontend|médic[oa]|abogad[oa]))
    (?:vivo|trabajo) (?:en|desde) (?!(?:modo|el|la|los|las|un|una|ello|eso|est\p{L}+)(?!\p{L}))\p{L}+ / estoy en (?!eso|esto|ello)\p{L}+(?:,| y) (?:y )?mis? / no (?:sé|hablo|conozco bien) (?:mucho )?(?:de )?(?:python|inglés|javascript|sql|docker|git|rust|java|react) / mi (?:zona horaria|editor|nombre|jef[ea]|terminal) es / (?:yo )?(?:nunca|siempre) (?:uso|trabajo|reviso|despliego)
  `,
  taste: fragments`prefiero (?!(?:la|el|es[ea]|est[ea]|opción|que)(?!\p{L}))(?:[\p{L}-]+ ){1,4}[\p{L}-]+s(?=$|[,.;]) / (?:no me gustan?|odio|detesto|me gustan? más)(?! (?:eso|esto|nada|lo|cómo|el|la)(?!\p{L}))`,
  hence: fragments`(?:así que|por eso) (?:nunca|siempre|nada|ningún|ninguna)`,
  everywhere: fragments`como en todas partes / en todo el (?:proyecto|código) / es nuestra (?:norma|convención)`,
  ranks: fragments`tiene prioridad sobre / es la fuente de verdad`,
  generic: fragments`
    (?:todos? l[oa]s?|todas? las|cada) (?:[\p{L}-]+ ){1,2}(?:se (?:guardan?|escriben?|despliegan?|nombran?|publican?|revisan?)|va|van|est[áa]n? en|tienen? que|necesitan?|deben?|tienen?) / (?:las|los) [\p{L}-]+s (?:siempre |solo )?(?:van|se guardan|se escriben|se despliegan|se publican|viven) (?:siempre |solo )?(?:en|a|desde|con|por)
    (?:las|los) (?:secretos|claves|logs|registros|documentos|tickets|respaldos|copias|credenciales|métricas|alertas|contraseñas) están (?:siempre |todos |todas )?en (?!rojo|mal|blanco)[\p{L}\d./]
  `,
  permission: fragments`
    (?:nada|ning[úu]n\p{L}*) [^,;]{2,80}sin (?:preguntar|consultar|mi|permiso)\p{L}* / (?:por favor,? )?no (?:añadas|agregues|borres|elimines|toques|cambies|hagas|subas|despliegues|instales|\p{L}+) [^,;]{2,80}sin (?:preguntarme|preguntar|mi|consultarme|permiso|revisión|aprobación) / (?:siempre )?(?:pregúntame|consúltame|avísame|pídeme \p{L}+) (?:siempre )?antes de (?!(?:eso|esto|empezar|hacer(?:lo)?|nada)(?!\p{L}))\p{L}+ \p{L}+ / (?:consulta|pregunta) (?:con|a) \p{L}+ antes de \p{L}+
  `,
  forGood: fragments`(?:el |la |los |las )?(?:[\p{L}\d_./-]+ ){1,3}(?:está|están) (?:congelad[oa]s?|obsolet[oa]s?|archivad[oa]s?|en solo lectura) / (?:el|la|nuestr[oa]) (?:servidor|host|máquina|clúster|base de datos|cola|bucket|repo|runner|canal)(?: de(?:l| la)? [\p{L}-]+){0,2} (?:se llama|es \p{L}+ v?\d+) / (?:la palabra )?["'«]?[\p{L}-]+["'»]? (?:aquí |para nosotros )(?:significa|es)`,
  runsUnder: fragments`(?:prod|producción|el servidor|staging) (?:corre|va|está|usa) (?:en |con )?[\p{L}]+ ?\d / (?:trabajo|uso) (?:\p{L}+ )?(?:(?:en|con|desde) )?(?:windows|mac(?:os)?|linux|ubuntu|wsl|debian|emacs|neovim|vim|helix|zed|vs ?code|intellij|zsh|fish)(?!\p{L})`,
  moment: fragments`
    ahora / hoy / ayer / mañana / todavía / aún / otra vez / de nuevo / ya / por ahora / de momento / esta vez / dos veces / siguiente paso / luego / después / cuando / si
  `,
  passing: fragments`
    (?:un|el|este|ese|mismo|da|hay|con) error / errores / fall(?:a|an|ó|ando|o) / rot(?:o|a)(?! cada ) / problema\p{L}* / caíd(?:o|a) / lent[oa] / mal / est[ea] (?:archivo|test|rama|commit|vez)
  `,
  ofTheWork: fragments`(?:el |la |un |una |este |esta )?(?:error|fallo|bug|problema|log|salida|captura|rama|commit|cambio|prueba)`,
};

const chinese: LastingWords = {
  aside: fragments`
    (?:顺便|順便)(?:说一下|说一句|说下|提一下|提一句|一提|說一下|提醒一下)?[，,：: ]* / 对了[，,：: ]* / 對了[，,：: ]* / (?:补充|補充|说明|說明)(?:一下|一点|一點)[，,：: ]* / 另外[，,：: ]* / 还有[，,：: ]* / 還有[，,：: ]*
  `,
  practice: fragments`
    (?:我们|我們|咱们)(?:这边|这里|项目|專案|团队|團隊|公司|代码|的代码|的项目)?(?:里|中)?(?:一般|通常|平时|都|只|统一|統一|一直|目前都|每周|每週|周|週|[一二三四五六日天]|晚上|早上)*(?:用(?!了)|使用|采用|部署|发布|發布|发版|發版|上线|写在|放在|存在|遵循|命名|提交|跑在)
    (?:统一|統一|一律)(?:返回|采用|採用|命名|走|叫) / (?:我们|我們|咱们)(?:团队|團隊|公司|项目|这边)(?:只有|一共|总共|是(?!不))
    (?:都|统一|統一|一律|全部|只能?)(?:用|使用|放在|放到|写在|存在|放|叫|走)(?!了)
  `,
  neverDone: fragments`(?:我们|我們|咱们)(?:这边|这里|项目|专案|团队|里|中|一般|从来|從來)*(?:不用|不使用|不写|不寫|没有|沒有|不支持|不允许|不准|不提交)(?!人|问题|問題|办法|时间) / (?:千万|千萬|绝对|絕對)(?:不要|别|別|不能) / (?:禁止|不允许|不得)`,
  ours: fragments`(?:我们|我們)的[^，,。]{1,14}(?:是|在|叫|用|跑在|返回)`,
  stands: fragments`(?:地址|端口|路径|路徑|目录|目錄|域名|网址|網址|仓库|倉庫|文档|文檔|代码|代碼|配置|脚本|资料)(?:是|在|为|為|：|:) / (?:放在|位于|位於|存在|部署在|跑在|运行在|運行在|写在)`,
  cadence: fragments`每(?:天|晚|周|週|月|个月|星期|小时|早上|晚上)[一二三四五六日天]? / (?:周|週|星期|礼拜)[一二三四五六日天](?:早上|上午|下午|晚上)?`,
  recurs: fragments`发版 / 發版 / 发布 / 發布 / 部署 / 上线 / 运行 / 運行 / 执行 / 重启 / 清空 / 备份 / 備份 / 更新 / 轮换`,
  self: fragments`我(?:住在|在[^，,。这那]{2,6}[，,](?:我的)?(?:编辑器|編輯器|时区|時區)) / 我的(?:编辑器|編輯器|时区|時區)是 / 我(?:其实|主要)?(?:是|只是|不是)(?:做|搞|一?[个名位])?(?:前端|后端|後端|测试|測試|产品|產品|设计师?|設計師?|运维|運維|学生|學生|新手|初学者|开发|開發|架构师|老师|数据|项目经理|移动端|全栈) / 我(?:不会|不懂|不太懂|不熟悉|不太熟悉)(?!这|为|這) / 我(?:一直|从来不|平时|一般|习惯|習慣|只)(?:用|使用)`,
  taste: fragments`我(?:讨厌|討厭|不喜欢|不喜歡|受不了)(?!这|那|這|它)`,
  hence: fragments`(?:所以|因此)(?:绝不能|永远不要|不能|一律|必须|必須)`,
  everywhere: fragments`(?:跟|和|像)其他地方一样 / (?:全|整个)(?:项目|代码)(?:里|中)?都`,
  ranks: fragments`优先于 / 優先於 / 为准 / 為準`,
  generic: fragments`(?:所有|全部|每个|每個|每次|任何)[^，,。]{1,12}(?:都)?(?:用|存|放|走|必须|必須|需要|要|应该|有|不能|不允许)(?!了) / [^，,。]{1,10}(?:都|一律|统一|統一|只能)?(?:放在|存在|放到|写在|寫在|部署在|发布到|保存在)`,
  permission: fragments`(?:[^，,。]{1,16})(?:之前|以前|前)(?:请|請)?(?:都|必须|必須|一定要|要|先|务必|都要)+(?:先)?(?:问我|問我|跟我确认|和我确认|征求|跑|执行|运行|测试|检查|過|过)[^，,。]{0,16} / (?:未经|没有|沒有)(?:我|我的)?(?:同意|允许|许可|确认)[^，,。]{0,6}(?:不要|别|不准|不能)`,
  forGood: fragments`[^，,。]{2,14}(?:已经?)?(?:冻结|废弃|弃用|只读|自动生成|不再维护)(?:了|的)? / [^，,。]{0,10}(?:主机|主機|服务器|伺服器|数据库|資料庫|集群|队列|佇列|仓库|倉庫|机器|機器)(?:叫|名叫|名为|名為|是 ?[a-z]+ ?\d) / ["“「]?[^，,。"”」]{1,8}["”」]?(?:在我们这里|在这个项目里|在本项目中)?(?:指的是|的意思是|是指)`,
  runsUnder: fragments`(?:线上|生产|正式|测试|預發|预发|服务器|伺服器)(?:环境|環境|服务器|系统)?(?:是|用的是|跑的是|运行的是)[^，,。]{0,8}\d / 我(?:用的是|用|在)(?:\s)?(?:windows|mac(?:os)?|linux|ubuntu|wsl|debian|emacs|neovim|vim|helix|zed|vs ?code|intellij|zsh|fish)`,
  moment: fragments`
    现在 / 現在 / 目前(?!都) / 今天 / 昨天 / 明天 / 刚才 / 剛才 / 还是 / 還是 / 又 / 这次 / 這次 / 暂时 / 暫時 / 先(?!问|問|跟|和我|征求|经过|經過) / 如果
  `,
  passing: fragments`
    报错 / 報錯 / 错误 / 錯誤 / 出错 / 失败 / 失敗 / 挂了 / 坏了 / 不行 / 问题 / 問題 / 如图 / 如圖 / 截图 / 截圖 / 图片 / 图[一二三12] / 怎么 / 怎麼 / 为什么 / 吗 / 呢 / 帮我 / 幫我 / 可以 / 看一?下 / 希望 / 想
  `,
  ofTheWork: fragments`(?:这|那|這)?(?:个|個)?(?:错误|錯誤|问题|問題|按钮|页面|截图|日志)`,
};

/** One table a language. */
export const LASTING: readonly LastingWords[] = [english, russian, german, spanish, chinese];
