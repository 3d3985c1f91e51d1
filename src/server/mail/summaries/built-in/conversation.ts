import { TOO_LITTLE } from "./plain-text.ts";
import { cut, type Extract, type Material, proseOf, rankSentences, requestsIn, summarize } from "./summarize.ts";

/** One message of a conversation. */
export interface Said extends Material {
	/** Of the email. */
	id: string;
	/** How the writer is shown. */
	sender: string;
	/** The user wrote it. */
	isOwn: boolean;
}

/** Messages that a summary quotes, the newest. */
const MOST_QUOTED = 6;
const MAX_LONG_LENGTH = 1_200;
/** Fewer words say nothing by themselves. */
const LEAST_WORDS = 4;

/**
 * Summarizes a conversation with sentences of its messages, the newest first: what was decided comes before what led to it, and
 * proposals with other figures are left out.
 * @param messages oldest first
 */
export function summarizeConversation(messages: readonly Said[]): Extract {
	const said = messages.map((message) => ({ message, sentences: sentencesOf(message) })).toReversed();
	const words =
		said
			.flatMap(({ sentences }) => sentences)
			.join(" ")
			.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
	if (words < LEAST_WORDS) return { short: TOO_LITTLE, long: TOO_LITTLE, actions: [] };
	if (messages.length === 1) return summarize(messages[0] as Said);
	const subject = messages[0]?.subject ?? "";
	const lines: { sender: string; text: string }[] = [];
	const figures = new Map<string, Set<string>>();
	for (const [age, { message, sentences }] of said.entries()) {
		const current = sentences.filter(
			(one) => !isOvertaken(one, figures) && (age === 0 || (!one.endsWith("?") && saysSomething(one))),
		);
		const most = age === 0 || said.length < 4 ? 2 : 1;
		const chosen = rankSentences(current, subject).slice(0, most);
		if (chosen.length > 0 && lines.length < MOST_QUOTED)
			lines.push({
				sender: message.sender,
				text: current
					.filter((one) => chosen.includes(one))
					.map(cut)
					.join(" "),
			});
		// The newest message that names a unit says what holds.
		const named = new Map<string, Set<string>>();
		for (const sentence of sentences) noteFigures(sentence, named);
		for (const [unit, values] of named) if (!figures.has(unit)) figures.set(unit, values);
	}
	const long = lines.map(({ sender, text }) => `${sender}: ${text}`);
	while (long.length > 2 && long.join("\n").length > MAX_LONG_LENGTH) long.pop();
	const short = lines.find(({ text }) => saysSomething(text)) ?? lines[0];
	if (short === undefined) return { short: TOO_LITTLE, long: TOO_LITTLE, actions: [] };
	return { short: cut(short.text), long: long.join("\n"), actions: openRequests(messages) };
}

/** "Reto," greets, "Best, Ann" ends. */
const NAMES_ALONE = /^(?:\p{Lu}[\p{L}.'-]{0,20}[ ,]{0,2}){1,3}[,!–—-]?$/u;

/** What a message says, as prose. */
function sentencesOf({ text }: Said): string[] {
	return proseOf(text).filter((one) => /\p{L}/u.test(one) && !NAMES_ALONE.test(one));
}

const saysSomething = (text: string): boolean =>
	/\d/.test(text) || (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= (text.endsWith(".") ? 2 : LEAST_WORDS);

/** What the others ask for since the user wrote, of each the last message. */
function openRequests(messages: readonly Said[]): Extract["actions"] {
	const after = messages.slice(messages.findLastIndex(({ isOwn }) => isOwn) + 1);
	const last = new Map(after.map((message) => [message.sender, message]));
	return [...last.values()].flatMap((message) => requestsIn(sentencesOf(message), message));
}

/** Hours, shares, sums and sizes: what a later message says of the same unit replaces an earlier one. */
const FIGURE =
	/(?<![\p{L}\d.,])(\d{1,3}(?:[.,' ]?\d{3})*(?:[.,:]\d{1,2})?) ?(%|prozent|percent|por ciento|€|\$|£|eur|usd|gbp|chf|euros?|qm|m²|kg|g(?!\p{L})|uhr|h(?!\p{L})|a\.?m|p\.?m)|(?<![\p{L}\d])([01]?\d|2[0-3]):([0-5]\d)(?!\d)/giu;

function figuresOf(sentence: string): { unit: string; value: string }[] {
	return [...sentence.toLowerCase().matchAll(FIGURE)].map(([, value, unit, hour, minute]) =>
		hour === undefined
			? { unit: unitOf(unit ?? ""), value: value ?? "" }
			: { unit: "hour", value: minute === "00" ? String(Number(hour)) : `${Number(hour)}:${minute}` },
	);
}

function unitOf(unit: string): string {
	if (/^(?:%|pro|per|por)/.test(unit)) return "%";
	if (/^(?:uhr|h|a\.?m|p\.?m)$/.test(unit)) return "hour";
	return unit;
}

function noteFigures(sentence: string, figures: Map<string, Set<string>>): void {
	for (const { unit, value } of figuresOf(sentence)) {
		const values = figures.get(unit) ?? new Set<string>();
		figures.set(unit, values.add(value));
	}
}

/** Whether newer messages name only other figures of the same kind. */
function isOvertaken(sentence: string, newer: ReadonlyMap<string, ReadonlySet<string>>): boolean {
	return figuresOf(sentence).some(({ unit, value }) => newer.has(unit) && newer.get(unit)?.has(value) !== true);
}
