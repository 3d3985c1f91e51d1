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
	/** Marks messages as removed by the page about to be stored. */
	forget(ids: readonly string[], now: number): Promise<void>;
	/**
	 * Messages recorded for a folder that no listing of this generation returned, and those removed recently.
	 * @param generation null: all of them
	 * @param after where the last call ended; empty at the beginning
	 * @returns after: null when these were the last
	 */
	unseen(
		folderId: string,
		generation: number | null,
		after: string,
		limit: number,
	): Promise<{ ids: string[]; after: string | null }>;
}

const MESSAGE = "m/";
const GONE = "gone/";
/** Long after the kernel has stored the removal. */
const GONE_RETENTION_MS = 24 * 3_600_000;
const CHUNK = 1_000;

/** Folder ids are long, and one is stored with each message. */
const shortOf = (folderId: string): string => createHash("sha256").update(folderId).digest("base64url").slice(0, 10);

export function createKnownIds(state: ProviderState): KnownIds {
	return {
		async note(messages) {
			if (messages.length === 0) return;
			await state.put(
				messages.map(({ id, folderId, generation }) => [MESSAGE + id, `${shortOf(folderId)}.${generation}`]),
			);
		},
		async forget(ids, now) {
			if (ids.length === 0) return;
			const old = await state.list(GONE, "", CHUNK);
			const limit = GONE + timeKey(now - GONE_RETENTION_MS);
			await state.put([
				...old.filter(([key]) => key < limit).map(([key]): [string, null] => [key, null]),
				...ids.map((id): [string, null] => [MESSAGE + id, null]),
				...ids.map((id): [string, true] => [`${GONE}${timeKey(now)}/${id}`, true]),
			]);
		},
		async unseen(folderId, generation, after, limit) {
			const short = shortOf(folderId);
			const ids: string[] = [];
			if (after === "")
				for (const [key] of await state.list(GONE, "", CHUNK)) ids.push(key.slice(GONE.length).replace(/^\d+\//, ""));
			for (let at = after; ids.length < limit; ) {
				const entries = await state.list(MESSAGE, at, CHUNK);
				for (const [key, value] of entries) {
					at = key;
					const [folder, seen] = String(value).split(".");
					if (folder !== short || (generation !== null && Number(seen) === generation)) continue;
					ids.push(key.slice(MESSAGE.length));
					if (ids.length >= limit) return { ids, after: at };
				}
				if (entries.length < CHUNK) return { ids, after: null };
			}
			return { ids, after: after === "" ? MESSAGE : after };
		},
	};
}

/** Sorts chronologically. */
function timeKey(ms: number): string {
	return String(Math.max(0, Math.floor(ms))).padStart(15, "0");
}
