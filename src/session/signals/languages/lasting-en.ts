import { fragments, type LastingWords } from "../language.ts";

/** How statements that last are worded in English. */
export const englishLasting: LastingWords = {
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
