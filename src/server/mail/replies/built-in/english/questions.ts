import { trimEndOf } from "#shared/trim.ts";
import { pastOf, turned } from "./turn.ts";

/** Answers to questions: yes and no in the words of the question, or that the answer follows. */

const LEAD =
	/^(?:(?:and|so|also|but|then|ok|okay|btw|by the way|hi|hello|hey)[, ] ?|\p{Lu}\p{Ll}+(?:,| ?[-–—]{1,2}) )+/iu;
/** Adverbs that an answer leaves out. */
const SOON = /\b(?:already|yet|ever|perhaps|possibly|maybe|please|by any chance|still|any|now)\b ?/gi;
const NO_WORDS =
	/\b(?:or|if|whether|that|which|who|what|when|where|how|why|because|not|anyone|anybody|anything|someone|else|this|these|those|both|all of)\b|n't\b/i;

type Reader = readonly [pattern: RegExp, answer: (...parts: string[]) => readonly string[]];

/** The words without adverbs, as the one who answers says them; null: in doubt. */
function said(words: string, you: string | null = null): string | null {
	if (NO_WORDS.test(words)) return null;
	const found = turned(words.replaceAll(SOON, "").trim(), you);
	return found === null || found.split(" ").length < 2 ? null : found;
}

const both = (words: string | null, answer: (words: string) => readonly string[]): readonly string[] =>
	words === null ? [] : answer(words);

const YES_OR_NO: readonly Reader[] = [
	[
		/^are you ((?:able to|coming|going|planning|interested|attending|bringing|looking for|happy with|ready) .+)$/i,
		(rest) => both(said(rest), (words) => [`Yes, I am ${words}.`, `No, I am not ${words}.`]),
	],
	[
		/^do you (?:still |already |also |happen to )?(have|need|use|want|own) (.+)$/i,
		(verb, rest) => both(said(rest), (words) => [`Yes, I ${verb} ${words}.`, `No, I do not ${verb} ${words}.`]),
	],
	[
		/^have you (?:already |also )?((?:received|seen|read|finished|sent|signed|paid|booked|got|ordered|found|made|started|completed|heard|submitted|approved|checked|reviewed)) (.+)$/i,
		(verb, rest) =>
			both(said(rest), (words) => [`Yes, I have ${verb} ${words}.`, `No, I have not ${verb} ${words} yet.`]),
	],
	[
		/^did you (?:already |also )?(\p{Ll}+) (.+)$/iu,
		(verb, rest) => {
			const past = pastOf(verb);
			return past === null
				? []
				: both(said(rest), (words) => [`Yes, I ${past} ${words}.`, `No, I did not ${verb} ${words}.`]);
		},
	],
	[
		/^(?:will|can|could) you (?:also |be able to )*((?:be|come|attend|join|make it|take part)\b.+)$/i,
		(rest) => both(said(rest), (words) => [`Yes, I will ${words}.`, `Unfortunately, I cannot ${words}.`]),
	],
	[
		/^would you (?:also )?(?:like|be able|be interested) to ((?:come|join|attend|visit|have|be|take part)\b.+)$/i,
		(rest) =>
			both(said(rest), (words) => [
				`Thank you for the invitation. I would like to ${words}.`,
				`Thank you for the invitation. Unfortunately, I cannot ${words}.`,
			]),
	],
	[
		/^(?:would you like|do you want) me to (.+)$/i,
		(rest) =>
			both(said(rest, "me"), (words) => [`Yes, please ${words}.`, `Thank you, but there is no need to ${words}.`]),
	],
	[
		/^(?:shall|should) i (.+)$/i,
		(rest) =>
			both(said(rest, "me"), (words) => [`Yes, please ${words}.`, `Thank you, but there is no need to ${words}.`]),
	],
	[
		/^(?:please )?(?:can|may|could|might) (?:i|we) ((?:bring|send|book|order|call|ring|add|move|start)\b.+)$/i,
		(rest) => both(said(rest, "me"), (words) => [`Yes, please ${words}.`]),
	],
	[
		/^(?:please )?(?:can|may|could|might) (?:i|we) ((?:come|use|share|show|keep|take|borrow|visit|stop by|invite|quote|print|publish)\b.+)$/i,
		(rest) => both(said(rest, "me"), (words) => [`Yes, you are welcome to ${words}.`]),
	],
	[
		/^would you (?:like|prefer) to (.+?),? or (?:shall|should) (?:we|i) (.+)$/i,
		(one, other) => {
			const [first, second] = [turned(one), turned(other, "me")];
			return first === null || second === null ? [] : [`I will ${first}.`, `Please ${second}.`];
		},
	],
	[
		/^(?:do|would) you (?:prefer|rather have|like) (.{2,50}) or (?:rather )?(.{2,50})$/i,
		(one, other) => {
			const [first, second] = [turned(one), turned(other)];
			return first === null || second === null || /,/.test(one + other)
				? []
				: [`I would prefer ${first}.`, `I would prefer ${second}.`];
		},
	],
];

