import { type Part, type Reader, readBrief } from "./read-brief.ts";

const PERSON =
	"(?:him|her|them|(?:my|our|the) \\p{Ll}+|(?:Mr|Mrs|Ms|Dr|Prof)\\.? \\p{Lu}\\p{L}+|\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?)";
const LEAD = /^(?:please |can you |could you |kindly |and |also |then )+/i;
/** How the email should sound is for the assistant. */
const STYLE =
	/^(?:please )?(?:be|stay|keep it|keep|make it|sound)? ?(?:(?:very|nice and|as|short and|more|a bit) )?(?:polite|friendly|short|brief|formal|informal|nice|firm|professional|warm|kind|concise|politely)(?:ly)?(?: please| and (?:short|polite|friendly|brief|firm))?$|^(?:he|she)(?:'s| is) called |^(?:do not|don't|never) (?:sound|be|seem|come across|mention|promise|apologi[sz]e|offer|tell|say|use|write|ask|push|overdo)\b|^(?:in english|no pressure)$/i;
/** Where one thing to say ends and the next begins. */
const SPLIT =
	/(?:,|;|\.)? (?:and |but )?(?=(?:also )?(?:tell|ask|say|thank|let|remind|suggest|apologi[sz]e|confirm|be polite|stay polite|keep it|make it) )|(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St))[.;] +|, but |,? and (?=(?:by )?(?:when|where|why|how) (?:he|she|they|we|i)\b)|, (?=(?:had|got|was|were) )|, (?=(?:do not|don't|never) )|, (?=(?:be |keep |make it )?(?:polite|friendly|short|brief|formal)\b)|,? and (?=that )|, and (?=(?:i|we|you|he|she|they|it)\b)|, (?=(?:i|we|we'll|we're|i'm|he|she|it|it's|they)\b)/iu;
const VERB =
	/\b(?:am|is|are|was|were|be|has|have|had|will|would|can|could|should|must|may|might|cannot|does|do|did|need|needs|want|wants)\b|n't\b|'(?:m|re|s|ll|ve|d)\b/i;
const PRONOUN_FIRST = /^(?:i|we|you|it|this|that|there|everything)(?: |')/i;
/** Of plans that are told in the present: "we move" is "we are moving". */
const PLANS: Readonly<Record<string, string>> = {
	move: "moving",
	postpone: "postponing",
	cancel: "canceling",
	change: "changing",
	close: "closing",
	start: "starting",
	stop: "stopping",
	send: "sending",
	come: "coming",
	leave: "leaving",
	deliver: "delivering",
	ship: "shipping",
};
const AUX = /^(.{1,60}?) (can|could|will|would|is|are|was|were|has|have|should|may|am) (.+)$/i;

/** Whom the brief speaks of is whom the email is to; null: it may be somebody else. */
function toReader(text: string): string | null {
	// "Priya says she can": not the recipient.
	if (
		/\b(?:he|she|him|her|his)\b/i.test(text) &&
		/\b\p{Lu}\p{Ll}+ (?:says|said|will|has|can|wants|is|told)\b/u.test(text)
	)
		return null;
	return text
		.replaceAll(
			/\b(?:he|she) (needs|has|is|was|wants|does)\b/gi,
			(_, verb: string) =>
				`you ${({ needs: "need", has: "have", is: "are", was: "were", wants: "want", does: "do" } as Record<string, string>)[verb.toLowerCase()]}`,
		)
		.replaceAll(/\b(?:he|she|they)'s\b/gi, "you are")
		.replaceAll(/\b(?:he|she|they)(?='(?:ll|d|re|ve)\b)/gi, "you")
		.replaceAll(/\b(?:he|she) (\p{Ll}+)s\b/giu, (_, verb: string) => `you ${verb}`)
		.replaceAll(/\b(?:he|she|they)\b/gi, "you")
		.replaceAll(/\b(?:him|them)\b/gi, "you")
		.replaceAll(/\bher (?=\p{L})(?!(?:a|an|the|to|for|that|if|on|in|at|by)\b)/giu, "your ")
		.replaceAll(/\bher\b/gi, "you")
		.replaceAll(/\b(?:his|their)\b/gi, "your");
}

/** A sentence with what the brief says of its reader; unclear where it may be somebody else. */
function toThem(text: string, say: (said: string) => string): Part {
	const said = toReader(text);
	return said === null ? { unclear: text } : say(said);
}

function statement(text: string): Part {
	const said = toReader(text.replace(/^that /i, ""));
	if (said === null || !(PRONOUN_FIRST.test(said) || VERB.test(said))) return { unclear: text.replace(/^no /i, "") };
	return said
		.replace(/^(we|i) (\p{Ll}+)(?= )/iu, (whole, who: string, verb: string) => {
			const plan = Object.hasOwn(PLANS, verb) ? PLANS[verb] : undefined;
			return plan === undefined ? whole : `${who} ${who.toLowerCase() === "i" ? "am" : "are"} ${plan}`;
		})
		.replace(/^i\b/, "I");
}

/** "She can send the deck" as a question; null: in doubt. */
function question(text: string, how = ""): Part {
	const said = toReader(text);
	if (said === null) return { unclear: text };
	const found = AUX.exec(said);
	const prefix = how === "" ? "" : `${how} `;
	if (found !== null && !/\b(?:that|which|who|whether|if)\b/i.test(found[1] ?? ""))
		return `${prefix}${(found[2] ?? "").toLowerCase()} ${found[1]} ${found[3]}?`;
	const plain = /^(you|we|i|they) (.+)$/i.exec(said);
	return plain === null ? { unclear: text } : `${prefix}do ${plain[1]} ${plain[2]}?`;
}

const READERS: readonly Reader[] = [
	[new RegExp(`^ask (?:${PERSON} )?(?:whether|if) (.+)$`, "iu"), (text) => question(text)],
	[
		new RegExp(
			`^ask (?:${PERSON} )?((?:by |until |since |from )?(?:when|what|where|who|why|how(?: much| many| long| soon)?|which \\p{L}+)) (.+)$`,
			"iu",
		),
		(how, text) => question(text, how),
	],
	[/^(when|where|why|how(?: much| many| long)?) ((?:he|she|they|we|i) .+)$/iu, (how, text) => question(text, how)],
	[/^by when (.+)$/iu, (text) => question(text, "by when")],
	[new RegExp(`^ask ${PERSON} to (.+)$`, "iu"), (text) => toThem(text, (said) => `could you please ${said}?`)],
	[
		new RegExp(`^ask ${PERSON} for (.+)$`, "iu"),
		(text) => toThem(text, (said) => `I would like to ask you for ${said}`),
	],
	[
		new RegExp(`^(?:thank ${PERSON}|say thanks|say thank you) for (.+)$`, "iu"),
		(text) => toThem(text, (said) => `thank you for ${said}`),
	],
	[
		new RegExp(`^(?:apologi[sz]e|say sorry)(?: to ${PERSON})? (?:for|about) (.+)$`, "iu"),
		(text) => toThem(text, (said) => `I apologize for ${said}`),
	],
	[
		new RegExp(`^congratulate ${PERSON} (?:on|for) (.+)$`, "iu"),
		(text) => toThem(text, (said) => `congratulations on ${said}`),
	],
	[new RegExp(`^wish ${PERSON} (.+)$`, "iu"), (text) => toThem(text, (said) => `I wish you ${said}`)],
	[new RegExp(`^invite ${PERSON} (.+)$`, "iu"), (text) => toThem(text, (said) => `I would like to invite you ${said}`)],
	[new RegExp(`^welcome ${PERSON} (to .+)$`, "iu"), (text) => toThem(text, (said) => `welcome ${said}`)],
	[
		/^(?:decline|turn down) (the|his|her|their) (.+)$/i,
		(_, text) =>
			toThem(text, (said) =>
				`unfortunately, I have to decline the ${said}`.replace(/decline the invitation/, "say no to your invitation"),
			),
	],
	[/^suggest (.+?)(?: instead)?$/i, (text) => toThem(text, (said) => `may I suggest ${said}?`)],
	[
		/^confirm (?:that )?(.+)$/i,
		(text) => toThem(text, (said) => `I confirm ${/^(?:i|we|you|it)\b/i.test(said) ? "that " : ""}${said}`),
	],
	[
		new RegExp(`^(?:tell|inform|remind|write(?: to)?|e-?mail(?: to)?|let) ${PERSON} (?:know )?(?:about (.+))$`, "iu"),
		(text) => ({ unclear: text }),
	],
	[
		new RegExp(
			`^(?:tell|inform|remind|warn|write(?: to)?|e-?mail(?: to)?|let) ${PERSON} (?:know )?(?:that )?(.+)$`,
			"iu",
		),
		statement,
	],
	[/^say (?:that )?(.+)$/i, statement],
	[/^(?:had|got|saw|met|was|were) .+$/i, () => ({ unclear: "" })],
];

/** An English brief as sentences to its recipient, in order. */
export function saidInEnglish(brief: string): Part[] {
	const clean = (part: string): string => {
		const words = part.replace(LEAD, "");
		return STYLE.test(words) ? "" : words;
	};
	return readBrief(brief, { split: SPLIT, clean, readers: READERS, otherwise: statement });
}
