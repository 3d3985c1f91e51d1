import { memoize } from "../memoize.ts";
import type { ParsedMessage } from "./message.ts";
import { FORWARD_PREFIX, REPLY_PREFIX } from "./subject-prefixes.ts";

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
	/** Address of the person whom its text quotes first, lower case. */
	quotedSender: string | null;
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
	{ subject, from, to, cc, headers, listUnsubscribe, references, quotedSender }: SubjectSource,
	date: number,
): SubjectMessage {
	return {
		key,
		subject,
		from: from.email.toLowerCase(),
		recipients: [...to, ...cc].slice(0, MAX_PEOPLE).map(({ email }) => email.toLowerCase()),
		listId: listIdOf(listUnsubscribe?.listId, subject, [...to, ...cc].slice(0, MAX_PEOPLE)),
		quotedSender,
		date,
		hasReferences: references.length > 0,
		isAutomatic: !/^(?:no\b|$)/i.test(headers["auto-submitted"]?.trim() ?? ""),
	};
}

/**
 * The list that a message came through, in lower case: its List-Id, or else the address that it was sent to, if its subject
 * bears that address's name as lists put it there: `[notes]` for `notes@lists.example`. Null: none.
 */
export function listIdOf(
	listId: string | null | undefined,
	subject: string,
	recipients: readonly { email: string }[],
): string | null {
	if (listId != null && listId !== "") return listId.toLowerCase();
	const label = LIST_LABEL.exec(subject.slice(0, MAX_SUBJECT_LENGTH).toLowerCase())?.[1];
	if (label === undefined) return null;
	const address = recipients.find(({ email }) => email.toLowerCase().startsWith(`${label}@`));
	return address === undefined ? null : address.email.toLowerCase().replace("@", ".");
}

type SubjectSource = Pick<
	ParsedMessage,
	"subject" | "from" | "to" | "cc" | "headers" | "listUnsubscribe" | "references" | "quotedSender"
>;

export interface BaseSubject {
	/** In lower case, without prefixes; empty if nothing is left. Of a ticket only its label. */
	base: string;
	isReply: boolean;
	/** The subject begins with the label of a ticket, which is in all mail about it, from any sender. */
	isTicket: boolean;
}

const DAY_MS = 86_400_000;
/** How long after a message a reply may be linked to it by its subject alone. */
const REPLY_WINDOW_MS = 30 * DAY_MS;
/** The same for a subject of so many characters, which two conversations hardly share. */
export const SUBJECT_WINDOW_MS = 60 * DAY_MS;
const LONG_BASE_LENGTH = 40;
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
/** The label that a list puts before a subject, perhaps after `Re:`. */
const LIST_LABEL = /^(?:[^[\]]{1,8}[:：]\s?)?\[([\w.+-]{2,60})\]/;
/** A list's or tracker's label in brackets. One with a digit names an item, so it is part of the subject. */
const LABEL = /^\[[^[\]\d]{1,60}\]/;
/** A help desk's or tracker's label for one item: `[support #1234]`, `[Bug 1234]`. What follows it changes with its state. */
const TICKET = /^\[(?:[^[\]#]{0,60}#\s?|(?:bug|ticket|case|incident|request)\s)\d{2,12}\]/;

/**
 * The base subject of RFC 5256 §2.1, with prefixes of other languages. Labels with digits ("[#123]") are kept, and a
 * forwarded message is not a reply.
 */
export function baseSubject(subject: string): BaseSubject {
	return readSubject(subject.slice(0, MAX_SUBJECT_LENGTH));
}

/** A batch asks several times for the subjects of its messages and of those that they may answer. */
const readSubject = memoize(2_000, (subject: string): BaseSubject => {
	let rest = subject.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
	let isReply = false;
	let isForward = false;
	for (let before = ""; before !== rest; ) {
		before = rest;
		const prefix = REPLY_PREFIX.exec(rest) ?? null;
		const forward = prefix === null ? FORWARD_PREFIX.exec(rest) : null;
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
	const ticket = TICKET.exec(rest)?.[0];
	return { base: ticket ?? rest, isReply: isReply && !isForward, isTicket: ticket !== undefined };
});

/** Whether other messages may be linked to this one by its subject. Programs repeat theirs, except those of tickets. */
export function isLinkedBySubject({ subject, isAutomatic }: SubjectMessage): boolean {
	const { base, isTicket } = baseSubject(subject);
	return (!isAutomatic || isTicket) && isLinkable(base);
}

function isLinkable(base: string): boolean {
	return base.length >= MIN_BASE_LENGTH && !/^[([]?no subject[)\]]?$/.test(base);
}

/**
 * Whether the subject may tell which message this one answers: it names no ancestors, and it is a reply, quotes someone, or came
 * through a list, some of which remove "Re:".
 */
export function isLooseReply({ subject, hasReferences, listId, isAutomatic, quotedSender }: SubjectMessage): boolean {
	const { base, isReply, isTicket } = baseSubject(subject);
	if (hasReferences || (isAutomatic && !isTicket) || !isLinkable(base)) return false;
	return (
		isReply ||
		isTicket ||
		quotedSender !== null ||
		(listId !== null && base.length >= MIN_LIST_BASE_LENGTH && base.includes(" "))
	);
}

/**
 * Parents of replies without References: the latest earlier message with the same base subject that is from or to the
 * same people. The result does not depend on the order of the messages.
 * @returns key of the reply to key of the message that it answers
 */
export function parentsBySubject(messages: readonly SubjectMessage[]): Map<string, string> {
	const groups = new Map<string, { message: SubjectMessage; isReply: boolean }[]>();
	for (const message of messages) {
		const { base, isReply, isTicket } = baseSubject(message.subject);
		if (!isLinkedBySubject(message)) continue;
		const group = groups.get(base) ?? [];
		if (group.length === 0) groups.set(base, group);
		group.push({ message, isReply: isReply || isTicket });
	}
	const parents = new Map<string, string>();
	for (const group of groups.values()) {
		group.sort((a, b) => a.message.date - b.message.date || (a.message.key < b.message.key ? -1 : 1));
		for (const [i, { message, isReply }] of group.entries()) {
			if (!isLooseReply(message)) continue;
			const parent = (isReply ? parentAmong(group, i) : parentOnList(group, i)) ?? quotedParent(group, i);
			if (parent !== null) parents.set(message.key, parent);
		}
	}
	return parents;
}

/** The latest earlier message by the person whom this one quotes: with the same subject, that needs no other evidence. */
function quotedParent(group: readonly { message: SubjectMessage }[], at: number): string | null {
	const { message } = group[at] as { message: SubjectMessage };
	if (message.quotedSender === null) return null;
	for (let i = at - 1; i >= Math.max(0, at - MAX_CANDIDATES); i--) {
		const { message: earlier } = group[i] as { message: SubjectMessage };
		if (message.date - earlier.date > REPLY_WINDOW_MS) return null;
		if (earlier.from === message.quotedSender) return earlier.key;
	}
	return null;
}

function parentAmong(group: readonly { message: SubjectMessage; isReply: boolean }[], at: number): string | null {
	const { message } = group[at] as { message: SubjectMessage };
	for (let i = at - 1; i >= Math.max(0, at - MAX_CANDIDATES); i--) {
		const { message: earlier } = group[i] as { message: SubjectMessage };
		if (message.date - earlier.date > windowOf(message)) return null;
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

function windowOf({ subject }: SubjectMessage): number {
	const { base, isTicket } = baseSubject(subject);
	return isTicket || base.length >= LONG_BASE_LENGTH ? SUBJECT_WINDOW_MS : REPLY_WINDOW_MS;
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
