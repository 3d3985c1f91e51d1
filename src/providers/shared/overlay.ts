/**
 * A user's changes to a mailbox that has no server, stored separately from the messages.
 *
 * A provider such as mbox reads messages from files that are never rewritten. Every change is stored in the account's
 * `ProviderState` and applied to the messages when they are listed. Each change of a message has a sequence number, so
 * that a listing can resume where it stopped.
 */

import { NotFound } from "#server/mail/provider/errors.ts";
import type {
	ChangeResult,
	FlagChange,
	Flags,
	LabelChange,
	ProviderState,
	RemoteFolder,
	RemoteMessage,
} from "#server/mail/provider/provider.ts";

/** Folders of every mailbox without a server; their ids are their roles. */
export const STANDARD_FOLDERS: readonly RemoteFolder[] = [
	{ id: "inbox", name: "Inbox", role: "inbox" },
	{ id: "sent", name: "Sent", role: "sent" },
	{ id: "drafts", name: "Drafts", role: "drafts" },
	{ id: "spam", name: "Spam", role: "spam" },
	{ id: "trash", name: "Trash", role: "trash" },
	{ id: "archive", name: "Archive", role: "archive" },
];

export interface OverlayChanges {
	/** Messages that differ from what was listed before: read them and pass them to `apply`. */
	changed: string[];
	/** Permanently deleted messages. */
	removed: string[];
	/** Pass it to the next call to resume after these. */
	seq: number;
	more: boolean;
}

export interface Overlay {
	/** Sequence number of the newest change; 0 when there is none. */
	head(): Promise<number>;
	/** Messages with the user's changes applied; destroyed ones are omitted. */
	apply(base: RemoteMessage[]): Promise<RemoteMessage[]>;
	/** Ids must exist; destroyed ones are returned as missing. Idempotent. */
	setFlags(ids: string[], change: FlagChange): Promise<ChangeResult>;
	setLabels(ids: string[], change: LabelChange): Promise<ChangeResult>;
	/** The folder is not checked: the provider knows which ones exist. */
	move(ids: string[], folderId: string): Promise<ChangeResult>;
	destroy(ids: string[]): Promise<ChangeResult>;
	/** At most `limit` changes after `seq`, oldest first; each message appears once, at its latest change. */
	changesSince(seq: number, limit: number): Promise<OverlayChanges>;
	/** Folders the user created. */
	folders(): Promise<RemoteFolder[]>;
	/** The same name returns the same folder. @throws NotFound when the cleaned name is empty */
	createFolder(name: string): Promise<RemoteFolder>;
	/** Discards all changes and folders; the affected messages appear as changed. */
	reset(): Promise<void>;
}

/** Stored per changed message; absent fields are as the provider has them. */
interface Patch {
	seq: number;
	flags?: Partial<Flags>;
	folder?: string;
	add?: string[];
	remove?: string[];
	destroyed?: true;
}

const HEAD = "overlay/head";
const MESSAGE = "overlay/m/";
/** One log entry per batch, keyed by the sequence number of its last change: ids in sequence order. */
const LOG = "overlay/log/";
const FOLDER = "overlay/folder/";
/** Messages per atomic write, a statement of a few hundred kilobytes. */
const BATCH = 1000;
const FOLDER_NAME_LIMIT = 200;

/** Sequence numbers are assigned from the last one read, so writers to the same state are serialized. */
const queues = new WeakMap<ProviderState, Promise<unknown>>();

function withAccountLock<T>(state: ProviderState, work: () => Promise<T>): Promise<T> {
	const result = (queues.get(state) ?? Promise.resolve()).then(work, work);
	queues.set(
		state,
		result.catch(() => undefined),
	);
	return result;
}

const logKey = (seq: number): string => LOG + String(seq).padStart(16, "0");

function patched(message: RemoteMessage, patch: Patch): RemoteMessage {
	const removed = new Set(patch.remove);
	const labels = message.labels.filter((label) => !removed.has(label));
	for (const label of patch.add ?? []) if (!labels.includes(label)) labels.push(label);
	return {
		...message,
		folderId: patch.folder ?? message.folderId,
		flags: { ...message.flags, ...patch.flags },
		labels,
	};
}

/** The patch with `change` applied to its flags; the same object when nothing changes. */
function withFlags(patch: Patch, change: FlagChange): Patch {
	const requested = Object.entries(change).filter(([, value]) => value !== undefined);
	const flags: Partial<Flags> = { ...patch.flags, ...Object.fromEntries(requested) };
	return requested.every(([name, value]) => patch.flags?.[name as keyof FlagChange] === value)
		? patch
		: { ...patch, flags };
}

function withLabels(patch: Patch, change: LabelChange): Patch {
	const add = new Set(patch.add);
	const remove = new Set(patch.remove);
	let differs = false;
	for (const label of change.remove ?? []) {
		differs ||= add.has(label) || !remove.has(label);
		add.delete(label);
		remove.add(label);
	}
	for (const label of change.add ?? []) {
		differs ||= remove.has(label) || !add.has(label);
		remove.delete(label);
		add.add(label);
	}
	return differs ? { ...patch, add: [...add], remove: [...remove] } : patch;
}

