import { dueDateOf, summarize } from "#kernel/summaries.ts";
import { sentencesOf } from "#shared/sentences.ts";
import type { Sentence } from "../../contract.ts";
import { type AmountLimit, numberOf, type Reading } from "../question/read-question.ts";
import { matches, type ReadEmail } from "./find.ts";

const MOST_SENTENCES = 4;
const MOST_OF_ONE = 2;
const MAX_LENGTH = 320;
const MONEY =
	/(?:[€$£¥]|\b(?:eur|usd|gbp|chf)) ?(\d[\d.,']{0,15})|(\d[\d.,']{0,15}) ?(?:€|\$|£|(?:eur|euros?|usd|dollars?|dólares|gbp|pounds?|chf|francs?|franken)\b)/giu;
const TIME = /\b\d{1,2}(?::\d\d| ?(?:am|pm|uhr|h)\b)/i;

interface Candidate {
	text: string;
	id: string;
	score: number;
	order: number;
}

/** An answer of sentences from the emails themselves, best first, without a language model. */
export function extractAnswer(emails: readonly ReadEmail[], reading: Reading): Sentence[] {
	const candidates = emails.flatMap((email, order) => candidatesOf(email, order, reading));
	candidates.sort((a, b) => b.score - a.score || a.order - b.order);
	const best = candidates[0]?.score ?? 0;
	const chosen: Candidate[] = [];
	for (const candidate of candidates) {
		if (chosen.length === MOST_SENTENCES || candidate.score < best / 2) break;
		const same = chosen.filter(({ id }) => id === candidate.id).length;
		if (same < MOST_OF_ONE && !chosen.some(({ text }) => text === candidate.text)) chosen.push(candidate);
	}
	return chosen.map(({ text, id }) => ({ text, sources: [id], isSupported: true }));
}

function candidatesOf({ item, text }: ReadEmail, order: number, reading: Reading): Candidate[] {
	const { words, wanted, amount } = reading;
	const sentAt = Date.parse(item.receivedAt);
	const inSubject = matches(item.subject, words);
	const found = sentencesOf(text)
		.map((one) => ({ ...one, text: one.text.replaceAll(/\s+/g, " ") }))
		.filter((one) => one.text.length >= 12 && one.text.length <= 1_000 && !one.text.startsWith(">"))
		.map((one) => {
			const hits = matches(one.text, words);
			const isWanted =
				(wanted === "amount" && amountsIn(one.text).length > 0) ||
				(wanted === "date" && (dueDateOf(one.text, sentAt) !== null || TIME.test(one.text)));
			if (amount !== null && !amountsIn(one.text).some((value) => fits(value, amount))) return null;
			const isAbout = words.length === 0 || hits > 0 || (inSubject > 0 && (isWanted || amount !== null));
			if (!isAbout) return null;
			const score = hits * 2 + inSubject * 0.5 + (isWanted ? 3 : 0) + (amount === null ? 0 : 1) - order * 0.05;
			return { text: cut(one.text), id: item.id, score, order };
		})
		.filter((one) => one !== null);
	const isSpecific = words.length > 0 || wanted === "amount" || wanted === "date" || amount !== null;
	if (isSpecific) return words.length === 0 ? found.filter(({ score }) => score >= 1) : found;
	// Nothing but who and when is asked for: what each email says.
	const { short } = summarize({ subject: item.subject, text, sentAt, people: [] });
	return short === "" ? [] : [{ text: short, id: item.id, score: 1 - order * 0.01, order }];
}

/** Amounts of money in a text. */
function amountsIn(text: string): number[] {
	return [...text.matchAll(MONEY)]
		.map((match) => numberOf(match[1] ?? match[2] ?? ""))
		.filter((value) => value !== null);
}

function fits(value: number, { than, value: limit }: AmountLimit): boolean {
	return than === "over" ? value >= limit : value <= limit;
}

function cut(text: string): string {
	return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).replace(/\s\S*$/, "")}…`;
}
