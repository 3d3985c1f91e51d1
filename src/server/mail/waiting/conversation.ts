import { addressKey } from "#shared/mail/address-key.ts";
import { fold } from "#shared/mail/phrases.ts";
import type { Act } from "./act.ts";

/** A message of a conversation, with what it does. */
export interface TalkMessage {
	id: string;
	/** Epoch milliseconds. */
	at: number;
	/** Without angle brackets; null: none. */
	messageId: string | null;
	inReplyTo: string | null;
	/** The key of the sender's address. */
	from: string;
	fromName: string;
	isOwn: boolean;
	to: readonly { name: string; email: string }[];
	cc: readonly { name: string; email: string }[];
	/** Sent through a mailing list. */
	isList: boolean;
	hasAttachment: boolean;
	/** Its subject says that it passes another message on. */
	isForward: boolean;
	/** A report that a message could not be delivered. */
	isReport: boolean;
	act: Act;
}

/** The user. */
export interface Self {
	/** Keys of the user's addresses. */
	addresses: ReadonlySet<string>;
	/** As `namesOf` has them. */
	names: ReadonlySet<string>;
}

/** For whom a conversation waits. */
export interface ConversationState {
	waitsFor: "me" | "others" | null;
	/** What decided: the open question or promise, or else what its last message does. */
	kind: Act["kind"] | "answers";
	/** The message that decided; null: the conversation is empty. */
	emailId: string | null;
	sentence: string | null;
	due: string | null;
}

/** Something that is open. */
interface Debt {
	message: TalkMessage;
	/** `me`, or the address of another. */
	by: string;
	/** `me`, the address of another, or `others`: anyone of them. */
	owedBy: string;
	/** Others than the user were asked, too. */
	isShared: boolean;
	/** Someone else has written since. */
	isPassed: boolean;
}

const ME = "me";
const OTHERS = "others";
const DAY_MS = 86_400_000;
/** More recipients are a mailing: none of them in particular is asked. */
const MAX_ASKED = 10;
/** Among more, "does anybody know?" asks none of them in particular. */
const MAX_ANYONE = 3;
/** Of a problem that was asked about: "Yes, it still fails." */
const STILL =
	/(?<!\p{L})(?:still|keeps|immer noch|noch immer|weiterhin|toujours|sigue|siguen|sigo|todavía|aún)(?!\p{L})/iu;
/** Local parts of addresses that no one reads. */
const NOBODY = /^(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|notifications?)(?:[+._-].*)?@/i;

/**
 * The state of a conversation, from its messages in order. A question or request is open until who was asked writes again, a
 * promise until who gave it does; who asked can close it. What is open last decides. Absences and receipts change nothing, and
 * what could not be delivered is not waited for.
 */
export function stateOf(messages: readonly TalkMessage[], self: Self): ConversationState {
	let open: Debt[] = [];
	const talk = withoutCopies(messages);
	const byMessageId = new Map(talk.flatMap((one) => (one.messageId === null ? [] : [[one.messageId, one] as const])));
	const askers = new Set<string>();
	let last: { message: TalkMessage; isAnswer: boolean } | null = null;
	for (const message of talk) {
		if (message.isReport) {
			open = open.filter(({ by, owedBy }) => !(by === ME && owedBy === OTHERS));
			continue;
		}
		if (message.act.kind === "automatic") continue;
		const author = message.isOwn ? ME : message.from;
		const parent = message.inReplyTo === null ? undefined : byMessageId.get(message.inReplyTo);
		const isSettled = (debt: Debt): boolean => isSettledBy(debt, author, message);
		const isAnswer = open.some(isSettled);
		const remaining = open.filter((debt) => !isSettled(debt) && !isReplacedBy(debt, author, message));
		const debt = debtOf(message, { author, parent, isAnswer, hasAsked: askers.has(author), self });
		if (last === null || message.act.kind === "asks") askers.add(author);
		for (const one of remaining) one.isPassed ||= one.by !== author;
		open = debt === null ? remaining : [...remaining, debt];
		last = { message, isAnswer };
	}
	const debt = open.at(-1);
	if (debt !== undefined) return { waitsFor: debt.owedBy === ME ? ME : OTHERS, ...shown(debt.message, false) };
	return last === null ? EMPTY : { waitsFor: null, ...shown(last.message, last.isAnswer) };
}

const EMPTY: ConversationState = { waitsFor: null, kind: "informs", emailId: null, sentence: null, due: null };

function shown({ id, act }: TalkMessage, isAnswer: boolean): Omit<ConversationState, "waitsFor"> {
	const kind = isAnswer && act.kind === "informs" ? "answers" : act.kind;
	return { kind, emailId: id, sentence: act.sentence, due: act.due };
}

