import { createHash } from "node:crypto";
import type { ProviderState } from "#server/mail/provider/provider.ts";

/**
 * Which message was last seen in which folder, in the account's state: when Microsoft has forgotten what happened to a
 * folder, that tells which of its messages are to be looked for. What is noted of a page that the kernel then does not
 * store is noted again when that page comes again.
 */
export interface KnownIds {
	/** @param generation of the listing that showed them */
	note(messages: readonly { id: string; folderId: string; generation: number }[]): Promise<void>;
	/** They are gone, as the page says that is about to be stored. */
	forget(ids: readonly string[], now: number): Promise<void>;
	/**
	 * Of the messages noted for a folder, those that no listing of this generation showed, and those that went lately.
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
/** The kernel has stored what it was told long before. */
const KEEP_GONE_MS = 24 * 3_600_000;
const CHUNK = 1_000;

/** Ids of folders are long, and there is one with each message. */
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
			const limit = GONE + timeKey(now - KEEP_GONE_MS);
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
					const [place, seen] = String(value).split(".");
					if (place !== short || (generation !== null && Number(seen) === generation)) continue;
					ids.push(key.slice(MESSAGE.length));
					if (ids.length >= limit) return { ids, after: at };
				}
				if (entries.length < CHUNK) return { ids, after: null };
			}
			return { ids, after: after === "" ? MESSAGE : after };
		},
	};
}

/** In the order of time. */
function timeKey(ms: number): string {
	return String(Math.max(0, Math.floor(ms))).padStart(15, "0");
}
