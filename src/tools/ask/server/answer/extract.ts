import { dueDateOf, summarize } from "#kernel/summaries.ts";
import { fold } from "#shared/mail/phrases.ts";
import type { Sentence } from "../../contract.ts";
import type { AmountLimit, Reading } from "../question/read-question.ts";
import type { Wanted } from "../question/wanted.ts";
import { coverageOf, emailContext } from "./coverage.ts";
import type { ReadEmail } from "./find.ts";
import { amountsIn, isLabeled, tells } from "./kinds.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { isOwnStatement, spokenBy } from "./person.ts";

const MOST_SENTENCES = 4;
const MOST_OF_ONE = 3;
const MAX_LENGTH = 320;
/** How much of what a question is about an answer has at least. */
const LEAST_COVERAGE = 0.7;
/** What a newer message of the same sender or conversation may lack, and still replace an older one. */
const NEWER_MARGIN = 0.3;

/** What a question is answered with. */
interface AnswerOptions {
	/** Epoch milliseconds. */
	now: number;
	/** IANA time zone of the user. */
	zone: string;
	isKnown: (word: string) => boolean;
}

interface Candidate {
	text: string;
	/** As its email has it. */
	original: string;
	email: ReadEmail;
	score: number;
	/** In its email. */
	at: number;
	date: string | null;
}

/**
 * An answer of sentences from the emails themselves, best first, without a language model. None where no sentence has both what
 * the question is about and what it asks for: a person, a date, an amount.
 */
export function extractAnswer(emails: readonly ReadEmail[], reading: Reading, options: AnswerOptions): Sentence[] {
	const isOpen = reading.topics.every(({ role }) => role !== undefined) && reading.wanted === "any";
	if (isOpen && reading.amount === null) return summaries(emails);
	const candidates = emails.flatMap((email) => candidatesOf(email, reading, options));
	const best = choose(candidates, reading);
	return best.map(({ text, email }) => ({ text, sources: [email.item.id], isSupported: true }));
}

/** Nothing but who and when is asked for: what each email says. */
function summaries(emails: readonly ReadEmail[]): Sentence[] {
	return emails
		.flatMap(({ item, text }) => {
			const { short } = summarize({ subject: item.subject, text, sentAt: Date.parse(item.receivedAt), people: [] });
			return short === "" ? [] : [{ text: short, sources: [item.id], isSupported: true }];
		})
		.slice(0, MOST_SENTENCES);
}

function candidatesOf(email: ReadEmail, reading: Reading, options: AnswerOptions): Candidate[] {
	const { wanted, amount } = reading;
	const sentAt = Date.parse(email.item.receivedAt);
	const context = emailContext(email);
	const isCounted = (words: string): boolean =>
		reading.topics.some(({ concept, role }) => role === undefined && concept.isIn(fold(words)));
	const heads = reading.topics.filter(({ isHead }) => isHead);
	const isHead = (words: string): boolean =>
		heads.length === 0 ? isCounted(words) : heads.every(({ concept }) => concept.isIn(fold(words)));
	return passagesOf(email, options.zone).flatMap((passage, at): Candidate[] => {
		const { text } = passage;
		if (isQuestion(text) && !MAY_BE_ASKED.has(wanted)) return [];
		const isPerson = wanted === "person" && isOwnStatement(text, email);
		if (!isPerson && !tells(wanted, { text, sentAt, isCounted, isHead, isKnown: options.isKnown })) return [];
		if (amount !== null && !amountsIn(text).some((value) => fits(value, amount))) return [];
		const covered = coverageOf(passage, context, reading);
		if (covered === null || covered.share < LEAST_COVERAGE) return [];
		if (!isAnchored(passage, covered.inSentence, reading)) return [];
		const date = dueDateOf(text, sentAt);
		if (reading.order === "next" && isOver(date, sentAt, options.now)) return [];
		const score =
			covered.share + covered.inSentence * 0.15 + (covered.isComplete ? 0.1 : 0) + bonusOf(passage, reading);
		return [{ text: shown(isPerson ? spokenBy(text, email) : text), original: text, email, score, at, date }];
	});
}

/** Whether the sentence itself is about what is asked, and not only its email. */
function isAnchored({ text, source }: Passage, inSentence: number, { wanted }: Reading): boolean {
	if (source === "event") return true;
	if (source === "signature")
		return wanted === "phone" || wanted === "email" || wanted === "place" || wanted === "link";
	return inSentence >= (isLabeled(text, wanted) || wanted === "phone" || wanted === "email" ? 0 : 0.15);
}

