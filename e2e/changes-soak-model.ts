import { expect } from "vitest";
import type { Folder } from "#shared/contracts/accounts.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Operation, Action as RequestedAction } from "#shared/contracts/plans.ts";

/** What a mailbox must be after what was done on screens, in the order in which the server journalled it. */

export type Mail = Pick<EmailItem, "id" | "threadId" | "subject" | "receivedAt" | "isRead" | "isStarred"> & {
	folder: string;
	labels: readonly string[];
};
export type ListView = "conversations" | "emails";

/** An operation as it is journalled, with the state of each of its messages. */
export interface Entry extends Operation {
	items: readonly { emailId: string; state: string }[];
}

/** What a screen shows of a conversation or an email. */
export interface Row {
	subject: string;
	isUnread: boolean;
	isStarred: boolean;
}

type Action = Operation["action"];
type Part = Partial<Pick<Mail, "folder" | "isRead" | "isStarred" | "labels">>;

export interface Model {
	mails: ReadonlyMap<string, Mail>;
	/** Those of a folder, newest first; in conversations by their newest. */
	rows(folder: string, view: ListView): Mail[][];
	/** Whether the operation was replayed here. */
	has(operation: string): boolean;
	/** Whether the action would change the message. */
	changes(id: string, action: Action): boolean;
	/**
	 * Does what an entry says. Fails where it left out a message for no reason, or brought back one that has changed since.
	 * @param contested messages that several devices changed at the same time
	 * @returns how many messages it changed, and how many it left out
	 */
	replay(entry: Entry, contested: ReadonlySet<string>): { changed: number; left: number };
}

export function createModel(all: readonly Mail[], folders: readonly Folder[]): Model {
	const mails = new Map(all.map((mail) => [mail.id, { ...mail }]));
	/** What each operation changed: the same parts before and after. */
	const done = new Map<string, Map<string, { before: Part; after: Part }>>();
	const mail = (id: string): Mail => {
		const found = mails.get(id);
		if (found === undefined) throw new Error(`There is no email ${id}`);
		return found;
	};
	const folderOf = (role: string): string => folders.find((folder) => folder.role === role)?.id ?? role;
	const set = (id: string, after: Part) => {
		const before = partsOf(mail(id), after);
		mails.set(id, { ...mail(id), ...after });
		return { before, after };
	};
	return {
		mails,
		rows: (folder, view) => rowsOf([...mails.values()].filter((one) => one.folder === folder).sort(newestFirst), view),
		has: (operation) => done.has(operation),
		changes: (id, action) => !isSame(mail(id), effectOf(action, mail(id), folderOf)),
		replay({ id: operation, action, undoOf, title, items }, contested) {
			const ids = items.filter(({ state }) => state === "done").map(({ emailId }) => emailId);
			const left = items.filter(({ state }) => state !== "done").map(({ emailId }) => emailId);
			const original = undoOf === null ? null : (done.get(undoOf) ?? new Map<string, { before: Part; after: Part }>());
			const due = (id: string) => original === null || isSame(mail(id), original.get(id)?.after ?? {});
			const calm = (list: string[]) => list.filter((id) => !contested.has(id)).map((id) => mail(id).subject);
			expect(calm(left.filter(due)), `left out by “${title}”`).toEqual([]);
			expect(calm(ids.filter((id) => !due(id))), `changed by “${title}”, though it has changed since`).toEqual([]);
			const changes = ids.map((id) => {
				const after = original === null ? effectOf(action, mail(id), folderOf) : (original.get(id)?.before ?? {});
				return [id, set(id, after)] as const;
			});
			done.set(operation, new Map(changes));
			return { changed: ids.length, left: left.length };
		},
	};
}

function effectOf(done: Action, { labels }: Mail, folderOf: (role: string) => string): Part {
	// Tools have done nothing to this mailbox.
	const action = done as RequestedAction;
	switch (action.type) {
		case "mark_read":
			return { isRead: action.value };
		case "star":
			return { isStarred: action.value };
		case "label":
			return { labels: [...new Set([...labels.filter((one) => !action.remove.includes(one)), ...action.add])].sort() };
		case "move":
			return { folder: action.folderId };
		case "archive":
		case "trash":
			return { folder: folderOf(action.type) };
		default:
			throw new Error(`Nobody asked for “${action.type}”`);
	}
}

function partsOf(mail: Mail, parts: Part): Part {
	return Object.fromEntries(Object.keys(parts).map((key) => [key, mail[key as keyof Part]]));
}

function isSame(mail: Mail, parts: Part): boolean {
	return JSON.stringify(partsOf(mail, parts)) === JSON.stringify(parts);
}

function newestFirst(a: Mail, b: Mail): number {
	return Date.parse(b.receivedAt) - Date.parse(a.receivedAt) || (a.id < b.id ? 1 : -1);
}

function rowsOf(mails: readonly Mail[], view: ListView): Mail[][] {
	const rows = new Map<string, Mail[]>();
	for (const mail of mails) {
		const key = view === "conversations" ? mail.threadId : mail.id;
		rows.set(key, [...(rows.get(key) ?? []), mail]);
	}
	return [...rows.values()];
}

/** A row as a screen shows it. */
export function shownRow(mails: readonly Mail[]): Row {
	return {
		subject: mails[0]?.subject ?? "",
		isUnread: mails.some(({ isRead }) => !isRead),
		isStarred: mails.some(({ isStarred }) => isStarred),
	};
}
