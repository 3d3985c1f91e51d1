/**
 * The file position and original state of each listed message, stored in the account's state.
 *
 * Written once per listed page, as two entries whatever the number of messages, so that imports stay fast; read only when a
 * message is changed or fetched again.
 */

import type { ProviderState, RemoteMessage } from "#server/mail/provider/provider.ts";
import { packFlags, unpackFlags } from "#shared/mail/flags.ts";
import type { FilePosition } from "./file-position.ts";
import { createKeyTable, type KeyTable } from "./key-table.ts";
import { categoryIn } from "./message-state/gmail-labels.ts";
import type { MessageState } from "./message-state/message-state.ts";

export interface IndexedMessage extends MessageState {
	id: string;
	fileId: string;
	at: FilePosition;
	/** Offset in the unpacked member at which the next entry starts. */
	end: number;
	receivedAt?: number;
	sizeBytes: number;
}

export interface MessageIndex {
	/** Records one listed page; idempotent. */
	record(messages: IndexedMessage[]): Promise<void>;
	/** Those of `ids` that were ever listed. */
	has(ids: string[]): Promise<Set<string>>;
	find(ids: string[]): Promise<Map<string, IndexedMessage>>;
}

/** The ids of a page, shortened: enough to find the page. */
const IDS = "mbox/ids/";
const PAGE = "mbox/page/";
const IDS_PER_READ = 100;
const PAGES_PER_READ = 16;
const ID = /^[0-9a-f]{32}(?:-[1-9]\d{0,9})?$/;

type Row = [
	id: string,
	file: number,
	member: number,
	offset: number,
	end: number,
	folder: MessageState["folder"],
	flags: number,
	labels: string[],
	threadId: string | null,
	receivedAt: number | null,
	sizeBytes: number,
];

interface Page {
	files: string[];
	rows: Row[];
}

function toRow(message: IndexedMessage, files: string[]): Row {
	if (files.at(-1) !== message.fileId) files.push(message.fileId);
	return [
		message.id,
		files.length - 1,
		message.at.member,
		message.at.offset,
		message.end,
		message.folder,
		packFlags(message.flags),
		message.labels,
		message.threadId ?? null,
		message.receivedAt ?? null,
		message.sizeBytes,
	];
}

function fromRow(row: Row, files: string[]): IndexedMessage {
	const [id, file, member, offset, end, folder, flags, labels, threadId, receivedAt, sizeBytes] = row;
	const message: IndexedMessage = {
		id,
		fileId: files[file] ?? "",
		at: { member, offset },
		end,
		folder,
		flags: unpackFlags(flags),
		labels,
		sizeBytes,
	};
	if (threadId !== null) message.threadId = threadId;
	if (receivedAt !== null) message.receivedAt = receivedAt;
	return message;
}

/** The message's state as in its file, without its bytes. */
export function remoteOf(message: IndexedMessage): RemoteMessage {
	const { id, folder, flags, labels, threadId, receivedAt, sizeBytes } = message;
	const remote: RemoteMessage = { id, folderId: folder, flags, labels, sizeBytes };
	if (threadId !== undefined) remote.threadId = threadId;
	if (receivedAt !== undefined) remote.receivedAt = receivedAt;
	const category = categoryIn(labels);
	if (category !== undefined) remote.category = category;
	return remote;
}

const shorten = (id: string): string => id.slice(0, 16) + id.slice(32);
const lengthen = (short: string): string => short.slice(0, 16).padEnd(32, "0") + short.slice(16);

/** Name from a page's position and size: pages with other boundaries get other keys. */
function pageName(messages: IndexedMessage[]): string {
	const [first] = messages;
	const member = String(first?.at.member ?? 0).padStart(8, "0");
	const offset = String(first?.at.offset ?? 0).padStart(16, "0");
	return `${first?.fileId}/${member}/${offset}/${messages.length}`;
}

/** Reads the directory of pages on first use, and again when an id is missing. */
export function createIndex(state: ProviderState): MessageIndex {
	let pages: string[] = [];
	let pageOf: KeyTable | null = null;

	function note(name: string, ids: string[], table: KeyTable): void {
		for (const id of ids) table.set(id, pages.length);
		pages.push(name);
	}

	async function load(): Promise<KeyTable> {
		pages = [];
		const table = createKeyTable();
		for (let after = IDS; ; ) {
			const entries = await state.list(IDS, after, IDS_PER_READ);
			for (const [key, value] of entries) {
				note(key.slice(IDS.length), String(value).split(",").map(lengthen), table);
				after = key;
			}
			if (entries.length < IDS_PER_READ) break;
		}
		pageOf = table;
		return table;
	}

	/** The directory, read again when one of `ids` is missing: another session may have listed more. */
	async function directory(ids: string[]): Promise<KeyTable> {
		if (pageOf && ids.every((id) => pageOf?.get(id) !== undefined)) return pageOf;
		return load();
	}

	return {
		async record(messages) {
			if (messages.length === 0) return;
			const files: string[] = [];
			const rows = messages.map((message) => toRow(message, files));
			const name = pageName(messages);
			const ids = messages.map(({ id }) => id);
			await state.put([
				[IDS + name, ids.map(shorten).join(",")],
				[PAGE + name, { files, rows } satisfies Page],
			]);
			if (pageOf) note(name, ids, pageOf);
		},
		async has(ids) {
			const valid = ids.filter((id) => ID.test(id));
			const table = await directory(valid);
			return new Set(valid.filter((id) => table.get(id) !== undefined));
		},
		async find(ids) {
			const valid = ids.filter((id) => ID.test(id));
			const table = await directory(valid);
			const wanted = new Set(valid);
			const numbers = new Set(valid.map((id) => table.get(id)).filter((number) => number !== undefined));
			const keys = [...numbers].map((number) => PAGE + pages[number]);
			const found = new Map<string, IndexedMessage>();
			for (let from = 0; from < keys.length; from += PAGES_PER_READ) {
				for (const value of (await state.get(keys.slice(from, from + PAGES_PER_READ))).values()) {
					const { files, rows } = value as Page;
					for (const row of rows) if (wanted.has(row[0])) found.set(row[0], fromRow(row, files));
				}
			}
			return found;
		},
	};
}
