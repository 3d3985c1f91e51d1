import { bareSubject, headOf, idsIn, type MessageHeader } from "../messages.ts";
import { GoogleError, invalid, notFound } from "./errors.ts";
import { incomingLabels } from "./filters.ts";

export interface GmailMessage {
	id: string;
	threadId: string;
	labels: Set<string>;
	raw: Buffer;
	/** Epoch milliseconds. */
	internalDate: number;
	historyId: number;
	head: MessageHeader;
}

export interface GmailLabel {
	id: string;
	name: string;
	type: "system" | "user";
	messageListVisibility?: string;
	labelListVisibility?: string;
	color?: { textColor: string; backgroundColor: string };
}

export type HistoryType = "messageAdded" | "messageDeleted" | "labelAdded" | "labelRemoved";

export interface HistoryRecord {
	id: number;
	type: HistoryType;
	messageId: string;
	threadId: string;
	/** Labels added or removed. */
	changed: string[];
	/** The message's labels at that time. */
	labels: string[];
}

export interface GmailFilter {
	id: string;
	criteria: Record<string, unknown>;
	action: { addLabelIds?: string[]; removeLabelIds?: string[]; forward?: string };
}

/**
 * https://developers.google.com/workspace/gmail/api/guides/labels: reserved labels, and those a user cannot apply or
 * remove.
 */
const SYSTEM = ["INBOX", "SENT", "DRAFT", "TRASH", "SPAM", "UNREAD", "STARRED", "IMPORTANT", "CHAT"];
const CATEGORIES = ["PERSONAL", "SOCIAL", "PROMOTIONS", "UPDATES", "FORUMS"].map((name) => `CATEGORY_${name}`);
const FIXED = ["SENT", "DRAFT", "CHAT"];

export type GmailMailbox = ReturnType<typeof createGmailMailbox>;

