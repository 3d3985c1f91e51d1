import type { ActionItem } from "#shared/contracts/summaries.ts";
import { sentencesOf } from "#shared/sentences.ts";
import { dueDateOf } from "./due-date.ts";
import { plainSentence } from "./plain-text.ts";
import { isRequest } from "./requests.ts";

/** What a summary is made from. */
export interface Material {
	subject: string;
	/** The sender's own words: without quotes and signature. */
	text: string;
	/** Epoch milliseconds. */
	sentAt: number;
	/** Names of the recipients. */
	people: readonly string[];
}

export interface Extract {
	short: string;
	long: string;
	actions: ActionItem[];
}

const LONG_SENTENCES = 4;
const MOST_ACTIONS = 8;
const MAX_SHORT_LENGTH = 240;
/** Longer messages are rarely longer on what matters. */
const MOST_SENTENCES = 400;

/** A line that only greets. */
export const GREETING =
	/^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|moin|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|chere?s?|chères?|hola|estimad[oa]s?|buen[oa]s (?:días|tardes|noches)|olá|bom dia|boa (?:tarde|noite)|prezad[oa]s?|caro|cara|cari|ciao|buon(?:giorno|asera)|gentile|geachte)\b.{0,60}$/i;
/** A line that only says goodbye. */
export const CLOSING =
	/^(?:best|kind|warm|many)? ?(?:regards|wishes|cheers|thanks|thank you|sincerely|yours|viele grüße|mit freundlichen grüßen|beste grüße|vielen dank|cordialement|merci|bien à vous|saludos|un saludo|gracias|atentamente|un abrazo|herzliche grüße|liebe grüße|freundliche grüße|com os melhores cumprimentos|atenciosamente|cordiali saluti|distinti saluti|met vriendelijke groet)\b.{0,40}$/i;
/** What programs and lawyers add. */
export const BOILERPLATE =
	/\b(?:unsubscribe|ne (?:pas répondre|répondez pas)|(?:nicht (?:auf diese|antworten)|keine antworten) |no responda\p{L}*|scanned for viruses|view (?:this|it) (?:email )?in (?:your )?browser|privacy policy|all rights reserved|do not reply|(?:e-?mail|message|attachments?|content)\b.{0,60}\bconfidential|intended (?:recipient|solely|for the)|received (?:this|it)\b.{0,40} in error|notify (?:the sender|us immediately)|consider the environment|salutations distinguées|for (?:the presence of )?(?:computer )?virus(?:es)?|abmelden|désabonner|darse de baja|copyright)\b|©/iu;
