import { createHash } from "node:crypto";
import type { ProviderState } from "#server/mail/provider/provider.ts";

/**
 * Records in the account's state which folder each message was last seen in. When Microsoft has expired a folder's delta
 * token, it shows which messages must be looked up. A page that the kernel fails to store is listed again, and its messages
 * are then recorded again.
 */
export interface KnownIds {
	/** @param generation of the listing that returned them */
	note(messages: readonly { id: string; folderId: string; generation: number }[]): Promise<void>;
	/**
	 * Records messages as removed by the page about to be stored.
	 * @param after when the last removals of earlier pages were recorded
	 * @param replaces earlier records of the same messages
	 * @returns when these were recorded, in epoch milliseconds; `after` when there is nothing to record
	 */
	forget(ids: readonly string[], options: { now: number; after: number; replaces: readonly string[] }): Promise<number>;
	/** Removals recorded after this time: the page at hand and those after it were listed before, but not stored. */
	removedAfter(time: number): Promise<{ ids: string[]; records: string[] }>;
	/**
	 * Messages that their folder's latest listing did not return.
	 * @param generations of the latest listing, by folder
	 * @param after where the last call ended; empty at the beginning
	 * @returns after: null when these were the last
	 */
	missing(
		generations: ReadonlyMap<string, number>,
		{ after, limit, signal }: { after: string; limit: number; signal: AbortSignal },
	): Promise<{ ids: string[]; after: string | null }>;
}

const MESSAGE = "m/";
const GONE = "gone/";
/** Long after the kernel has stored the removal. */
const GONE_RETENTION_MS = 24 * 3_600_000;

/** Folder ids are long, and one is stored with each message. */
const shortOf = (folderId: string): string => createHash("sha256").update(folderId).digest("base64url").slice(0, 10);

/** @param chunk entries read at once */
export function createKnownIds(state: ProviderState, chunk: number): KnownIds {
	return {
		async note(messages) {
			if (messages.length === 0) return;
			await state.put(
				messages.map(({ id, folderId, generation }) => [MESSAGE + id, `${shortOf(folderId)}.${generation}`]),
			);
		},
		async forget(ids, { now, after, replaces }) {
			if (ids.length === 0 && replaces.length === 0) return after;
			// Later than all that are recorded, whatever the clock says.
			const at = Math.max(now, after + 1);
			const limit = GONE + timeKey(Math.min(now - GONE_RETENTION_MS, after));
			const old = (await state.list(GONE, "", chunk)).map(([key]) => key).filter((key) => key < limit);
			await state.put([
				...[...old, ...replaces].map((key): [string, null] => [key, null]),
				...ids.map((id): [string, null] => [MESSAGE + id, null]),
				...ids.map((id): [string, true] => [`${GONE}${timeKey(at)}/${id}`, true]),
			]);
			return at;
		},
		async removedAfter(time) {
			const records: string[] = [];
			for (let at = `${GONE}${timeKey(time)}0`; ; ) {
				const entries = await state.list(GONE, at, chunk);
				for (const [key] of entries) records.push(key);
				if (entries.length < chunk) break;
				at = records.at(-1) ?? at;
			}
			return { ids: [...new Set(records.map((key) => key.slice(GONE.length).replace(/^\d+\//, "")))], records };
		},
		async missing(generations, { after, limit, signal }) {
			const current = new Map([...generations].map(([folderId, generation]) => [shortOf(folderId), generation]));
			const ids: string[] = [];
			for (let at = after; ; ) {
				signal.throwIfAborted();
				const entries = await state.list(MESSAGE, at, chunk);
				for (const [key, value] of entries) {
					at = key;
					const [folder = "", generation] = String(value).split(".");
					if (current.get(folder) === Number(generation)) continue;
					ids.push(key.slice(MESSAGE.length));
					if (ids.length >= limit) return { ids, after: at };
				}
				if (entries.length < chunk) return { ids, after: null };
			}
		},
	};
}

/** Sorts chronologically; `0` after it sorts behind all of that time, and before the next. */
function timeKey(ms: number): string {
	return String(Math.max(0, Math.floor(ms))).padStart(15, "0");
}