/** One user's mail, to compare a synced mailbox with. */
/** @param changed called for each change */
export function createGmailMailbox(email: string, now: () => number, changed: () => void) {
	const messages = new Map<string, GmailMessage>();
	const labels = new Map<string, GmailLabel>();
	const history: HistoryRecord[] = [];
	const threads = new Map<string, string>();
	const drafts = new Map<string, string>();
	const filters = new Map<string, GmailFilter>();
	let historyId = 1000;
	let forgotten = 1000;
	let nextId = 0x18c0_0000_0000_0000n;
	let sorted: GmailMessage[] | null = null;
	for (const id of [...SYSTEM, ...CATEGORIES])
		labels.set(id, {
			id,
			name: id,
			type: "system",
			...(id === "CHAT" || id === "DRAFT" || CATEGORIES.includes(id)
				? { messageListVisibility: "hide", labelListVisibility: "labelHide" }
				: {}),
		});

	function record(type: HistoryType, message: GmailMessage, labelIds: string[]): void {
		// Ids increase with gaps.
		historyId += 7;
		message.historyId = historyId;
		const { id: messageId, threadId } = message;
		history.push({
			id: historyId,
			type,
			messageId,
			threadId,
			changed: labelIds,
			labels: [...message.labels],
		});
		changed();
	}

	/** Mail that references a known message with the same subject joins its thread. */
	function threadFor(head: MessageHeader, wanted: string | undefined, own: string): string {
		const named = [...idsIn(head.first("in-reply-to")), ...idsIn(head.first("references")).reverse()];
		const subject = bareSubject(head);
		for (const id of named) {
			const thread = threads.get(`${id}\n${subject}`);
			if (thread && (wanted === undefined || wanted === thread)) return thread;
		}
		return own;
	}

	function checkLabels(ids: string[], allowed: string[] = []): void {
		for (const id of ids)
			if (!labels.has(id) || (FIXED.includes(id) && !allowed.includes(id))) throw invalid(`Invalid label: ${id}`);
	}

	const mailbox = {
		email,
		messages,
		labels,
		history,
		drafts,
		filters,
		historyId: () => historyId,
		/** The oldest history id from which changes can be listed. */
		oldestHistory: () => forgotten,
		/** Drops the history up to now. */
		forgetHistory() {
			forgotten = historyId + 1;
			historyId += 7;
			history.length = 0;
		},
		checkLabels,
		newId: (prefix: string) => prefix + String(++nextId),
		/** Newest first. */
		newestFirst(): GmailMessage[] {
			sorted ??= [...messages.values()].sort((a, b) => b.internalDate - a.internalDate || (a.id < b.id ? 1 : -1));
			return sorted;
		},
		find(id: string): GmailMessage {
			if (!/^[0-9a-f]{1,16}$/.test(id)) throw invalid("Invalid id value");
			const message = messages.get(id);
			if (!message) throw notFound();
			return message;
		},
		/** @param given the thread to join, if allowed, or (`joins`) in any case */
		add(
			raw: Uint8Array,
			given: { labels: string[]; internalDate?: number; thread?: string; joins?: true },
		): GmailMessage {
			const id = (++nextId).toString(16);
			const head = headOf(raw);
			if (given.thread !== undefined && ![...messages.values()].some(({ threadId }) => threadId === given.thread))
				throw notFound();
			const threadId = (given.joins && given.thread) || threadFor(head, given.thread, id);
			const internalDate = given.internalDate ?? now();
			const message = {
				id,
				threadId,
				labels: new Set(given.labels),
				raw: Buffer.from(raw),
				internalDate,
				historyId,
				head,
			};
			messages.set(id, message);
			for (const name of idsIn(head.first("message-id"))) threads.set(`${name}\n${bareSubject(head)}`, threadId);
			sorted = null;
			record("messageAdded", message, []);
			return message;
		},
		/** Delivers incoming mail: inbox, unread, and the effect of filters. */
		deliver(raw: Uint8Array, internalDate?: number): GmailMessage {
			const arriving = incomingLabels(filters.values(), raw, internalDate ?? now(), labels);
			return mailbox.add(raw, { labels: arriving, ...(internalDate !== undefined && { internalDate }) });
		},
		change(message: GmailMessage, add: string[], remove: string[]): void {
			// Inbox, spam and trash exclude each other.
			const location = add.find((id) => id === "TRASH" || id === "SPAM");
			const gone = location ? [...remove, ...["INBOX", "TRASH", "SPAM"].filter((id) => id !== location)] : remove;
			const added = [...new Set(add)].filter((id) => !message.labels.has(id));
			const removed = [...new Set(gone)].filter((id) => message.labels.has(id) && !added.includes(id));
			for (const id of added) message.labels.add(id);
			for (const id of removed) message.labels.delete(id);
			if (added.length > 0) record("labelAdded", message, added);
			if (removed.length > 0) record("labelRemoved", message, removed);
		},
		remove(message: GmailMessage): void {
			messages.delete(message.id);
			for (const [id, messageId] of drafts) if (messageId === message.id) drafts.delete(id);
			sorted = null;
			record("messageDeleted", message, []);
		},
		createLabel(label: Omit<GmailLabel, "id" | "type">): GmailLabel {
			const made: GmailLabel = { ...label, id: mailbox.newId("Label_"), type: "user" };
			mailbox.checkLabelName(label.name, null);
			labels.set(made.id, made);
			return made;
		},
		checkLabelName(name: unknown, own: string | null): void {
			if (typeof name !== "string" || name.trim() === "" || /^\/|\/$/.test(name)) throw invalid("Invalid label name");
			for (const { id, name: other } of labels.values())
				if (id !== own && other.toLowerCase() === name.toLowerCase())
					throw new GoogleError(409, "aborted", "Label name exists or conflicts");
		},
		deleteLabel(label: GmailLabel): void {
			for (const message of messages.values())
				if (message.labels.has(label.id)) mailbox.change(message, [], [label.id]);
			labels.delete(label.id);
		},
		/** The id of the label with that name; creates it if missing. */
		labelNamed(name: string): string {
			if (labels.has(name)) return name;
			for (const label of labels.values()) if (label.name === name) return label.id;
			return mailbox.createLabel({ name, messageListVisibility: "show", labelListVisibility: "labelShow" }).id;
		},
	};
	return mailbox;
}