const WH = "(?:what|which|when|where|who|how|why)";
const NOUN = "(?:the|your|my|our|this|that|these|those) (?:[\\p{L}\\d'/-]+ ){0,6}[\\p{L}\\d'/-]+";
/** Asks how someone is, or only for an opinion. */
const NO_QUESTION =
	/^(?:how (?:are|is it|have you been)|what about|how about|what do you say|what's up|why (?:not|don't))\b/i;

const OPEN: readonly Reader[] = [
	[
		/^what (?:do|did) you think (?:of|about) (.+)$/i,
		(rest) => both(turned(rest), (words) => [`I will think about ${words} and get back to you.`]),
	],
	[
		new RegExp(
			`^(${WH}(?: (?!(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)\\b)[\\p{L}-]+){0,4}) (can|could|will|would|should|do|are|have) you (.+)$`,
			"iu",
		),
		(wh, verb, rest) => {
			const own = { do: "", are: "am " }[verb.toLowerCase()] ?? `${verb.toLowerCase()} `;
			return both(NO_WORDS.test(rest) ? null : turned(rest), (words) => follow(`${wh.toLowerCase()} I ${own}${words}`));
		},
	],
	[
		new RegExp(
			`^(${WH}(?: (?!(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)\\b)[\\p{L}-]+){0,4}) (do|should|can|could|must|shall) (?:i|we) (.+)$`,
			"iu",
		),
		(wh, verb, rest) => {
			const own = verb.toLowerCase() === "do" ? "" : `${verb.toLowerCase()} `;
			return both(NO_WORDS.test(rest) ? null : turned(rest, "me"), (words) =>
				follow(`${wh.toLowerCase()} you ${own}${words}`),
			);
		},
	],
	[
		new RegExp(`^(${WH}(?: (?!(?:is|are|was|were)\\b)[\\p{L}-]+){0,3}) (is|are|was|were) (${NOUN})$`, "iu"),
		(wh, verb, noun) =>
			both(
				/\b\p{L}+(?:ing|ed)$/u.test(noun) || NO_WORDS.test(noun.replace(/^(?:this|that|these|those) /i, ""))
					? null
					: turned(noun),
				(words) => follow(`${wh.toLowerCase()} ${words} ${verb.toLowerCase()}`),
			),
	],
];

function follow(question: string): readonly string[] {
	return [`I will check ${question} and get back to you.`, `I do not know yet ${question}.`];
}

/** Answers to a question; empty: it is none, or in doubt. */
export function questionAnswers(sentence: string): readonly string[] {
	const text = sentence.replaceAll("’", "'").replace(LEAD, "");
	if (NO_QUESTION.test(text)) return [];
	// "Please let me know when you can deliver": an indirect question.
	const asked =
		/^(?:please |can you |could you |would you )*(?:let (?:me|us) know|tell (?:me|us)) (?:if|whether) you (can|could|will|would|are|have) (.+)$/i.exec(
			text,
		);
	const told = new RegExp(
		// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
		`^(?:please |can you |could you |would you |will you )+(?:please )?(?:let (?:me|us) know|tell (?:me|us)) (${WH}(?: (?!(?:i|we|you)\\b)[\\p{L}-]+){0,3}) (i|we|you) (.+?)[?.!]*$`,
		"iu",
	).exec(text);
	if (told !== null) {
		const [, wh = "", who = "", rest = ""] = told;
		return both(NO_WORDS.test(rest) ? null : turned(rest), (words) => [
			follow(`${wh.toLowerCase()} ${who.toLowerCase() === "you" ? "I" : "you"} ${words}`)[0] ?? "",
		]);
	}
	const body = trimEndOf(asked === null ? text : `${asked[1]} you ${asked[2]}?`, "?.!").replace(
		/,? (?:please|thanks|thank you)$/i,
		"",
	);
	if (asked === null && !text.endsWith("?")) return [];
	for (const [pattern, answer] of [...YES_OR_NO, ...OPEN]) {
		const found = pattern.exec(body);
		if (found !== null) return answer(...found.slice(1).map((one) => one ?? ""));
	}
	return [];
}