/** What a question can tell as well: "Could we meet on Friday?" */
const MAY_BE_ASKED: ReadonlySet<Wanted> = new Set(["date", "time", "person", "any"]);
const isQuestion = (text: string): boolean => /[?？]\s*$/.test(text);

const CHANGED =
	/(?<!\p{L})(?:new|now|moved|instead|changed|postponed|updated|neue[rnsm]?|jetzt|nun|verschieb\p{L}*|verschoben|verlegt|statt|stattdessen|nouve\p{L}+|désormais|report\p{L}+|décal\p{L}+|au lieu|nuev[oa]s?|ahora|aplaz\p{L}+|cambi\p{L}+|en lugar)(?!\p{L})/iu;
const FORMER =
	/(?<!\p{L})(?:old|former|previous|formerly|originally|instead of|alte[rnsm]?|bisherige[rnsm]?|ursprünglich\p{L}*|ancien\p{L}*|initialement|antigu[oa]s?|anterior|originalmente)(?!\p{L})/iu;

function bonusOf({ text, source }: Passage, { wanted }: Reading): number {
	const isFigure = wanted !== "any" && wanted !== "person";
	const change = CHANGED.test(text) ? 0.1 : 0;
	return (
		(isFigure ? change : 0) -
		(isFigure && FORMER.test(text) ? 0.15 : 0) -
		(isQuestion(text) ? 0.3 : 0) +
		(source === "event" ? 0.2 : 0) -
		(text.length > 400 ? 0.1 : 0)
	);
}

function isOver(date: string | null, sentAt: number, now: number): boolean {
	const until = date === null ? sentAt : Date.parse(`${date}T23:59:59Z`);
	return until < now;
}

function choose(candidates: readonly Candidate[], { isSingle, order }: Reading): Candidate[] {
	const ranked = withoutCopies(candidates).toSorted(
		(a, b) => b.score - a.score || received(b) - received(a) || a.at - b.at,
	);
	const [first] = ranked;
	if (first === undefined) return [];
	if (isSingle) return [ordered(ranked, first, order) ?? newestLike(ranked, first)];
	const chosen: Candidate[] = [];
	for (const candidate of ranked) {
		if (chosen.length === MOST_SENTENCES || candidate.score < first.score - 0.15) break;
		const same = chosen.filter(({ email }) => email === candidate.email).length;
		if (same < MOST_OF_ONE && !chosen.some(({ text }) => text === candidate.text)) chosen.push(candidate);
	}
	return chosen;
}

/** What an answer repeats of another email is that one's. */
function withoutCopies(candidates: readonly Candidate[]): Candidate[] {
	const first = new Map<string, Candidate>();
	for (const one of candidates.toSorted((a, b) => received(a) - received(b)))
		if (!first.has(one.original)) first.set(one.original, one);
	return [...first.values()];
}

const received = ({ email: { item } }: Candidate): number => Date.parse(item.receivedAt);

/** The next event to come, or what the latest email says, among those that fit as well. */
function ordered(ranked: readonly Candidate[], first: Candidate, order: Reading["order"]): Candidate | undefined {
	const alike = ranked.filter(({ score }) => score >= first.score - NEWER_MARGIN / 2);
	if (order === "last") return alike.toSorted((a, b) => received(b) - received(a))[0];
	if (order !== "next") return undefined;
	const current = alike.filter((one) => newestLike(alike, one) === one && one.date !== null);
	return current.toSorted((a, b) => ((a.date ?? "") < (b.date ?? "") ? -1 : 1))[0];
}

/** What the same sender or conversation says of it most recently. */
function newestLike(ranked: readonly Candidate[], first: Candidate): Candidate {
	const later = ranked.filter(
		(one) =>
			received(one) > received(first) &&
			one.score >= first.score - NEWER_MARGIN &&
			one.date !== first.date &&
			(one.email.item.threadId === first.email.item.threadId ||
				one.email.item.senderEmail === first.email.item.senderEmail),
	);
	return later.toSorted((a, b) => received(b) - received(a) || b.score - a.score)[0] ?? first;
}

function fits(value: number, { than, value: limit }: AmountLimit): boolean {
	return than === "over" ? value >= limit : value <= limit;
}

function shown(text: string): string {
	return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).replace(/\s\S*$/, "")}…`;
}
