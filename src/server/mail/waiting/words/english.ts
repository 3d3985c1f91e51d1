import type { Words } from "./words.ts";

const HELP =
	"(?:help|advice|thoughts|input|ideas?|feedback|suggestions?|comments|guidance|pointers?|information|hints?)";
const WILL = "(?:'ll| will| shall| am going to|'m going to| are going to|'re going to)";
const SOON = "(?:also|then|just|gladly|happily|certainly|definitely|try to|be able to|be happy to|need to|first)";

export const english: Words = {
	rhetorical: [
		...["^(?:and |but |so |hi |hello |hey )?how (?:are|r) (?:you|things)", "^how(?: is|'s) (?:it going|everything)"],
		...[
			"^how have you been",
			"^(?:any )?(?:other |further )?questions ?\\?",
			"^(?:who knows|guess what|you know what|know what)",
		],
		...[
			"^(?:hmm,? |seriously,? |and |but |now,? )?(?:who (?:falls|cares|needs|would)|don't you|wouldn't|isn't|wasn't|doesn't|aren't)",
		],
		...["^for (?:example|instance)", "^(?:now |so |and )?the question (?:is|was)"],
		...[
			"^remember (?:that|when|the)",
			"^(?:right|ok|okay|no|yes|eh|huh|what|really|see|why not) ?\\?",
			"^why not (?!you|we)~",
		],
		...[
			"^(?:what (?:can|could) (?:i|we|one) say|what's not to|what (?:more|else) could)",
			"^can you (?:believe|imagine)",
		],
		...[
			"^(?:did (?:i|we) mention|have i told you|need i say|shall i go on|what was i)",
			"^how (?:cool|nice|weird|hard) (?:is|can)",
		],
	],
	asks: [
		"i(?: was|'m| am) (?:just |also )?wondering (?:if|whether) (?:you|there|it|we|any~|some~|i could)",
		"i wonder (?:if|whether) (?:you|any~|some~)",
		"(?:i|we)(?:'d| would| should) (?:like|love|be (?:glad|interested|curious)) to (?:know|hear|learn)",
		"(?:i|we)(?:'d| would| should) (?:be (?:very |so |most |really )?(?:glad|grateful|thankful)|(?:really |greatly |very much )?appreciate)(?: it)? (?:of|for|if|your|any|some|a)",
		`(?:any|your|some) (?:other )?${HELP}… (?:is|are|would be|will be|'d be) (?:\\S{1,12} )?(?:appreciated|welcome|helpful|great)`,
		`(?:^|i am |i'm |we are |we're )looking for (?:some |any )?${HELP}`,
		"^(?:any|your) (?:thoughts|news|updates?|ideas?|luck|comments|opinions?|help)\\b.{0,60}\\?$",
		"(?:what (?:do|would) you (?:think|say|make of))",
		"^(?:can|could|does|has|did|would) (?:someone|somebody|anyone|anybody)",
		"please (?:advise|respond|reply|confirm|let (?:me|us) know)",
		"(?:would|should|will) (?:like|need|want) (?:a|an|the|your) (?:\\S{1,20} ){1,3}by",
		"unless you (?:see|hear|think|object|prefer|know)",
		"if you (?:like|wish|want|prefer),? (?:i|we)(?:'ll|'d| can| could| will| would)",
		"needs? (?:deciding|signing|approving|your (?:approval|decision|signature|answer))",
	],
	courtesies: [
		"please (?:also |do |just |both )?(?:thank|greet|enjoy|stay|take care|go ahead|proceed|print|build|wait|accept|excuse|forgive|pardon|start|begin|feel|don't|do not|find|see|note|ignore|disregard|hold|bear with)",
		"please (?:also |do |just )?(?:keep (?!me|us)~|come|say (?:hello|thanks|yes|hi|no)|remember me|pass… (?:my|our|best)|give… (?:my|our|love|regards|compliments)|tell (?:him|her|them|your|every~))",
		"(?:^|please )(?:ask|thank|tell) (?:him|her|them)(?: from me| nicely)?$",
		"let (?:me|us) know if (?:you (?:need|have|want|would like|get stuck|run into)|this (?:does not|doesn't|isn't)|that (?:does not|doesn't|isn't|helps|works)|it (?:does not|doesn't|helps|works)|there (?:is|are) any|anything|(?:i|we) can|i missed|i'm (?:wrong|missing))",
		"(?:feel free|don't hesitate|do not hesitate|no need to (?:reply|answer|respond)|no (?:reply|answer|response|action) (?:is )?(?:needed|necessary|required))",
		"^(?:\\S{1,20} ){0,4}\\S{1,20},? please\\W*$",
		"please…… with (?:our|my) (?:compliments|thanks|love|regards)",
		"(?:for your information|fyi|nothing is (?:needed|required))",
	],
	promises: [
		`(?:i|we)${WILL} (?:${SOON} )?(?:send|forward|e-?mail|post|share|circulate|distribute|deliver|supply|upload|attach|submit|bring|fetch|pick)`,
		`(?:i|we)${WILL} (?:${SOON} )?(?:let you|tell you|keep you|give you|get you|call you|ring you|write (?:to you|again|back|you)|update you|phone you)`,
		`(?:i|we)${WILL} (?:${SOON} )?(?:get back|come back|report back|be back|be in touch|follow up|respond|reply|answer|look (?:into|at|up|for)|check|find out|investigate|confirm|review|have a look|take a (?:look|closer look)|see (?:if|what|whether)|have… (?:printed|ready|done|for you))`,
		`(?:i|we)${WILL}… (?:get back|come back|report back|let you know|be in touch|write again)`,
		"let me (?:check|ask|look|find|see (?:if|what|whether)|get back|think|talk|verify|confirm|try)",
		"(?:^|(?<!\\p{L})and )will (?:do|send|let you know|report|check|get back|come back|reply|respond|look into|follow up|ask|keep you)",
		"you(?:'ll| will| shall) (?:have|get|receive|hear)… (?:from (?:me|us)|by|before|tomorrow|today|tonight|next|this|on|(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
		"(?:the|my|our|your)… will (?:reach you|be with you|be in the post|come from (?:me|us)|follow)",
	],
	closings: [
		"(?:thank~|thanks|thx|cheers|much obliged|many thanks)",
		"(?:agreed|accepted|approved|confirmed|noted|understood|received|done|paid|ordered|booked|sent|fixed|solved|resolved|settled|sorted|never mind|nevermind|no longer needed)",
		"(?:that is|that's|it is|it's|this is)(?: \\S{1,12})? (?:perfect|exactly right|just what i needed|fine|all|great|clear|settled|final|done|ok|okay|lovely)",
		"(?:perfect|great|wonderful|excellent|lovely|sounds good|looks good|looks ok|looks right|good to know|got it|will do|you're welcome|you are welcome|my pleasure|no problem|great idea|good idea|see you)",
		"(?:it|that|this)(?: \\S{1,12})? (?:works|worked|helped)(?: now| for me| great)?",
	],
};
