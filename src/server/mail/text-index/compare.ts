import type { Database } from "../../db/database.ts";
import { listWithAttachmentText } from "./attachment-texts.ts";
import { listHidden } from "./outbox.ts";
import type { IncompleteAccount, IndexDifference } from "./text-index.ts";
import { hasAttachmentWords } from "./words.ts";

/** Messages compared per statement. */
const PAGE = 2_000;

/** What a comparison reads of the index. */
export interface IndexReader {
	/** The next messages of an account in the order of their ids. */
	list(accountId: string, after: string | null, limit: number): Promise<{ id: string; isHidden: boolean }[]>;
	readWords(accountId: string, ids: readonly string[]): Promise<Map<string, string>>;
}

/**
 * Compares the index of an account with its stored messages. Both lists are in the order of the ids. Messages that are
 * still to be indexed are no difference.
 * @param result.pending the account's messages up to this one are not indexed yet; absent: all are
 * @param result.differences gets what differs
 */
export async function compareAccount(
	database: Database,
	index: IndexReader,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	{
		pending,
		differences,
	}: { pending: { from: IncompleteAccount["from"] } | undefined; differences: IndexDifference[] },
	limit = PAGE,
): Promise<void> {
	for (let after: string | null = null; ; ) {
		const stored = await listHidden(database, { ownerId, accountId }, { after, limit, from: pending?.from ?? null });
		const end: string | null = stored.length < limit ? null : (stored.at(-1)?.id ?? null);
		const withText = await listWithAttachmentText(database, { ownerId, accountId }, stored);
		const indexed = new Map<string, boolean>();
		for (let from = after; ; ) {
			const page = await index.list(accountId, from, limit);
			for (const { id, isHidden } of page) if (end === null || id <= end) indexed.set(id, isHidden);
			from = page.at(-1)?.id ?? null;
			if (page.length < limit || from === null || (end !== null && from >= end)) break;
		}
		const toRead: string[] = [];
		for (const { id, isHidden, isOlder } of stored) {
			const found = indexed.get(id);
			indexed.delete(id);
			if (found === undefined && pending !== undefined && isOlder) continue;
			if (found === undefined) differences.push({ accountId, emailId: id, what: "missing" });
			else if (found !== isHidden) differences.push({ accountId, emailId: id, what: "hidden" });
			else if (withText.has(id)) toRead.push(id);
		}
		for (const [id, words] of await index.readWords(accountId, toRead))
			if (!hasAttachmentWords(words)) differences.push({ accountId, emailId: id, what: "outdated" });
		for (const id of indexed.keys()) differences.push({ accountId, emailId: id, what: "extra" });
		if (end === null) return;
		after = end;
	}
}
