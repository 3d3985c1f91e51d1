import { type Extract, summarize } from "#server/mail/summaries/built-in/summarize.ts";
import { ownWords } from "#server/mail/summaries/conversation-mail.ts";
import { sentencesOf } from "#shared/sentences.ts";
import type { AnnotatedMessage } from "../../fixtures/summaries/annotation.ts";
import { readReplies } from "../reading/replies.ts";
import { excerpt, normalizeSpace, type ReadingRow, share } from "../reading/row.ts";

/** What is demanded of the built-in engine. */
const bars = { precision: 0.8, main: 0.7, clean: 0.95 };

/** Judges summaries of annotated messages: requests, their dates, the main sentence, and what must not be in them. */
export function judgeSummaries(what: string, messages: readonly AnnotatedMessage[]): ReadingRow {
	const judged = messages.map(judge);
	const sum = (of: (one: Judged) => number): number => judged.reduce((total, one) => total + of(one), 0);
	const withMain = judged.filter(({ message }) => message.main !== null);
	const [found, dated] = [sum(({ actions }) => actions.found), sum(({ dates }) => dates.found)];
	const [marked, due] = [sum(({ actions }) => actions.marked), sum(({ dates }) => dates.marked)];
	const [right, onTime] = [sum(({ actions }) => actions.right), sum(({ dates }) => dates.right)];
	const kept = (which: (one: Judged) => boolean, kind: "short" | "long"): number => {
		const some = withMain.filter(which);
		return share(some.filter((one) => one[kind]).length, some.length);
	};
	// A summary of four sentences has each of a shorter message.
	const isLong = ({ message }: Judged): boolean => message.main !== null && sentencesOf(ownWords(message)).length > 4;
	return {
		what,
		figures: [
			{ name: "action items, precision", value: share(right, found), bar: bars.precision, count: found },
			{ name: "action items, recall", value: share(right, marked), bar: null, count: marked },
			{ name: "dates, precision", value: share(onTime, dated), bar: bars.precision, count: dated },
			{ name: "dates, recall", value: share(onTime, due), bar: null, count: due },
			{ name: "main sentence in the summary", value: kept(() => true, "long"), bar: bars.main, count: withMain.length },
			{
				name: "the same, over four sentences",
				value: kept(isLong, "long"),
				bar: null,
				count: judged.filter(isLong).length,
			},
			{ name: "main sentence is the short one", value: kept(() => true, "short"), bar: null, count: withMain.length },
			{
				name: "no quote or signature",
				value: share(judged.filter(({ isClean }) => isClean).length, judged.length),
				bar: bars.clean,
				count: judged.length,
			},
		],
		misses: judged.flatMap(({ misses }) => misses),
	};
}

interface Count {
	right: number;
	/** By the engine. */
	found: number;
	/** By the person who annotated. */
	marked: number;
}

interface Judged {
	message: AnnotatedMessage;
	actions: Count;
	dates: Count;
	/** Whether the summary has the main sentence. */
	short: boolean;
	long: boolean;
	isClean: boolean;
	misses: string[];
}

function judge(message: AnnotatedMessage): Judged {
	const summary = summaryOf(message);
	const { main, actions: marked, either = [], foreign = [] } = message;
	// Those of sentences that may or may not be requests count neither way.
	const found = summary.actions.filter(({ text }) => !either.some((quote) => has(text, quote)) || isMarked(text));
	function isMarked(text: string): boolean {
		return marked.some(({ quote }) => has(text, quote));
	}
	const misses: string[] = [];
	const miss = (problem: string, text: string): void =>
		void misses.push(`${message.name}: ${problem}: ${excerpt(text)}`);
	const right = marked.filter(({ quote }) => found.some(({ text }) => has(text, quote)));
	for (const { text } of found) if (!isMarked(text)) miss("not asked", text);
	for (const one of marked) if (!right.includes(one)) miss("not found", one.quote);
	const onTime = marked.filter(
		({ quote, due }) => due !== null && found.some((one) => has(one.text, quote) && one.due === due),
	);
	const dated = found.filter(({ due }) => due !== null);
	for (const { text, due } of dated)
		if (!onTime.some((one) => has(text, one.quote) && one.due === due)) miss(`wrong date ${due}`, text);
	const short = main !== null && has(summary.short, main);
	const long = main !== null && has(summary.long, main);
	if (main !== null && !long) miss("main sentence is missing", main);
	const all = [summary.short, summary.long, ...summary.actions.map(({ text }) => text)].join("\n");
	const intruders = foreign.filter((quote) => has(all, quote));
	for (const quote of intruders) miss("is of a quote or signature", quote);
	return {
		...{ message, short, long, misses, isClean: intruders.length === 0 },
		actions: { right: right.length, found: found.length, marked: marked.length },
		dates: { right: onTime.length, found: dated.length, marked: marked.filter(({ due }) => due !== null).length },
	};
}

function summaryOf(message: AnnotatedMessage): Extract {
	const { subject, people, sent } = message;
	return summarize({ subject, people, text: ownWords(message), sentAt: Date.parse(sent) });
}

function has(text: string, quote: string): boolean {
	return plain(text).includes(plain(quote));
}

function plain(text: string): string {
	return normalizeSpace(text).replaceAll("’", "'");
}

/** Judges whether what summaries are made of is only what published replies show; null where the corpus is absent. */
export async function judgeSeparation(): Promise<ReadingRow | null> {
	const replies = await readReplies();
	if (replies === null) return null;
	const misses = replies.flatMap(({ name, text, visible }) => {
		const own = sentencesOf(ownWords({ text, senderName: "", senderEmail: "" }));
		const intruder = own.find((sentence) => !visible.includes(normalizeSpace(sentence.text)));
		return intruder === undefined ? [] : [`${name}: ${excerpt(intruder.text)}`];
	});
	const clean = share(replies.length - misses.length, replies.length);
	return {
		what: "Replies without quote and signature",
		figures: [{ name: "share", value: clean, bar: bars.clean, count: replies.length }],
		misses,
	};
}
