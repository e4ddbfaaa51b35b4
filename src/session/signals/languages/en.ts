import { fragments, type LanguageWords } from "../language.ts";
import { englishSentences } from "./en-say.ts";

export const english: LanguageWords = {
  tag: "en",
  letter: /\p{Script=Latin}/u,
  common:
    "the and is are to of in that it for on with this be not you we can have was if so do as at but from".split(
      " ",
    ),
  narration: fragments`
    let me / let's (?:see|look|check|start|verify|first|also|now|try|find|read|run)
    (?:now|next|first|then|ok(?:ay)?|good|great|perfect|so),? (?:let me|i(?:'ll| will| need| can| should| have|'m|'ve)?|we need)
    i(?:'ll| will|'m going to| need to| should| want to| can (?:see|now)|'m now| am going to| have to| see| also need| notice| think)
    (?:now )?(?:looking|checking|reading|searching|running|waiting)
    (?:wait|hmm+|hm|oh|ah|oops|actually,? (?:wait|let|i)|interesting|excellent|perfect|great|good(?: (?:catch|point|question|idea))?|sure|right|of course|yes|you're right|apolog\w+|sorry)
    here(?:'s| is| are) / now (?:the|for|that|on) / i found / that (?:background task|was)
    (?:this|the) (?:background|command) (?:task|is running) / would you like / do you want / shall i
    should i / absolutely / definitely / exactly
  `,
  fillers: fragments`
    ok(?:ay)? / yes / yeah / yep / sure / great / good / nice / thanks?(?: you)? / so / also / and / but
    hmm+ / hm / ehh? / ah(?: crap)? / oh / well / now / no / please / alright / cool / perfect
    (?:quick |follow.?up |one more |another )*question(?: first)?(?=[,:]) / technically / sorry / nah / (?:omfg|omg|wtf|my dude|dude|jesus|damn|fucking hell) / right / hey / hi / actually / then
  `,
  greetings: fragments`
    (?:hello|hi|hey|hiya|howdy|greetings|welcome)(?: (?:there|again|back|claude|all|everyone|team))*
    good (?:morning|afternoon|evening|day)(?: (?:again|claude|all|everyone|team))*
  `,
  goAhead: fragments`
    (?:ok(?:ay)?|yes|yeah|yep|sure|please|great|good|cool|perfect|thanks?|no|fine|right|correct|exactly|go|do|ahead|it|that|lets?|let's|continue|proceed|looks?|sounds?|on|keep|going|with|all|of|them|both|this|works?|now|again|try|retry|agreed?|lgtm|done|next|and|you|thank|fix|up|is|was)+
    [?？]+
    (?:hi|hey|hello|hiya|howdy|greetings|welcome)(?: (?:there|again|back|claude|all|everyone|team))*
    good (?:morning|afternoon|evening|day|night)(?: (?:again|claude|all|everyone|team))*
    (?:i(?:['’]?m| am) )?back(?: again)? / how are (?:you|things)(?: (?:doing|today|going))* / carry on
    after (?:the |a |that |my )?(?:crash|restart|reboot|break|lunch|weekend|pause)
    what(?:['’]?s| is| are| was| were)? (?:now|next|left|remaining|open|pending|missing|to do|left to do)
    (?:what|where|how far) (?:did|have|had|were|was|are|am|do|should|shall|can) (?:we|you|i)(?: (?:just|last|been|get|got|gotten|do|doing|done|did|work|working|worked|finish|finished|achieve|achieved|change|changed|up|to|on|at|stop|stopped|leave|left|off))*
    (?:what|where|how far) (?:we|you|i) (?:were|was|are|am|did|had|have|stopped|left|got)(?: (?:doing|done|did|working|on|at|to|off|stopped))*
    what (?:was|has been|is|were) (?:going on|happening|done|i doing|the (?:last|current|previous) (?:thing|task|step|status|state|work|session)|the status)(?: (?:we|you|i) (?:did|worked on|were (?:doing|working on)))?
    (?:the )?(?:current )?status / last / last time / before / yesterday / today / so far / earlier / previously / recently
    (?:in|from|during|on) (?:the |our |my |this )?(?:last|previous|earlier|latest) (?:session|conversation|chat|run|time)
    (?:(?:can|could|would|will) you )?(?:please )?(?:tell|remind|show) me(?: again| briefly| please)* / do you (?:remember|know|recall)
    briefly / shortly / (?:answer|reply|say it)? ?(?:briefly|shortly|(?:in|with) (?:one|a|1|two|2|three|3|a few)(?: short| single)? (?:words?|sentences?|lines?))
  `,
  requestStart: fragments`
    add / address / adjust / apply / build / change / check / clean / commit / configure / continue
    convert / create / debug / delete / deploy / describe / design / document / drop / enable / explain
    extend / extract / find / finish / fix / generate / handle / implement / improve / install
    integrate / investigate / list / log / look / make / merge / migrate / move / open / optimi[sz]e
    port / prepare / publish / push / read / rebase / refactor / release / remove / rename / replace
    rerun / reply / resolve / review / rewrite / run / set / show / simplify / split / start / stop
    switch / take a look / test / turn / update / upgrade / use / verify / write
  `,
  requestAnywhere: fragments`
    (?:can|could|would|will) (?:you|yu|u|we) / please / let's / lets / i(?:'d| would) like
    (?<!do |if )i (?:want|need)(?: you)?(?: to)? / we (?:need|should|have to|must) / make sure
    your task / help me
  `,
  politeStart: fragments`
    (?:hi|hey|hello)[,!]?\s
    (?:can|could|would|will) (?:you|yu|u|we)(?: please| also| then| quickly| now)*
    i(?:'d| would) like (?:you )?to / i (?:want|need) you to / please
  `,
  preamble: fragments`
    (?:please )?(?:implement|execute|carry out|follow) (?:the following|this|the attached)(?: \w+)?\s*[:.]\s*
  `,
  humanDecision: fragments`
    let'?s (?:go with|use|keep|not|stick|drop|skip|do|make|remove|leave)
    (?:we|i)(?:'ll| will|'ve decided to| decided to| decided| agreed| chose)\s / (?:go|stick) with
    (?:use|keep|do|make|put|call|name) .{2,60} (?:instead|rather than) / instead of / rather than
    (?:no need to|don't|do not|dont) (?:use|do|touch|add|commit|push|change|remove|keep|worry about)
    (?:must|should) (?:not|never|always|be|use|stay) / must \w+ / always / never / i(?:'d)? prefer / decision: (?!")
    we (?:are|'re) (?:not )?(?:going|keeping|using|dropping)
  `,
  agentDecision: fragments`
    (?:we|i)(?:'ve| have)? (?:decided|chose|opted|agreed)
    (?:chose|chosen|opted for|went with|go(?:ing)? with|settled on)
    switch(?:ed|ing)? (?:from .{2,60} )?to / instead of / rather than / decision: (?!")
    (?:use|uses|using|keep|keeps|accept|replaced?|moved?|update|updated) .{2,80} (?:instead|rather)
    (?:the )?(?:approach|strategy|design|solution|fix) (?:is|will be):? to / no longer / minimal change
    by design / on purpose / deliberately / so (?:we|i) (?:use|used|keep|kept|chose|went with|made|moved)
  `,
  decided: fragments`
    (?:we|i|the team|they)(?:'ve| have|'d)? (?:decided|chose|opted|agreed|settled)
    (?:opted for|settled on) / decision: (?!") / by design / deliberately / on purpose / (?:that's|this is) (?:decided|settled)
  `,
  decidedByHuman: fragments`
    let'?s (?:go with|use|keep|stick with|drop|not use|switch to)
    we(?:'ll| will|'re going to| are going to) (?:use|keep|go with|drop|stick|switch|support|store|ship|adopt|migrate|move to|rely on|deprecate|stop|start (?:using|moving|writing|keeping|putting|storing|shipping))
    let'?s (?:allow|disallow|forbid|require|prohibit|default to)
    the (?:[\p{L}-]+ ){0,4}(?:order|default|priority|precedence|format|limit|naming)(?: \p{L}+){0,2} (?:should|must) be
    no need (?:for|to keep|to support) / (?:we|i)(?:'d| would)? only want\s
    (?:go|going|went|stick|sticking) with
    (?:use|keep|store|put|call|name) .{2,80} (?:instead of|rather than)
    (?:use|keep|store|put|call|name|write) .{2,60}, (?:not|no|never)\s
    (?:don't|do not|dont) (?:use|add|store|put|write|create|introduce|depend on) .{2,80}[,;.—-]+ ?(?:just |but |rather )?(?:use|keep|put|store|take|write|call)\s
    only .{3,60} (?:should|may|must)\s
    (?:must|should) (?:not|never|always)\s / (?:we|i) (?:don't|do not|won't|will not) want
  `,
  chose: [
    {
      pattern: "(?:let's|lets|let us|we'll|we will|i'll|we should|i'd|we're going to) (?:go|stick) with",
      say: "Use",
    },
    { pattern: "(?:please )?(?:go|stick|going|sticking|went) with", say: "Use" },
    { pattern: "(?:let's|lets|we'll|we will|we're going to|we are going to) (?:use|switch to)", say: "Use" },
    { pattern: "(?:let's|lets|we'll|we will) not", say: "Do not" },
    { pattern: "(?:let's|lets|let us) (?=(?:allow|disallow|forbid|require|prohibit|default to) )", say: "" },
    { pattern: "(?:let's|lets|we'll|we will) (?=(?:keep|drop|store|ship|support|stick) )", say: "" },
    {
      pattern: "(?:we|i)(?:'ve| have)? (?:decided|agreed) (?:to |that )?(?=use |keep |store |drop |not |go )",
      say: "",
    },
  ],
  speaker: [
    { pattern: "i(?:'?m| am)", say: "the user is" },
    { pattern: "i (?:don't|do not) want", say: "the user does not want" },
    { pattern: "i(?:'d| would) (?:like|prefer|rather)", say: "the user prefers" },
    { pattern: "i (?:want|need)", say: "the user wants" },
    { pattern: "i prefer", say: "the user prefers" },
    { pattern: "i(?:'d| would)? only want", say: "the user wants only" },
    { pattern: "i (?:can't|cannot)", say: "the user cannot" },
  ],
  opinion: fragments`i (?:think|believe|guess|feel|suppose)(?: that)?,? / imo,? / in my opinion,?`,
  binding: fragments`
    always / never / must(?:n't)? / only / instead of / rather than / no longer / by default / everywhere / at all times / whenever / consistent(?:ly)?
  `,
  reason: fragments`
    because / since / so that / in order to / to avoid / to keep / to prevent / otherwise / as it / due to
    (?<=[,;:] )so / given that / the reason / for the sake of / that way / (?<=: )(?:we|the|it|a|no)
  `,
  steering: fragments`
    would you like / (?:do|did) you want (?:me|to) / want me to / (?:should|shall) i / how (?:should|do) (?:we|i|you) (?:want to )?(?:proceed|continue)
    ready to / proceed / continue / next steps? / looks? (?:good|right|correct) / which (?:todo|task|item|issue|phase|step|pr) / approve
    work on it / go ahead / skip / later / cancel / not now / start over / put it back / brainstorm / something else / other
    commit / push / pull request
  `,
  option: fragments`
    option:? #?(\d|[a-e]) / approach #?(\d|[a-e]) / variant #?(\d|[a-e]) / choice #?(\d|[a-e])
  `,
  pickStart: fragments`
    (?:(?:ok(?:ay)?|yes|yeah|yep|sure|great|good|nice|please|so|let's|lets|let us|we|i|you|can|could|should|would|'d|i'd|i'll|we'll|want to|like to|just|go|with|for|take|took|pick|choose|do|start|tackle|implement|fix|address|use|work on|option|approach|variant|choice|number|no\.|item|todo|task|the)[,.:!]*\s+){1,12}
  `,
  afterPick: fragments`
    (?:one|ones|option|item)(?=[,.;:!]|$) / please / but / and / first / then / seems? / looks? / sounds? / is (?:fine|good|great|better|the) / with / though / however / for now / only / instead
  `,
  pickPraise: fragments`
    please[.!]?$ / (?:one|ones|option|item)(?: please| first)?[.!]?$ / (?:seems?|looks?|sounds?|is) (?:like )?(?:an? |the )?(?:\w+ )?(?:fine|good|great|nice|best|better|right|reasonable|one|option)
  `,
  pickEnd: fragments`
    (?:(?:fix(?:es)?|solution|work|change|patch|start|go|continue|begin) (?:for|on|with)|do|take|tackle|pick|choose|implement|fix|address|use)$
  `,
  ordinals: fragments`
    (?:the )?(?:first|1st)(?: one| option| item| approach)? / (?:the )?(?:second|2nd)(?: one| option| item| approach)?
    (?:the )?(?:third|3rd)(?: one| option| item| approach)?
  `,
  housekeeping: fragments`
    (?:commit|push|pull|merge|rebase|continue|resume|retry|rerun|run|re-run|test|check|verify|look|read|review|explain|show|list|open|start|stop|go|try|double.?check|take a look|reply|find|see|explore|investigate|research|mark|report|summari[sz]e|present|show|create (?:a )?(?:pr|pull request|branch|commit)|write (?:a )?(?:commit|plan)|make a (?:nice )?commit|(?:add|log|create) .{0,24}(?:to-?dos?|issues?|tickets?)|address (?:the |all )?comments?|update (?:the )?(?:status|state|todo|plan|pr)\w*)
  `,
  shipping: fragments`
    (?:commit|push|pull|fetch|merge|rebase|cherry-?pick|stash|revert|undo|roll(?:ing)? (?:it |this |that |them )?back|squash|tag|ship|deploy|release|publish|retry|re-?run|continue|resume|go ahead|proceed|carry on)
    (?:do|make|create|open|raise|push|put) (?:a |an |the |this |it )?(?:\w+ )?(?:commits?|prs?|pull requests?|branch)
    (?:let's |let us )?(?:pause|hold on|wait|take a step back|step back)(?=[,.:;!]|$) / fix it(?: up)? / try (?:again|it) / do (?:it|that|this|so)
    (?:update|sync) (?:from|with) (?:the )?(?:\w+ )?(?:main|master|branch|parent|upstream) / (?:write|pop|leave|post|add) (?:a |the )?comments? / reply / restart
  `,
  followUp: fragments`
    (?:also|and|but|no|nope|hmm+|wait|actually|wrong|not quite|instead|still|again|ehh?|ah|oh|oops|sorry|why|i meant|that's|it's|it|this|that|what about|how about)
    (?:i've|i have) (?:just |now |already )?(?:enabled|merged|pushed|fixed|added|installed|restarted|updated)
    (?:yes|yeah|yep|ok(?:ay)?|sure)[,.]? (?:but|and|also)
  `,
  setAside: fragments`
    leave (?:\p{L}+ ){1,4}(?:for now|as is|alone|be|out|until|to me) / (?:ignore|skip|forget|drop|park|postpone)
    never ?mind / not now / don't (?:worry|bother|care) / later / unrelated / (?:i'll|i will) (?:look|handle|fix|do|take|check|deal)
    for now / tomorrow / let it be / known (?:issue|failure|flake)
  `,
  standIns: fragments`it / its / this / that / them / these / those / one`,
  toldBy: fragments`
    (?:the |this )?(?:user|person|human|session)(?:'s)? (?:\p{L}+ly |first |has |had |then |also )*(?:asked|requested|wanted|wants|instructed|tasked|needs|needed|is asking|said|provided|shared|initiated|started|continued)(?: (?:me|the agent|claude|for (?:me|help)))?(?: to| that| with| by| for| about)?
    (?:primary |main |initial |original |first )?(?:request|task|goal|intent)(?: was| is)?(?: to|:)
  `,
  questionStart: fragments`
    (?:why|what|how|which|who|whose|when|where|is|are|was|were|do|does|did|can|could|should|would|will|have|has|any|am|isn't|aren't|doesn't|don't we|didn't)\s
  `,
  hedge: fragments`
    maybe / perhaps / might / could (?:be|also) / would (?:be|need) / probably / not sure / i wonder
    if (?:we|you|i|the user) / either / option [a-z0-9] / alternatively / may (?:be|still|also|well) / possibly / likely
    i (?:think|guess|believe|assume|suppose) / seems? / what if
  `,
  refutes: fragments`
    (?:is|was|were|are)(?: actually)? (?:not|unrelated to) (?:the |a )?(?:\p{L}+ )?(?:cause|issue|problem|bug|culprit|reason|this)
    (?:isn't|wasn't|aren't|weren't) (?:the |a )?(?:\p{L}+ )?(?:cause|issue|problem|bug|culprit|reason|it)
    ruled out / (?:is|was) wrong about / false alarm / red herring / turned out (?:not to be|to be wrong|to be fine)
    (?:my|the|that|this) (?:\p{L}+ )?(?:hypothesis|theory|assumption|guess|suspicion) (?:is|was|turned out) (?:to be )?(?:wrong|false|incorrect)
    i was (?:wrong|mistaken) / is unrelated to / (?:has|had|have) nothing to do with
    (?:is|was|are|were)(?:n't| not) (?:to blame|behind (?:it|this|that)) / rules? out
  `,
  corrects: fragments`
    (?:no|nope|ah|oh|wait),? (?:actually,? )?(?:it|that|this)(?:'s| is| was) / it (?:is|was) actually
    (?:the )?(?:real|actual|true) (?:root )?(?:cause|culprit|problem|issue|reason|bug) (?:is|was|turned out) / turned out to be / turns out
  `,
  causeNoun: fragments`cause / causes / problem / issue / bug / culprit / reason / theory / hypothesis / guess / it / after / all / at / actually / really`,
  cause: fragments`
    root cause
    the (?:real |actual |main |underlying |core )?(?:issue|problem|bug|cause|reason|fix|culprit|catch) (?:is|was)
    (?:is|was|were|are) caused by / turns? out / the reason
    this (?:is|was) (?:a real bug|why|because|the) / that(?:'s| is) why / (?:was|is|were|are) never
    this explains / due to / because / (?:came|comes|coming|stems?|stemmed) from
  `,
  finding: fragments`
    confirm(?:s|ed) / found (?:that|the|a|it)
    (?:fails?|failing|failed) (?:because|with|when|at|on|due)
    (?:does not|doesn't|do not|don't|did not|didn't|cannot|can't|isn't|aren't|wasn't|won't) \w+
    (?:only|never|always)\s
    (?:is|are|was|were) (?:missing|wrong|stale|unused|dead|not|broken|empty|silently|hard-?coded|incorrect)
    means (?:that)? / without (?:the|a|an|this|it) / race condition / bug / regression / vulnerab\w+
    critical / falls? back / the test expects / pre-existing
  `,
  causeStart: fragments`
    (?:and |so |but )?(?:the )?(?:real |actual |main |underlying |core )?(?:issue|problem|bug|cause|root cause|reason|culprit)(?: here)? (?:is|was)(?: that|:)?
    (?:the |all |both |these |\w+ ){0,6}(?:same )?root cause: / this (?:happens|happened|is|occurs|fails|failed) because / (?:the|this|these) (?:tests?|failures?|errors?|build|lint) (?:fails?|failed|occurs?|happens?|(?:is|was|were) failing) because
    it turns out(?: that)? / turns out(?: that)?
  `,
  doneStart: fragments`
    added / addressed / adjusted / applied / built / changed / cleaned / committed / completed
    configured / converted / created / deleted / deployed / documented / dropped / enabled / extended
    extracted / fixed / generated / implemented / improved / installed / integrated / merged / migrated
    moved / opened / ported / published / pushed / rebased / refactored / released / removed / renamed
    replaced / replied / resolved / reverted / rewrote / set up / simplified / split / switched / tested
    updated / upgraded / verified / wired / wrote / \p{L}{3,}ed
  `,
  doneAnywhere: fragments`
    all (?:\w+ )?(?:tests|checks|builds|items|tasks|steps|issues|changes) (?:now )?(?:pass\w*|succeed\w*|are (?:done|complete|fixed|green|clean))
    (?:tests?|build|lint(?:ing)?|checks?) (?:now )?(?:pass(?:es|ed)?|is clean|are clean|succeed(?:s|ed)|succeeded|green)
    builds? cleanly / \d+(?:/\d+)? (?:tests? )?pass(?:ed|ing)?
    (?:is|are|has been|have been) (?:now )?(?:complete|completed|done|fixed|implemented|pushed|merged|deployed|committed|finished)
    successfully
    (?:i've|i have|we've|we have) (?:now )?(?:added|fixed|implemented|updated|removed|created|moved|written|pushed|committed|replaced|changed)
  `,
  next: fragments`
    next(?: steps?| up|,|:) / still (?:needs?|to do|missing|open|pending|left) / left to do / to-?dos?:
    remaining (?:work|tasks?|items?|todos?|pieces?|parts?|gaps?|steps?)(?: is| are|:) / (?:remains|remain) (?:to be|to|open) / (?:is|are) pending
    not yet (?:been )?(?:done|implemented|wired|tested|fixed|added|written|merged|pushed|supported|migrated|covered|updated|handled|documented)
    needs? to be (?!in|on|at|set)\w+ / follow-?ups?(?: work)?(?: is|:)
  `,
  underWay: fragments`
    (?:build|rebuild|tests?|suite|lint|typecheck|check|run|install|job|worker|ci|compilation|deploy|generation|packages)(?: \S+){0,3} (?:is|are) (?:still |now |just |nearly |almost |past |through )?(?:running|continuing|progressing|finishing|waiting|moving|going|past|through|in progress|under way|underway)
    still (?:running|building|compiling|waiting|going through|in progress) / remaining (?:build|test|compile) / (?:is|are) (?:progressing|finishing) / should (?:finish|complete|move)
  `,
  looking: fragments`
    (?:i'm|i am|we're|we are) (?:now |also |still |just |currently |first |then )?(?:looking|reading|running|pulling|checking|continuing|waiting|verifying|inspecting|searching|grepping|scanning|reviewing|fetching|loading|confirming|tracing|polling|opening|rerunning|re-running|switching|trying|going to|moving on|watching)
    using the \S+ skill / quick check: / i noticed
  `,
  announces: fragments`
    (?:so )?(?:this|that|which) (?:means|implies|shows|tells us|confirms)(?: that|,)? / (?:this|that)(?:'s| is) (?:exactly )?why
    (?:i'm|i am|we're|we are)(?= (?:now |also |just )?\p{L}+ing ) / so,?(?= (?:the|an?|our|your|we|there|both|all|each|every|in|for) )
  `,
  subjectless: fragments`
    (?:now |still |just |also |only |currently )?(?:uses?|sets|returns|takes|calls|has|is|are|was|were|needs?|gets|stores|adds|makes|does|reads|writes|passes|supports|handles|falls|contains|remains|sends|creates|checks|includes|tries|simulates|expects)
  `,
  offer: fragments`
    would you like / do you want / want me to / shall i / should i / anything else / let me know
    ready (?:to|for) / is there anything
  `,
  courtesy: fragments`
    how (?:can|may) i help / what (?:would|can|shall|should) (?:you|i|we) .{0,20}(?:like|do|work on|help)
    anything else / is there anything / any (?:other )?questions
  `,
  rule: fragments`
    always / never / from now on / going forward / for (?:the )?future(?=[,:]) / in (?:the )?future(?=[,.:]|$) / every time / whenever
    as a rule / by default / each time / (?:before|after) (?:each|every) / don't ever / at all times
    (?:before|after) (?:a|any) (?:release|refactor|commit|merge|deploy(?:ment)?|push) / for (?:larger|bigger|any) refactor(?:ing)?s?
  `,
  houseRule: fragments`
    (?:in|for|on) this (?:repo(?:sitory)?|project|codebase|team),? (?:we|you|please|all|every|use|do|don't|never|always)
    (?:our|the) (?:convention|rule|policy|standard) is / we (?:always|never) / as a rule,? we
    (?:i|we) (?:always )?prefer / i(?:'d| would) (?:always )?(?:prefer|rather) / don't ever / do not ever
    must (?:always|never) / (?:the )?house style
  `,
  convention: fragments`
    (?:invariant|convention|rule|contract|policy|house style)s? (?:here )?(?:is |was |says )?that
    (?:pattern|convention|rule|policy|practice) (?:here )?(?:is|was) (?:to|always)
  `,
  told: fragments`
    please / you (?:should|must|need to|have to) / i (?:want|prefer|like|expect) / make sure / should / must / don't / do not
  `,
  ofProduct: fragments`the / a / an / each / every / all`,
  manner: fragments`
    answer / reply / respond / explain / language / tone / concise / emojis? / english / russian / german / spanish / chinese / comments?
  `,
  reproof: fragments`
    (?:no,? )?(?:please )?(?:don't|do not|dont|stop|never|avoid|quit) (?!worry|forget|know|think|see|need|have|want|get|understand|like)\w+
    (?:no,? )?(?:please )?use .{2,60}(?:,? not |instead| rather than )
  `,
  onceOnly: fragments`
    this time / for now / (?:don'?t|do not|not) [^,;]{1,60} yet / just this / here / this (?:one|file|function|case|branch|commit|pr|test)
    today / right now / currently / temporarily
  `,
  openWork: fragments`
    to-?do: / (?:still )?open: / for later: / follow-?up: / still to do:
    (?:we|i) (?:still )?(?:need|have) to .{8,160} (?:later|some ?day|at some point|next week|next sprint|in a follow-?up)(?=[.!]?$)
  `,
  remember: fragments`
    (?:please )?(?:do )?(?:(?:you should|you need to|you must|always|i want you to|i'd like you to) )?(?:remember|keep in mind)(?:,| that| this:?| the following:?| these(?: \w+)?:?| to|:)
    remember(?=\s+\S)
    (?:please )?(?:(?:take|make a) note|note)(?: that|:) / note for (?:later|the future|next time):? / for future reference[,:]?
    for the record[,:] / don't (?:ever )?forget(?:,| that|:) / do not forget(?:,| that|:) / never forget(?:,| that|:)
    (?:save|add) (?:this )?to (?:your |the |our )?memory(?: that|:)?
    (?:store|put|write) (?:(?:this|it|the following) )?(?:in|to|into) (?:your |the |our )?memory(?: that|:) / memori[sz]e(?: that|:)
  `,
  notKept: fragments`
    (?:please )?(?:you )?(?:don't|do not|dont|no need to|needn't|never|(?:don't|do not) (?:need|have) to) (?:remember|memori[sz]e)
    (?:please )?(?:don't|do not|dont|no need to) keep .{1,40}in (?:mind|memory)
    (?:please )?(?:don't|do not|dont|no need to) (?:save|store|add|put|write|note|record) .{1,60}(?:to|in|into) (?:your |the )?memory
  `,
  stated: fragments`
    is / are / was / were / isn't / aren't / wasn't / weren't / has / have / had / hasn't / haven't / does / doesn't / don't / didn't
    can / can't / cannot / must / mustn't / should / shouldn't / will / won't / shall / may / never / always / only
    runs? / uses? / owns? / needs? / lives? / listens? / belongs? / starts? / stops? / takes? / goes / wants? / likes? / prefers?
    deploys? / ships? / releases? / returns? / expects? / requires? / supports? / breaks? / fails? / works? / costs? / means?
    comes? / stands? / keeps? / holds? / points? / depends? / equals? / expires? / happens? / sits? / reviews? / maintains? / leads?
    = / we \w+ / i \w+ / everyone \w+s / nobody \w+s / i'm / we're / it's / they're
  `,
  recalled: fragments`
    when / how / what / why / where / who / which / if / whether / me / us / you(?:r|'re)? / last / the (?:last |first )?time / that time
  `,
  forget: fragments`
    (?:please )?forget (?:that|the (?:fact|note|rule|line|entry|point|item|part|thing|memory|bit)s?(?: that| about| on| with| saying)?)
    (?:please )?forget:? (?=["'“«])
    (?:delete|remove|drop|erase) .{0,20}from (?:your |the |our )?memory:? / no longer remember
  `,
  forgetAbout: fragments`
    (?:please )?(?:forget|erase|delete|remove) (?:everything|all|anything) (?:that )?(?:you (?:know|remember|learned|have)|(?:i|we) (?:said|told you)) (?:about|on)
    (?:please )?forget (?:everything|all|anything|what (?:i|we) (?:said|told you)|(?:all )?the (?:facts|notes|rules|lines|entries)) (?:about|on)
    (?:please )?forget about
  `,
  correct: [
    { pattern: "correction: ?(.{8,200}?),? not (.{2,100})", now: 1, old: 2 },
    { pattern: "correction: ?(.{8,240})", now: 1, old: null },
    {
      pattern: "(.{4,100}?) is no longer (.{2,60}?)[,;:.]? (?:it(?:'s| is)|but|now)(?: now)? (.{2,80})",
      now: 3,
      old: 2,
    },
    {
      pattern:
        "(?:that(?:'s| is) wrong|you(?:'re| are) wrong|not quite)[,:;.—-]+ ?(?:it(?:'s| is) )?(.{8,200})",
      now: 1,
      old: null,
    },
  ],
  correcting: fragments`
    (?:no,? )?(?:that|this)(?:'s| is| was) (?:wrong|incorrect|not (?:right|true|correct))(?=\s*[:,;.—–-]) / correction(?=\s*[:,;.—–-])
  `,
  objecting: fragments`(?:no|nope|wrong)(?=\s*[:,;.—–-]) / actually,?`,
  contrast: [
    {
      pattern: "(.*?(?:is|'s|are|was))(?: not|n't) (?:on |at )?(.+?),? (?:but|it(?:'s| is)) (.+)",
      say: "$1 $3",
      old: 2,
    },
    { pattern: "(.+?)(?:, ?(?:and |but )?| and | but | (?=not \\p{Nd}))not (.+)", say: "$1", old: 2 },
    { pattern: "(.+?),? (?:instead of|rather than) (.+)", say: "$1", old: 2 },
  ],
  pointers: fragments`
    it / its / this / that / these / those / they / them / he / she / there / here / so / which / both
    the (?:same|former|latter|above|first|second|other) / then / but / and / or / also / same / one
  `,
  roles: fragments`
    (?:tech |team |product |project |engineering |lead |head of )?(?:lead|manager|owner|engineer|developer|designer|director|analyst|architect|admin|administrator|maintainer|reviewer|intern|contractor|founder|boss|colleague|client|customer|cto|ceo|cfo|pm|sre|dba)
  `,
  owns: fragments`
    (?:owns|maintains|leads|manages|reviews|approves|administers|oversees|runs point on|works on|takes care of|looks after|handles)
    is (?:responsible for|in charge of|on call for|the (?:contact|person|one) for|our contact for)
  `,
  ownedBy: fragments`(?:is|are) (?:owned|maintained|reviewed|managed|led|approved|administered) by`,
  thisProject: fragments`
    (?:this|the|our) (?:repo(?:sitory)?|project|codebase|monorepo|app(?:lication)?|service|product|package|library|tool|cli) is
    (?:we|i)(?:'re| are|'m| am) building / this (?:is|will be)(?= (?:a|an|our|the) [\w\s/.+-]{0,60}(?:repo(?:sitory)?|project|monorepo|app(?:lication)?|service|cli|library|framework|package|plugin|extension|website|tool)(?: (?:for|that|which|to|with|written|built|using|in)|[.,:;]|$))
  `,
  projectNouns: fragments`
    project / prototype / script / api / app / application / service / tool / toolkit / cli / library / framework / platform / website / site / bot
    plugin / extension / dashboard / package / server / client / game / system / engine / pipeline / monorepo
    repository / product / portal / shop / sdk / daemon / compiler / database / vault
  `,
  infrastructure: fragments`
    server / host / database / cluster / staging / production / prod / vm / machine / bucket / queue
    registry / load balancer / vpn / postgres(?:ql)? / redis / mysql / kubernetes / k8s / ci / runner
    proxy / gateway / nas / raspberry pi / domain / dns
  `,
  runsOn: fragments`
    runs? (?:on|at|in|under)
    is (?:hosted|deployed|running|located|reachable|available) (?:on|at|in|under|via|through|behind)
    lives? (?:on|at|in) / listens? on / is at / is behind / deploys? to / port (?:is|\d+) / is on port
    uses? port
  `,
  headings: {
    next: fragments`
      next / pending / remaining / to ?dos? / follow-?ups? / open (?:items|tasks|work) / what's left
    `,
    decisions: fragments`decisions? / agreed / approach / design / strategy / trade-?offs?`,
    findings: fragments`
      root causes? / findings? / issues? / problems? / bugs? / causes? / diagnosis / critical
      high(?: priority)? / medium / errors? and fix\w* / analysis / concerns? / caveats?
    `,
    done: fragments`
      done / summary / changes?(?! needed| required| to) / completed / what (?:i|was|changed) / implementation / verification
    `,
    quoted: fragments`all user messages / user messages / files and code sections / optional next step`,
  },
  say: englishSentences,
};