/** A confidentiality notice goes on to the end of its paragraph: "If you are not the intended recipient, delete it." */
const LEGAL =
	/(?<!\p{L})(?:(?:e-?mail|mail|nachricht|inhalt|courriel|message|mensaje|correo)(?!\p{L}).{0,60}(?:vertraulich|confiden[ct]i)|(?:nicht der richtige|falls sie nicht der) (?:adressat|empfänger)|(?:n'êtes pas|pas) le destinataire|no es (?:usted )?el destinatario|amtsgericht .{1,40}(?<!\p{L})hr[ab]|registre du commerce|rcs \p{L}+ \d|ust-?id)/iu;
/** Says little, but may be asked to be opened. */
const LONG_LINK = /https?:\/\/\S{40,}/i;
/** Words of sentences that decide, ask or tell a result. */
const CUE =
	/\b(?:please|need|must|should|deadline|due|decided?|decision|agreed?|approved?|confirm|important|urgent|because|problem|fixed|released?|attached|meeting|moved|cancel+ed|delayed|propose|question|result|bitte|muss|müssen|frist|wichtig|entschieden|termin|problem|veuillez|devez|important|réunion|décidé|urgente?|necesit\p{L}+|reunión|importante|fecha)\b/iu;
/** Summarizes with sentences of the text itself, without a language model. */
export function summarize(material: Material): Extract {
	const sentences = proseOf(material.text);
	const full = sentences.filter((text) => !LONG_LINK.test(text) && (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3);
	const ranked = rankSentences(full, material.subject);
	const best = ranked[0] ?? sentences.find((text) => !LONG_LINK.test(text)) ?? material.subject;
	const top = new Set(ranked.slice(0, LONG_SENTENCES));
	const chosen = full.filter((text) => top.has(text));
	return {
		short: cut(best),
		long: chosen.length === 0 ? cut(best) : chosen.map(cut).join(" "),
		actions: requestsIn(sentences, material),
	};
}

/** Blanks out what lies between lines of three backticks, which is code; the length stays. */
function withoutFences(text: string): string {
	if (!text.includes("```")) return text;
	const parts = text.split("```");
	return parts
		.map((part, index) => (index % 2 === 0 || index === parts.length - 1 ? part : part.replaceAll(/[^\n]/g, " ")))
		.join("\n\n\n");
}

/** The sentences of a text without greeting, closing, links and code. */
export function proseOf(text: string): string[] {
	const kept: string[] = [];
	let isAfterCode = false;
	let foreignUntil = 0;
	for (const { text: raw, start } of sentencesOf(withoutFences(text)).slice(0, MOST_SENTENCES)) {
		const sentence = raw.replaceAll(/\s+/g, " ");
		if (start < foreignUntil || GREETING.test(sentence) || CLOSING.test(sentence)) continue;
		const isLegal = LEGAL.test(sentence);
		if (isLegal || BOILERPLATE.test(sentence)) {
			// The rest of an automatic line is left out, too: "Do not reply. Case 77120."
			const end = text.indexOf(isLegal ? "\n\n" : "\n", start);
			foreignUntil = end < 0 ? text.length : end;
			continue;
		}
		const plain = plainSentence(sentence);
		const before = kept.at(-1);
		// "I changed it to", a line of code, "and it works."
		if (isAfterCode && before !== undefined && /^\p{Ll}/u.test(plain) && !/[.!?:]$/.test(before))
			kept[kept.length - 1] = `${before} … ${plain}`;
		else if (plain !== "") kept.push(plain);
		isAfterCode = plain === "";
	}
	return kept;
}

/** Sentences of a message, the ones that say most first: they share words with others and the subject, come early, decide or ask. */
export function rankSentences(sentences: readonly string[], subject: string): string[] {
	const weights = weightsOf(subject, sentences);
	return sentences
		.map((text, index) => ({ text, score: scoreOf(text, index, weights) }))
		.toSorted((a, b) => b.score - a.score)
		.map(({ text }) => text);
}

/** What sentences ask for, each with its date and whom it names. */
export function requestsIn(
	sentences: readonly string[],
	{ sentAt, people }: Pick<Material, "sentAt" | "people">,
): ActionItem[] {
	return [...new Set(sentences.filter(isRequest))].slice(0, MOST_ACTIONS).map((text) => ({
		text: cut(text.replace(/^[-*•\s]+/, "")),
		due: dueDateOf(text, sentAt),
		people: people.filter((name) => isNamed(name, text)),
	}));
}

function isNamed(name: string, text: string): boolean {
	const [first = ""] = name.split(/[\s,@]+/);
	return first.length > 2 && new RegExp(`(?<!\\p{L})${escaped(first)}(?!\\p{L})`, "u").test(text);
}

function escaped(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Long words that several sentences use, and those of the subject, which count more. */
function weightsOf(subject: string, sentences: readonly string[]): ReadonlyMap<string, number> {
	const weights = new Map<string, number>();
	for (const sentence of sentences)
		for (const word of new Set(wordsOf(sentence))) weights.set(word, (weights.get(word) ?? 0) + 1);
	for (const word of wordsOf(subject)) weights.set(word, (weights.get(word) ?? 0) + 3);
	return weights;
}

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}

function scoreOf(text: string, index: number, weights: ReadonlyMap<string, number>): number {
	const words = [...new Set(wordsOf(text))];
	const shared = words.reduce((sum, word) => sum + Math.min(5, (weights.get(word) ?? 1) - 1), 0);
	// A long sentence has more words to share.
	const density = shared / Math.sqrt(words.length + 3);
	const position = index === 0 ? 1.5 : index === 1 ? 0.8 : index < 5 ? 0.3 : 0;
	const cue = CUE.test(text) ? 1 : 0;
	const figures = /\d/.test(text) ? 0.5 : 0;
	const length = text.length < 30 ? -1 : text.length > 400 ? -1 : 0;
	return density + position + cue + figures + length;
}

/** The beginning of a text that is too long to be one sentence of a summary. */
export function cut(text: string): string {
	if (text.length <= MAX_SHORT_LENGTH) return text;
	const start = text.slice(0, MAX_SHORT_LENGTH);
	return `${start.slice(0, Math.max(start.lastIndexOf(" "), MAX_SHORT_LENGTH - 40))}…`;
}
