import type { ChangeResult, Provider, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import type { FlagChange } from "#shared/mail/flags.ts";

/**
 * An in-memory mail server shared by many accounts: like IMAP it changes a message's id on a move, and reports
 * changes.
 */

interface StoredMessage {
	id: string;
	folder: string;
	raw: Uint8Array;
	flags: RemoteMessage["flags"];
}

export interface SharedMailServer {
	provider: Provider;
	/** Open connections, and those of them waiting for push. */
	open: number;
	watching: number;
	/** Number of listings of changes. */
	listings: number;
	/** Errors thrown by the next listings, one each. */
	faults: Error[];
	/** Awaited after a listing is made, before it is returned. */
	beforeListed: () => Promise<void>;
	/** Awaited after messages are moved, before the result is returned. */
	beforeMoved: () => Promise<void>;
	deliver(subject: string): void;
	/** A change by another client. */
	move(subject: string, folder: string): void;
	flag(subject: string, change: FlagChange): void;
	remove(subject: string): void;
	find(subject: string): StoredMessage | undefined;
}

const FOLDERS = ["inbox", "archive", "trash"] as const;

export function createSharedMailServer(): SharedMailServer {
	const store = new Map<string, StoredMessage>();
	/** Ids in the order of their changes. */
	const log: string[] = [];
	const listeners = new Set<() => void>();
	let last = 0;

	const changed = (...ids: string[]): void => {
		log.push(...ids);
		for (const notify of listeners) notify();
	};
	const move = (message: StoredMessage, folder: string): StoredMessage => {
		store.delete(message.id);
		const moved = { ...message, folder, id: `${folder}:${++last}` };
		store.set(moved.id, moved);
		changed(message.id, moved.id);
		return moved;
	};
	const find = (subject: string): StoredMessage | undefined =>
		[...store.values()].find(({ raw }) => Buffer.from(raw).includes(`Subject: ${subject}\r\n`));
	const known = (subject: string): StoredMessage => {
		const message = find(subject);
		if (message === undefined) throw new Error(`There is no message ${subject}`);
		return message;
	};
	const each = (ids: string[], work: (message: StoredMessage) => void): ChangeResult => {
		const missing = ids.filter((id) => !store.has(id));
		for (const id of ids) {
			const message = store.get(id);
			if (message !== undefined) work(message);
		}
		return { missing, renamed: {} };
	};
	const flag = (message: StoredMessage, change: FlagChange): void => {
		message.flags = { ...message.flags, ...change };
		changed(message.id);
	};

	const mailServer: SharedMailServer = {
		provider: {
			kind: "imap",
			capabilities: {
				labels: false,
				folders: true,
				serverRules: false,
				push: true,
				send: false,
				quota: false,
				threadIds: false,
				categories: false,
				append: false,
				permanentDelete: true,
				receives: true,
				remote: true,
			},
			open: async () => connect(),
			disconnect: async () => undefined,
		},
		open: 0,
		watching: 0,
		listings: 0,
		faults: [],
		beforeListed: async () => undefined,
		beforeMoved: async () => undefined,
		deliver(subject) {
			const text = [
				"From: Ada <ada@example.org>",
				`Subject: ${subject}`,
				`Message-ID: <${++last}@office>`,
				"Date: Mon, 5 Jan 2026 10:00:00 +0000",
				"",
				`About ${subject}.`,
				"",
			].join("\r\n");
			const flags = { read: false, starred: false, important: false, answered: false };
			const message = { id: `inbox:${last}`, folder: "inbox", raw: Buffer.from(text), flags };
			store.set(message.id, message);
			changed(message.id);
		},
		move: (subject, folder) => void move(known(subject), folder),
		flag: (subject, change) => flag(known(subject), change),
		remove(subject) {
			const { id } = known(subject);
			store.delete(id);
			changed(id);
		},
		find,
	};
	return mailServer;

	function connect(): ProviderSession {
		mailServer.open++;
		return {
			reader: {
				listFolders: async () => FOLDERS.map((role) => ({ id: role, name: role, role })),
				async listChanges(cursor) {
					mailServer.listings++;
					const fault = mailServer.faults.shift();
					if (fault !== undefined) throw fault;
					const ids = cursor === null ? [...store.keys()] : [...new Set(log.slice(Number(cursor)))];
					const messages = ids.flatMap((id) => {
						const message = store.get(id);
						if (message === undefined) return [];
						const { folder: folderId, raw, flags } = message;
						return [{ id, folderId, raw, flags, labels: [], sizeBytes: raw.length }];
					});
					const removed = cursor === null ? [] : ids.filter((id) => !store.has(id));
					const page = { messages, removed, cursor: String(log.length), more: false };
					await mailServer.beforeListed();
					return page;
				},
				async *fetchMessages(ids) {
					for (const id of ids) {
						const message = store.get(id);
						if (message !== undefined) yield { id, raw: message.raw };
					}
				},
			},
			writer: {
				setFlags: async (ids, change) => each(ids, (message) => flag(message, change)),
				setLabels: async (ids) => each(ids, () => undefined),
				async move(ids, folderId) {
					const renamed: Record<string, string> = {};
					const result = each(ids, (message) => {
						renamed[message.id] = move(message, folderId).id;
					});
					await mailServer.beforeMoved();
					return { ...result, renamed };
				},
				destroy: async (ids) => each(ids, ({ id }) => store.delete(id)),
			},
			watcher: {
				async watch(onChange, signal) {
					mailServer.watching++;
					listeners.add(onChange);
					onChange();
					await new Promise<void>((resolve) => {
						signal.addEventListener("abort", () => resolve(), { once: true });
						if (signal.aborted) resolve();
					});
					listeners.delete(onChange);
					mailServer.watching--;
				},
			},
			async close() {
				mailServer.open--;
			},
		};
	}
}
