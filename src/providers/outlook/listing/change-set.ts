import { NotFound } from "#server/mail/provider/errors.ts";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { message, type OutlookMessage } from "../api/resources.ts";
import type { OutlookFolder } from "../folders.ts";
import { fields, isComplete, toRemote } from "../messages/messages.ts";
import type { OutlookSession } from "../session.ts";
import type { FolderMark } from "./cursor.ts";

/**
 * Merges the delta lists of one page. A message removed from one folder may be in another, and a delta may contain only the
 * changed properties: whenever the result is ambiguous, the message itself is read. Neither order nor repetition of the
 * lists matters.
 */
export interface ChangeSet {
	/** Messages that fit into the page. */
	room: number;
	size(): number;
	/** @returns false when this list does not fit */
	add(list: readonly unknown[], folderId: string): boolean;
	/** Marks messages to be read individually, to learn whether and where they exist. */
	doubt(ids: readonly string[]): void;
	/** @param marks give the generation of each folder's listing */
	resolve(
		marks: ReadonlyMap<string, FolderMark>,
		signal: AbortSignal,
	): Promise<{ messages: RemoteMessage[]; removed: string[] }>;
}

interface Found {
	folderId: string;
	/** Null: the message must be read. */
	message: OutlookMessage | null;
}

/** @param isExtended whether delta lists contain extended properties: they are then requested for single messages as well */
export function createChangeSet(session: OutlookSession, room: number, isExtended: () => boolean): ChangeSet {
	const found = new Map<string, Found>();

	/** Reads messages individually. @returns those in a folder of the mailbox, and the others */
	async function readIndividually(
		ids: string[],
		signal: AbortSignal,
	): Promise<{ there: Map<string, Found>; removed: string[] }> {
		const there = new Map<string, Found>();
		if (ids.length === 0) return { there, removed: [] };
		const calls = ids.map((id) => ({
			verb: "GET" as const,
			path: `/messages/${encodeURIComponent(id)}?${fields(isExtended())}`,
		}));
		for await (const { index, outcome } of session.client.each(calls, signal)) {
			if ("error" in outcome) {
				if (outcome.error instanceof NotFound) continue;
				throw outcome.error;
			}
			const id = ids[index] ?? "";
			const fetched = { ...message.parse(outcome.reply), id };
			there.set(id, { folderId: fetched.parentFolderId ?? "", message: fetched });
		}
		const idsOf = (folders: OutlookFolder[]): Set<string> => new Set(folders.map((folder) => folder.id));
		let shown = idsOf(await session.folders(signal));
		// An unknown folder is either new, or hidden, such as the one for deleted items.
		if ([...there.values()].some(({ folderId }) => !shown.has(folderId)))
			shown = idsOf(await session.readFolders(signal));
		for (const [id, { folderId }] of there) if (!shown.has(folderId)) there.delete(id);
		return { there, removed: ids.filter((id) => !there.has(id)) };
	}

	return {
		room,
		size: () => found.size,
		add(list, folderId) {
			const entries = list.flatMap((entry) => {
				const parsed = message.safeParse(entry);
				return parsed.success ? [parsed.data] : [];
			});
			const fresh = new Set(entries.map(({ id }) => id).filter((id) => !found.has(id)));
			if (found.size > 0 && found.size + fresh.size > room) return false;
			for (const entry of entries) {
				const isClear = entry["@removed"] === undefined && isComplete(entry);
				const previous = found.get(entry.id);
				const isSame = previous === undefined || JSON.stringify(previous.message) === JSON.stringify(entry);
				found.set(entry.id, {
					folderId: entry.parentFolderId ?? folderId,
					message: isClear && isSame ? entry : null,
				});
			}
			return true;
		},
		doubt(ids) {
			for (const id of ids) found.set(id, { folderId: "", message: null });
		},
		async resolve(marks, signal) {
			const doubtful = [...found].filter(([, { message: content }]) => content === null).map(([id]) => id);
			const { there, removed } = await readIndividually(doubtful, signal);
			const messages: RemoteMessage[] = [];
			for (const [id, listed] of found) {
				const { folderId, message: content } = listed.message === null ? (there.get(id) ?? listed) : listed;
				if (content !== null) messages.push(toRemote(content, folderId));
			}
			const noted = messages.map(({ id, folderId }) => ({
				...{ id, folderId, generation: marks.get(folderId)?.generation ?? 0 },
			}));
			await session.known.note(noted);
			return { messages, removed };
		},
	};
}
