import { bareSubject, headOf, idsIn, type MessageHeader } from "../messages.ts";
import { itemNotFound } from "./errors.ts";
import { createFolders, type OutlookFolder, type WellKnown } from "./folders.ts";
import { incomingState, type MessageRule } from "./rules.ts";

export type Flag = "notFlagged" | "flagged" | "complete";

export interface OutlookState {
	isRead: boolean;
	flag: Flag;
	importance: "low" | "normal" | "high";
	categories: string[];
	isDraft: boolean;
	/** PidTagLastVerbExecuted; empty: none. */
	lastVerb: string;
}

export interface OutlookMessage extends OutlookState {
	/** Changes with each move. */
	id: string;
	/** Stable while the message stays in the mailbox. */
	immutableId: string;
	folderId: string;
	conversationId: string;
	raw: Buffer;
	head: MessageHeader;
	/** Epoch milliseconds, whole seconds. */
	receivedAt: number;
	/** Number of its last change. */
	change: number;
}

/** One change in or of a folder. */
export interface OutlookChange {
	number: number;
	folderId: string;
	/** `read`: only isRead changed. */
	kind: "created" | "updated" | "read" | "removed" | "folder" | "folderRemoved";
	id: string;
	immutableId: string;
}

export interface OutlookCategory {
	id: string;
	displayName: string;
	color: string;
}

export type OutlookMailbox = ReturnType<typeof createOutlookMailbox>;

/** One user's mail, to compare a synced mailbox with. @param changed called for each change */
export function createOutlookMailbox(
	email: string,
	now: () => number,
	changed: (change: OutlookChange) => void,
	names: Partial<Record<WellKnown, string>> = {},
) {
	const folders = createFolders(email, names);
	const messages = new Map<string, OutlookMessage>();
	/** Maps every valid id to the immutable one. */
	const known = new Map<string, string>();
	const changes: OutlookChange[] = [];
	const conversations = new Map<string, string>();
	const rules = new Map<string, MessageRule>();
	const categories = new Map<string, OutlookCategory>();
	const salt = Buffer.from(email).toString("base64url");
	let counter = 0;
	let forgotten = 0;
	const next = (prefix: string): string => `${prefix}${salt}${String(++counter).padStart(8, "0")}AAAA=`;

	function record(kind: OutlookChange["kind"], folderId: string, id: string, immutableId: string): void {
		const change = { number: changes.length + forgotten + 1, kind, folderId, id, immutableId };
		changes.push(change);
		changed(change);
	}
	function recordOf(kind: OutlookChange["kind"], message: OutlookMessage): void {
		record(kind, message.folderId, message.id, message.immutableId);
		message.change = mailbox.lastChange();
	}

	function conversationOf(head: MessageHeader): string {
		const named = [...idsIn(head.first("in-reply-to")), ...idsIn(head.first("references"))];
		const found = named.map((id) => conversations.get(`${id}\n${bareSubject(head)}`)).find(Boolean);
		return found ?? next("AAQkAD");
	}

	const mailbox = {
		email,
		folders,
		messages,
		rules,
		categories,
		newId: next,
		lastChange: () => changes.length + forgotten,
		/** The oldest point from which changes can be listed. */
		oldestChange: () => forgotten,
		changesSince: (number: number) => changes.slice(Math.max(0, number - forgotten)),
		/** Drops the change log up to now. */
		forgetChanges() {
			forgotten += changes.length + 1;
			changes.length = 0;
		},
		/** @param id of either kind */
		find(id: string): OutlookMessage {
			const message = messages.get(known.get(id) ?? "");
			if (!message) throw itemNotFound();
			return message;
		},
		inFolder: (id: string) => [...messages.values()].filter(({ folderId }) => folderId === id),
		add(
			raw: Uint8Array,
			given: Partial<OutlookState> & { folder: OutlookFolder; receivedAt?: number },
		): OutlookMessage {
			const head = headOf(raw);
			const { folder, receivedAt = now(), ...state } = given;
			const message: OutlookMessage = {
				...{
					isRead: false,
					flag: "notFlagged",
					importance: importanceOf(head),
					categories: [],
					isDraft: false,
					lastVerb: "",
				},
				...state,
				id: next("AAMkAD"),
				immutableId: next("AAkALg"),
				folderId: folder.id,
				conversationId: conversationOf(head),
				raw: Buffer.from(raw),
				head,
				receivedAt: Math.floor(receivedAt / 1000) * 1000,
				change: 0,
			};
			messages.set(message.immutableId, message);
			known.set(message.id, message.immutableId).set(message.immutableId, message.immutableId);
			for (const id of idsIn(head.first("message-id")))
				conversations.set(`${id}\n${bareSubject(head)}`, message.conversationId);
			recordOf("created", message);
			return message;
		},
		/** Delivers incoming mail: inbox, unread, and the effect of rules. */
		deliver(raw: Uint8Array, receivedAt?: number): OutlookMessage {
			const { folder, ...state } = incomingState(rules.values(), raw, folders);
			return mailbox.add(raw, { ...state, folder, ...(receivedAt !== undefined && { receivedAt }) });
		},
		change(message: OutlookMessage, state: Partial<OutlookState>): void {
			const before = JSON.stringify(stateOf(message));
			const { isRead } = message;
			Object.assign(message, state);
			if (JSON.stringify(stateOf(message)) === before) return;
			const isOnlyRead = JSON.stringify(stateOf({ ...message, isRead })) === before;
			recordOf(isOnlyRead ? "read" : "updated", message);
		},
		/** The same message with other content. */
		replace(message: OutlookMessage, raw: Buffer): void {
			message.raw = raw;
			message.head = headOf(raw);
			recordOf("updated", message);
		},
		move(message: OutlookMessage, folder: OutlookFolder): void {
			if (message.folderId === folder.id) return;
			recordOf("removed", message);
			known.delete(message.id);
			message.id = next("AAMkAD");
			known.set(message.id, message.immutableId);
			message.folderId = folder.id;
			recordOf("created", message);
		},
		remove(message: OutlookMessage): void {
			recordOf("removed", message);
			known.delete(message.id);
			known.delete(message.immutableId);
			messages.delete(message.immutableId);
		},
		folderChanged: (folder: OutlookFolder) => record("folder", folder.id, folder.id, folder.id),
		removeFolder(folder: OutlookFolder): void {
			for (const { id } of folders.remove(folder)) {
				for (const message of mailbox.inFolder(id)) mailbox.remove(message);
				record("folderRemoved", id, id, id);
			}
		},
	};
	return mailbox;
}

function stateOf({ isRead, flag, importance, categories, isDraft, lastVerb }: OutlookState): OutlookState {
	return { isRead, flag, importance, categories, isDraft, lastVerb };
}

function importanceOf(head: MessageHeader): OutlookState["importance"] {
	const importance = head.first("importance").toLowerCase();
	return importance === "high" || importance === "low" ? importance : "normal";
}