/** Applies a user's changes to the messages of a provider without a server. One writer per account at a time. */
export function createOverlay(state: ProviderState): Overlay {
	async function head(): Promise<number> {
		const found = (await state.get([HEAD])).get(HEAD);
		return typeof found === "number" ? found : 0;
	}

	async function patches(ids: string[]): Promise<Map<string, Patch>> {
		const found = new Map<string, Patch>();
		for (let from = 0; from < ids.length; from += BATCH) {
			const keys = ids.slice(from, from + BATCH).map((id) => MESSAGE + id);
			for (const [key, value] of await state.get(keys)) {
				if (value !== null && value !== undefined) found.set(key.slice(MESSAGE.length), value as Patch);
			}
		}
		return found;
	}

	/** Changes the patches of `ids` in atomic batches; repeating the call completes an interrupted one. */
	function change(ids: string[], edit: (patch: Patch) => Patch): Promise<ChangeResult> {
		return withAccountLock(state, async () => {
			const missing: string[] = [];
			const unique = [...new Set(ids)];
			let seq = await head();
			for (let from = 0; from < unique.length; from += BATCH) {
				const batch = unique.slice(from, from + BATCH);
				const before = await patches(batch);
				const entries: [string, unknown][] = [];
				const touched: string[] = [];
				for (const id of batch) {
					const patch = before.get(id) ?? { seq: 0 };
					if (patch.destroyed) {
						missing.push(id);
						continue;
					}
					const after = edit(patch);
					if (after === patch) continue;
					touched.push(id);
					entries.push([MESSAGE + id, { ...after, seq: seq + touched.length }]);
				}
				if (touched.length === 0) continue;
				seq += touched.length;
				await state.put([...entries, [logKey(seq), touched], [HEAD, seq]]);
			}
			return { missing, renamed: {} };
		});
	}

	return {
		head,
		async apply(base) {
			// Most mailboxes are read once before anything is changed.
			if (base.length === 0 || (await head()) === 0) return base;
			const found = await patches(base.map((message) => message.id));
			return base.flatMap((message) => {
				const patch = found.get(message.id);
				if (!patch) return [message];
				return patch.destroyed ? [] : [patched(message, patch)];
			});
		},
		setFlags: (ids, flags) => change(ids, (patch) => withFlags(patch, flags)),
		setLabels: (ids, labels) => change(ids, (patch) => withLabels(patch, labels)),
		move: (ids, folder) => change(ids, (patch) => (patch.folder === folder ? patch : { ...patch, folder })),
		destroy: (ids) => change(ids, (patch) => ({ seq: patch.seq, destroyed: true })),
		async changesSince(seq, limit) {
			const newest = await head();
			const changed = new Set<string>();
			const removed = new Set<string>();
			let at = seq;
			while (at < newest && changed.size + removed.size < limit) {
				const [entry] = await state.list(LOG, logKey(at), 1);
				if (!entry) {
					at = newest;
					break;
				}
				const ids = entry[1] as string[];
				const last = Number(entry[0].slice(LOG.length));
				const first = last - ids.length + 1;
				const from = Math.max(0, at - first + 1);
				const slice = ids.slice(from, from + limit - changed.size - removed.size);
				const current = await patches(slice);
				slice.forEach((id, index) => {
					const patch = current.get(id);
					// No patch: `reset` removed it, so the message is shown as in its file.
					if (patch && patch.seq !== first + from + index) return;
					(patch?.destroyed ? removed : changed).add(id);
				});
				at = first + from + slice.length - 1;
			}
			return { changed: [...changed], removed: [...removed], seq: at, more: at < newest };
		},
		async folders() {
			const folders: RemoteFolder[] = [];
			for (let after = FOLDER; ; ) {
				const page = await state.list(FOLDER, after, BATCH);
				for (const [key, value] of page) {
					if (typeof value === "string") folders.push({ id: key.slice(FOLDER.length), name: value, role: "custom" });
					after = key;
				}
				if (page.length < BATCH) return folders;
			}
		},
		async createFolder(name) {
			const levels = name
				.normalize("NFC")
				.split("/")
				.map((level) => level.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim());
			const clean = levels
				.filter((level) => level !== "")
				.join("/")
				.slice(0, FOLDER_NAME_LIMIT)
				.toWellFormed();
			if (clean === "") throw new NotFound("A folder needs a name with at least one visible character");
			const id = `custom/${clean.toLowerCase()}`;
			const known = (await state.get([FOLDER + id])).get(FOLDER + id);
			if (typeof known === "string") return { id, name: known, role: "custom" };
			await state.put([[FOLDER + id, clean]]);
			return { id, name: clean, role: "custom" };
		},
		reset: () =>
			withAccountLock(state, async () => {
				let seq = await head();
				for (;;) {
					const page = await state.list(MESSAGE, MESSAGE, BATCH);
					if (page.length === 0) break;
					seq += page.length;
					const ids = page.map(([key]) => key.slice(MESSAGE.length));
					const gone = page.map(([key]): [string, unknown] => [key, null]);
					await state.put([...gone, [logKey(seq), ids], [HEAD, seq]]);
				}
				for (;;) {
					const page = await state.list(FOLDER, FOLDER, BATCH);
					if (page.length === 0) break;
					await state.put(page.map(([key]): [string, unknown] => [key, null]));
				}
			}),
	};
}
