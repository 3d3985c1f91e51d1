import { CursorExpired, NotFound } from "../provider/errors.ts";
import type { ChangePage, Provider, RemoteFolder, RemoteMessage } from "../provider/provider.ts";
import type { MailWriter, ProviderSession } from "../provider/session.ts";

/** An in-memory mail server for sync tests: it lists headers, serves bodies, and fails on demand. */

export interface MemoryMail {
	folderId: string;
	raw: Uint8Array;
	/** Epoch milliseconds. */
	receivedAt: number;
	read: boolean;
}

export interface MemoryServer {
	provider: Provider;
	/** By provider id, in IMAP's form: `<folder>:<validity>.<number>`. */
	messages: Map<string, MemoryMail>;
	deliver(mail: MemoryMail): string;
	/** Also simulates moves by other clients. @returns the message's new id */
	move(id: string, folderId: string): string;
	copy(id: string, folderId: string): string;
	remove(id: string): void;
	/** Lists a removed message again, under the same id. */
	restore(id: string, mail: MemoryMail): void;
	/** Gives all messages new ids and invalidates old cursors. */
	reset(): void;
	/** Every message served whole, in order. */
	handedOut: string[];
	/** Called before each response and before each message of a response; may wait, change things or throw. */
	onCall: (call: string) => void | Promise<void>;
	/** Messages per page. */
	pageSize: number;
	/** The listing returns whole messages instead of headers. */
	includesRaw: boolean;
}

const FOLDERS: RemoteFolder[] = [
	{ id: "inbox", name: "Inbox", role: "inbox" },
	{ id: "work", name: "Work", role: "custom" },
	{ id: "archive", name: "Archive", role: "archive" },
];

interface Cursor {
	validity: number;
	/** Sequence number of the last change that the listing covers. */
	seq: number;
	/** Position of the first listing; null when it is complete. */
	below: Position | null;
}

type Position = [inInbox: number, receivedAt: number, id: string];

const TOP: Position = [2, 0, ""];
const BOTTOM: Position = [-1, 0, ""];

export function memoryServer(): MemoryServer {
	let validity = 1;
	let next = 1;
	let log: string[] = [];
	const server: MemoryServer = {
		messages: new Map(),
		handedOut: [],
		onCall: () => undefined,
		pageSize: 5,
		includesRaw: false,
		deliver(mail) {
			const id = `${mail.folderId}:${validity}.${next++}`;
			server.messages.set(id, mail);
			log.push(id);
			return id;
		},
		move(id, folderId) {
			const moved = server.copy(id, folderId);
			server.remove(id);
			return moved;
		},
		copy(id, folderId) {
			const mail = server.messages.get(id);
			if (mail === undefined) throw new NotFound(id);
			return server.deliver({ ...mail, folderId });
		},
		remove(id) {
			server.messages.delete(id);
			log.push(id);
		},
		restore(id, mail) {
			server.messages.set(id, mail);
			log.push(id);
		},
		reset() {
			const all = [...server.messages.values()];
			server.messages.clear();
			validity++;
			log = [];
			for (const mail of all) server.deliver(mail);
		},
		provider: undefined as unknown as Provider,
	};

	const remote = (id: string): RemoteMessage => {
		const mail = server.messages.get(id) as MemoryMail;
		const raw = Buffer.from(mail.raw);
		const { folderId, receivedAt, read } = mail;
		const flags = { read, starred: false, important: false, answered: false };
		const facts = { id, folderId, receivedAt, flags, labels: [], sizeBytes: raw.length };
		return server.includesRaw ? { ...facts, raw } : { ...facts, header: raw.subarray(0, raw.indexOf("\r\n\r\n") + 4) };
	};
	const positionOf = (id: string): Position => {
		const { folderId, receivedAt } = server.messages.get(id) as MemoryMail;
		return [Number(folderId === "inbox"), receivedAt, id];
	};

	async function listChanges(cursor: string | null, { limit }: { limit: number }): Promise<ChangePage> {
		await server.onCall("list");
		const size = Math.min(limit, server.pageSize);
		const at: Cursor = cursor === null ? { validity, seq: log.length, below: TOP } : (JSON.parse(cursor) as Cursor);
		if (at.validity !== validity) throw new CursorExpired("the mailbox was recreated");
		if (at.below !== null) {
			const { below } = at;
			const remaining = [...server.messages.keys()].map(positionOf).filter((position) => compare(position, below) < 0);
			const page = remaining.sort(compare).reverse().slice(0, size);
			const down = page.length < remaining.length ? (page.at(-1) ?? BOTTOM) : null;
			return {
				messages: page.map(([, , id]) => remote(id)),
				removed: [],
				more: down !== null || log.length > at.seq,
				done: server.messages.size - remaining.length + page.length,
				total: server.messages.size,
				cursor: JSON.stringify({ ...at, below: down }),
			};
		}
		const changed = [...new Set(log.slice(at.seq, at.seq + size))];
		const seq = Math.min(log.length, at.seq + size);
		return {
			messages: changed.filter((id) => server.messages.has(id)).map(remote),
			removed: changed.filter((id) => !server.messages.has(id)),
			cursor: JSON.stringify({ ...at, seq }),
			more: seq < log.length,
		};
	}

	const session: ProviderSession = {
		reader: {
			async listFolders() {
				await server.onCall("folders");
				return FOLDERS;
			},
			listChanges,
			async *fetchMessages(ids) {
				await server.onCall("fetch");
				for (const id of ids) {
					await server.onCall(`body ${id}`);
					const mail = server.messages.get(id);
					if (mail === undefined) continue;
					server.handedOut.push(id);
					yield { id, raw: mail.raw };
				}
			},
		},
		writer: {} as MailWriter,
		close: async () => undefined,
	};
	server.provider = {
		kind: "imap",
		capabilities: { receives: true, remote: true, threadIds: false },
		open: async () => session,
	} as unknown as Provider;
	return server;
}

function compare(a: Position, b: Position): number {
	return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0);
}

/** A message with text, a date, and a reference to the previous one. @param n from 1 */
export function memoryMail(n: number, more: Partial<MemoryMail> & { body?: string } = {}): MemoryMail {
	const { body = `The text of number ${n} holds word${n}.`, ...rest } = more;
	const lines = [
		`Message-ID: <${n}@example.org>`,
		...(n % 3 === 0 ? [`In-Reply-To: <${n - 1}@example.org>`] : []),
		`From: Sender ${n % 4} <sender${n % 4}@example.org>`,
		"To: me@example.org",
		`Subject: Number ${n}`,
		`List-Unsubscribe: <https://example.org/leave/${n}>`,
		`Date: ${new Date(Date.UTC(2026, 0, n)).toUTCString()}`,
		"MIME-Version: 1.0",
		"Content-Type: multipart/mixed; boundary=b",
		"",
		"--b",
		"Content-Type: text/plain; charset=utf-8",
		"",
		body,
		"--b",
		`Content-Type: application/pdf; name="file${n}.pdf"`,
		"Content-Disposition: attachment",
		"Content-Transfer-Encoding: base64",
		"",
		"JVBERi0=",
		"--b--",
		"",
	];
	const raw = Buffer.from(lines.join("\r\n"));
	return { folderId: "inbox", raw, receivedAt: Date.UTC(2026, 0, n, 12), read: n % 2 === 0, ...rest };
}
