import { sentencesOf } from "#shared/sentences.ts";
import { slotsIn } from "#shared/slots.ts";

/** What the linter checks in a cold email. */
export const lintIds = [
	"empty_slots",
	"brief_words",
	"spam_words",
	"too_short",
	"too_long",
	"subject_long",
	"no_question",
	"many_questions",
	"links",
	"no_opt_out",
	"long_sentences",
	"capitals",
] as const;
export type LintId = (typeof lintIds)[number];

export interface LintFinding {
	id: LintId;
	/** The words that were found, or the number. */
	detail: string;
}

/** Phrases that spam filters and readers distrust. */
const SPAM_WORDS =
	/\b(?:act now|100% free|risk[- ]free|guaranteed?|limited time|urgent|winner|cash|click here|buy now|no obligation|once in a lifetime|cheap|discount|special offer|kostenlos|gratis|garantiert|jetzt kaufen|dringend|gewinner|sonderangebot|gratuit|garanti|offre spéciale|cliquez ici|oferta especial|garantizado|haga clic)(?![\p{L}\p{N}])/giu;
const OPT_OUT =
	/unsubscribe|opt out|not interested|let me know if (?:you|this)|stop emails|abmelden|kein interesse|désinscri|pas intéressé|darse de baja|no le interesa/i;
/** What is said to an assistant, and of the recipient instead of to them, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const BRIEF_WORDS =
	/(?<!\p{L})(?:(?:tell|ask|write(?: to)?|e-?mail|remind|inform|thank) (?:him|her|them)(?! (?:about it|if it))|let (?:him|her|them) know|(?:ask|tell) \p{Lu}\p{Ll}+ (?:that|if|whether|to)|(?:be|stay) polite|(?:keep|make) it (?:short|brief|polite|friendly)|(?:sag|sage|schreib|schreibe|frag|frage|antworte) (?:ihm|ihr|ihnen|ihn|herrn|frau)|teile? (?:ihm|ihr|ihnen|herrn|frau) .{0,40}mit|entschuldige dich|bedanke? dich|(?:dis|écris|demande|réponds)-(?:lui|leur)|remercie-(?:le|la|les)|dile|diles|pregúntale|escríbele|pídele|respóndele|digli|dille|scrivigli|scrivile|chiedigli|chiedile|ringrazial[oa]|diz-lhe|pergunta-lhe|escreve-lhe|diga a el[ea]|pergunte a el[ea]|(?:zeg|vraag|schrijf|bedank) (?:hem|haar|hun))(?!\p{L})/giu;
/** Somebody who is spoken of. */
const SPOKEN_OF = /(?<!\p{L})(?:she|he|him|elle|él|ella|ele|ela|hij)(?!\p{L})/giu;
/** A name within a sentence: somebody else may be spoken of. */
const NAMED = /(?<=[\p{Ll}\d,;] )\p{Lu}\p{Ll}+/u;
const WORDS = { least: 40, most: 180 };
const MAX_SUBJECT_LENGTH = 60;
const MAX_AVERAGE_SENTENCE_WORDS = 20;

/** What is likely to keep a cold email from being delivered, read or answered. */
export function lint(subject: string, body: string): LintFinding[] {
	const words = body.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
	const sentences = sentencesOf(body).filter(({ text }) => text.split(/\s+/).length > 2);
	const questions = sentences.filter(({ text }) => text.endsWith("?")).length;
	const links = body.match(/https?:\/\/|www\./gi)?.length ?? 0;
	const spam = [...new Set((`${subject} ${body}`.match(SPAM_WORDS) ?? []).map((word) => word.toLowerCase()))];
	const capitals = [...new Set(`${subject} ${body}`.match(/\b\p{Lu}{5,}\b/gu) ?? [])];
	// Greeting and closing name the two who write.
	const [, ...middle] = body
		.trim()
		.split(/\n\s*\n/)
		.slice(0, -1);
	const text = middle.join("\n");
	const spokenOf = NAMED.test(text) ? [] : (text.match(SPOKEN_OF) ?? []);
	const brief = [...new Set([...(body.match(BRIEF_WORDS) ?? []), ...spokenOf].map((one) => one.toLowerCase()))];
	const slots = slotsIn(`${subject}\n${body}`);
	const average = sentences.length === 0 ? 0 : Math.round(words.length / sentences.length);
	const findings: [LintId, boolean, string][] = [
		["empty_slots", slots.length > 0, slots.join("; ")],
		["brief_words", brief.length > 0, brief.join(", ")],
		["spam_words", spam.length > 0, spam.join(", ")],
		["capitals", capitals.length > 0, capitals.join(", ")],
		["too_short", words.length < WORDS.least, String(words.length)],
		["too_long", words.length > WORDS.most, String(words.length)],
		["subject_long", subject.length > MAX_SUBJECT_LENGTH, String(subject.length)],
		["no_question", questions === 0, ""],
		["many_questions", questions > 2, String(questions)],
		["links", links > 1, String(links)],
		["long_sentences", average > MAX_AVERAGE_SENTENCE_WORDS, String(average)],
		["no_opt_out", !OPT_OUT.test(body), ""],
	];
	return findings.filter(([, applies]) => applies).map(([id, , detail]) => ({ id, detail }));
}
