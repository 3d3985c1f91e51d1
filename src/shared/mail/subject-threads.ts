import type { ParsedMessage } from "./message.ts";

/**
 * Threads by subject, for replies without References: RFC 5256 base subjects, and only between the same people within a
 * limited time.
 */

export interface SubjectMessage {
	/** The caller's own key for the message, unique. */
	key: string;
	subject: string;
	/** Address of the sender. */
	from: string;
	/** Addresses of To and Cc. */
	recipients: readonly string[];
	/** List-Id; null if the message came through no list. */
	listId: string | null;
	/** Epoch milliseconds. */
	date: number;
	/** Whether References names its ancestors: then they decide. */
	hasReferences: boolean;
	/** Sent by a program (RFC 3834): its subjects repeat. */
	isAutomatic: boolean;
}

/**
 * What threading by subject needs of a parsed message.
 * @param date when it was received, epoch milliseconds
 */
export function subjectMessage(
	key: string,
	{ subject, from, to, cc, headers, listUnsubscribe, references }: SubjectSource,
	date: number,
): SubjectMessage {
	return {
		key,
		subject,
		from: from.email.toLowerCase(),
		recipients: [...to, ...cc].slice(0, MAX_PEOPLE).map(({ email }) => email.toLowerCase()),
		listId: listUnsubscribe?.listId?.toLowerCase() ?? null,
		date,
		hasReferences: references.length > 0,
		isAutomatic: !/^(?:no\b|$)/i.test(headers["auto-submitted"]?.trim() ?? ""),
	};
}

type SubjectSource = Pick<
	ParsedMessage,
	"subject" | "from" | "to" | "cc" | "headers" | "listUnsubscribe" | "references"
>;

export interface BaseSubject {
	/** In lower case, without prefixes; empty if nothing is left. */
	base: string;
	isReply: boolean;
}

const DAY_MS = 86_400_000;
/** How long after a message a reply may be linked to it by its subject alone. */
export const SUBJECT_WINDOW_MS = 30 * DAY_MS;
/** How much earlier than its parent a reply may be dated: clocks differ. */
const CLOCK_SKEW_MS = 2 * 3_600_000;
/** Maximum number of earlier messages with the same subject that are considered for one reply. */
const MAX_CANDIDATES = 50;
/** Maximum recipients compared. */
const MAX_PEOPLE = 100;
/** Maximum characters read of a subject. */
const MAX_SUBJECT_LENGTH = 500;
/** Shorter subjects ("hi", "test") say too little. */
const MIN_BASE_LENGTH = 4;
/** The same on a list, for a message that is not marked as a reply, */
const MIN_LIST_BASE_LENGTH = 10;
/** which may answer another person within this time. */
const LIST_WINDOW_MS = 7 * DAY_MS;
/** Prefixes of replies by common mail programs: English, German, Scandinavian, Dutch, Italian, Portuguese, Polish … */
const REPLY =
	/^(?:re|aw|antw|antwort|sv|vs|svar|ref|rif|r|res|resp|odp|ynt|atb|ang|回复|回覆|答复|答覆|ответ|отв|на|σχετ|απ|返信|회신)\s{0,3}(?:[[(^*]?\d{1,3}[\])^*]?)?\s{0,3}[:：]/iu;
const FORWARD =
	/^(?:fwd?|wg|tr|rv|enc|i|doorst|vl|vb|pd|ilt|转发|轉寄|пересл|προωθ|전달)\s{0,3}(?:[[(]\d{1,3}[\])])?\s{0,3}[:：]/iu;
/** A list's or tracker's label in brackets. One with a digit names an item, so it is part of the subject. */
const LABEL = /^\[[^[\]\d]{1,60}\]/;

/**
 * The base subject of RFC 5256 §2.1, with prefixes of other languages. Labels with digits ("[#123]") are kept, and a
 * forwarded message is not a reply.
 */
export function baseSubject(subject: string): BaseSubject {
	let rest = subject.slice(0, MAX_SUBJECT_LENGTH).normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
	let isReply = false;
	let isForward = false;
	for (let before = ""; before !== rest; ) {
		before = rest;
		const prefix = REPLY.exec(rest) ?? null;
		const forward = prefix === null ? FORWARD.exec(rest) : null;
		if (prefix !== null) isReply = true;
		// The outermost prefix says what the message is.
		if (forward !== null && !isReply) isForward = true;
		const label = prefix === null && forward === null ? LABEL.exec(rest) : null;
		const cut = (prefix ?? forward ?? label)?.[0].length ?? 0;
		// A subject that is nothing but a label keeps it.
		if (label === null || rest.slice(cut).trim() !== "") rest = rest.slice(cut).trim();
		if (rest.endsWith("(fwd)")) {
			rest = rest.slice(0, -"(fwd)".length).trim();
			isForward ||= !isReply;
		}
	}
	return { base: rest, isReply: isReply && !isForward };
}

