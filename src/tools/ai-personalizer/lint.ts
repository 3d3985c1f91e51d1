import { sentencesOf } from "#shared/sentences.ts";

/** What the linter checks in a cold email. */
export const lintIds = [
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
	const average = sentences.length === 0 ? 0 : Math.round(words.length / sentences.length);
	const findings: [LintId, boolean, string][] = [
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