/** Whether a message is what is open. */
function isSettledBy(debt: Debt, author: string, message: TalkMessage): boolean {
	const { act } = message;
	if (debt.owedBy === author)
		return debt.message.act.kind === "promises" ? isKeptBy(message) : reaches(message, debt.message);
	if (author === ME || author === debt.by) return false;
	// Another has answered what several were asked.
	if (debt.owedBy === OTHERS) return reaches(message, debt.message);
	return debt.isShared && act.kind !== "asks";
}

/** Whether the message of somebody who promised something may be it: a question alone is not. */
function isKeptBy({ act, hasAttachment }: TalkMessage): boolean {
	return act.kind !== "asks" || act.isImperative || act.delivers || hasAttachment;
}

/** Whether a message goes to who asked, and is not passed on to somebody else. */
function reaches({ to, cc, act, isForward }: TalkMessage, asked: TalkMessage): boolean {
	const readers = new Set([...to, ...cc].map(({ email }) => addressKey(email)));
	if (readers.size === 0 || readers.has(asked.from) || !(isForward || act.kind === "asks")) return true;
	return asked.isList && [...asked.to, ...asked.cc].some(({ email }) => readers.has(addressKey(email)));
}

/** Whether the sender of a question withdraws it, asks again, or goes on after others wrote. A promise stays open whatever others write. */
function isReplacedBy({ by, isPassed, message: { act: asked } }: Debt, author: string, { act }: TalkMessage): boolean {
	if (by !== author || asked.kind !== "asks") return false;
	return isPassed || act.kind === "closes" || (act.kind === "asks" && !act.isImperative);
}

interface Context {
	author: string;
	/** The message that it answers, where it is known. */
	parent: TalkMessage | undefined;
	isAnswer: boolean;
	/** Its author has asked before, or began the conversation. */
	hasAsked: boolean;
	self: Self;
}

function debtOf(message: TalkMessage, { author, parent, isAnswer, hasAsked, self }: Context): Debt | null {
	const { act, to, cc } = message;
	if (act.kind === "promises") {
		const isPromised = !act.isTask || (isAnswer && act.due !== null);
		return isPromised ? { message, by: author, owedBy: author, isShared: false, isPassed: false } : null;
	}
	if (act.isComplaint && !(hasAsked || (isAnswer && STILL.test(act.sentence ?? "")))) return null;
	if (act.kind !== "asks" || (act.isImperative && (isAnswer || parent !== undefined))) return null;
	if (author === ME) {
		const isRead = [...to, ...cc].some(
			({ email }) => email !== "" && !NOBODY.test(email) && !self.addresses.has(addressKey(email)),
		);
		return isRead ? { message, by: ME, owedBy: OTHERS, isShared: true, isPassed: false } : null;
	}
	const isShared = to.length + cc.length > 1;
	return isAsked(message, parent, self) ? { message, by: author, owedBy: ME, isShared, isPassed: false } : null;
}

/** Whether a message of another asks the user. @param parent the message that it answers, if it is known */
export function isAsked(
	{ act, to, cc, from, fromName, isList }: Pick<TalkMessage, "act" | "to" | "cc" | "from" | "fromName" | "isList">,
	parent: TalkMessage | undefined,
	self: Self,
): boolean {
	const isToMe = to.some(({ email }) => self.addresses.has(addressKey(email)));
	if (act.addressee !== null) {
		const name = fold(act.addressee);
		if (self.names.has(name)) return true;
		const people = [...to, ...cc].filter(({ email }) => !self.addresses.has(addressKey(email)));
		if (people.some((one) => namesOf(one).has(name)) && !namesOf({ name: fromName, email: from }).has(name))
			return false;
	}
	if (act.asksAnyone && (isList || to.length + cc.length > MAX_ANYONE)) return false;
	if (parent?.isOwn === true && (isToMe || isList)) return to.length <= MAX_ASKED;
	if (isToMe || isList) return isToMe && to.length <= MAX_ASKED;
	// An address that is not known as the user's, or Bcc.
	return to.length <= MAX_ASKED && !cc.some(({ email }) => self.addresses.has(addressKey(email)));
}

/** How a person may be called: the words of the name, and the beginning of the address. */
export function namesOf({ name, email }: { name: string; email: string }): Set<string> {
	const words = fold(`${name} ${email.split("@", 1)[0] ?? ""}`).split(/[^\p{L}]+/u);
	return new Set(words.filter((word) => word.length > 1));
}

/** A message that was delivered twice, or sent again on the same day, counts once, the first time. */
function withoutCopies(messages: readonly TalkMessage[]): TalkMessage[] {
	const known = new Map<string, number>();
	return messages.filter(({ messageId, from, at, act }) => {
		const said = `${from} ${act.kind} ${act.sentence}`;
		const isCopy =
			(messageId !== null && known.has(messageId)) || at - (known.get(said) ?? Number.NEGATIVE_INFINITY) < DAY_MS;
		if (isCopy) return false;
		if (messageId !== null) known.set(messageId, at);
		known.set(said, at);
		return true;
	});
}