/** Whether the subject may link messages at all. */
export function isLinkable(base: string): boolean {
	return base.length >= MIN_BASE_LENGTH && !/^[([]?no subject[)\]]?$/.test(base);
}

/**
 * Whether the subject may tell which message this one answers: it names no ancestors, and it is a reply or came through a
 * list, some of which remove "Re:".
 */
export function isLooseReply({ subject, hasReferences, listId, isAutomatic }: SubjectMessage): boolean {
	const { base, isReply } = baseSubject(subject);
	if (hasReferences || isAutomatic || !isLinkable(base)) return false;
	return isReply || (listId !== null && base.length >= MIN_LIST_BASE_LENGTH && base.includes(" "));
}

/**
 * Parents of replies without References: the latest earlier message with the same base subject that is from or to the
 * same people. The result does not depend on the order of the messages.
 * @returns key of the reply to key of the message that it answers
 */
export function parentsBySubject(messages: readonly SubjectMessage[]): Map<string, string> {
	const groups = new Map<string, { message: SubjectMessage; isReply: boolean }[]>();
	for (const message of messages) {
		const { base, isReply } = baseSubject(message.subject);
		if (message.isAutomatic || !isLinkable(base)) continue;
		const group = groups.get(base) ?? [];
		if (group.length === 0) groups.set(base, group);
		group.push({ message, isReply });
	}
	const parents = new Map<string, string>();
	for (const group of groups.values()) {
		group.sort((a, b) => a.message.date - b.message.date || (a.message.key < b.message.key ? -1 : 1));
		for (const [i, { message, isReply }] of group.entries()) {
			if (!isLooseReply(message)) continue;
			const parent = isReply ? parentAmong(group, i) : parentOnList(group, i);
			if (parent !== null) parents.set(message.key, parent);
		}
	}
	return parents;
}

function parentAmong(group: readonly { message: SubjectMessage; isReply: boolean }[], at: number): string | null {
	const { message } = group[at] as { message: SubjectMessage };
	for (let i = at - 1; i >= Math.max(0, at - MAX_CANDIDATES); i--) {
		const { message: earlier } = group[i] as { message: SubjectMessage };
		if (message.date - earlier.date > SUBJECT_WINDOW_MS) return null;
		if (isSameConversation(message, earlier)) return earlier.key;
	}
	// A reply whose clock is behind: only to the message that starts the conversation.
	for (let i = at + 1; i < Math.min(group.length, at + MAX_CANDIDATES); i++) {
		const { message: later, isReply } = group[i] as { message: SubjectMessage; isReply: boolean };
		if (later.date - message.date > CLOCK_SKEW_MS) return null;
		if (!isReply && isSameConversation(message, later)) return later.key;
	}
	return null;
}

/** What a message on a list answers that is not marked as a reply: another person's message with the same subject. */
function parentOnList(group: readonly { message: SubjectMessage }[], at: number): string | null {
	const { message } = group[at] as { message: SubjectMessage };
	for (let i = at - 1; i >= Math.max(0, at - MAX_CANDIDATES); i--) {
		const { message: earlier } = group[i] as { message: SubjectMessage };
		if (message.date - earlier.date > LIST_WINDOW_MS) return null;
		if (earlier.from !== message.from && cameThrough(message.listId, earlier)) return earlier.key;
	}
	return null;
}

/** Both came through the same list, or at least two people take part in both. */
function isSameConversation(a: SubjectMessage, b: SubjectMessage): boolean {
	if (cameThrough(a.listId, b) || cameThrough(b.listId, a)) return true;
	const people = new Set([a.from, ...a.recipients]);
	let shared = 0;
	for (const one of new Set([b.from, ...b.recipients])) if (one !== "" && people.has(one)) shared++;
	return shared >= 2;
}

/** Mail to several lists has the List-Id of one of them: that of a list is its address with a dot for the `@`. */
function cameThrough(listId: string | null, { listId: own, recipients }: SubjectMessage): boolean {
	return listId !== null && (listId === own || recipients.some((address) => address.replace("@", ".") === listId));
}
