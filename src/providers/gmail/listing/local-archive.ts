import type { ArchivedMessage, ListOptions } from "#server/mail/provider/provider.ts";
import type { RequestOptions } from "../api/call.ts";
import { threadName } from "../messages/messages.ts";
import type { GmailSession } from "../session.ts";
import { allIds } from "./ids.ts";

/** Characters per query: about twenty Message-IDs. */
const MAX_QUERY_LENGTH = 1_500;

/**
 * Finds messages that the user's local archive already has. A search for Message-IDs returns ids with their threads;
 * searching for one message per thread at a time therefore identifies each id, at a hundredth of the quota cost of
 * fetching content.
 * @returns keys of archived messages by id
 */
export async function findInArchive(
	session: GmailSession,
	messages: readonly { id: string; threadId: string }[],
	findArchived: NonNullable<ListOptions["archived"]>,
	requestOptions: RequestOptions,
): Promise<Map<string, string>> {
	const wanted = new Set(messages.map(({ id }) => id));
	const candidates = alone(await findArchived([...new Set(messages.map(({ threadId }) => threadName(threadId)))]));
	const found = new Map<string, string>();
	for (const group of grouped(candidates)) {
		const query = `{${[...group.values()].map(({ messageId }) => `rfc822msgid:${messageId}`).join(" ")}}`;
		const byThread = new Map<string, string[]>();
		for await (const page of allIds(session, { query }, requestOptions))
			for (const { id, threadId } of page)
				byThread.set(threadName(threadId), [...(byThread.get(threadName(threadId)) ?? []), id]);
		for (const [threadId, { key }] of group) {
			const [id, ...others] = byThread.get(threadId) ?? [];
			// Two messages with the same Message-ID are ambiguous.
			if (id !== undefined && others.length === 0 && wanted.has(id)) found.set(id, key);
		}
	}
	return found;
}

/** Candidates with a searchable Message-ID that is unique in their thread. */
function alone(candidates: readonly ArchivedMessage[]): ArchivedMessage[] {
	const count = new Map<string, number>();
	const nameOf = ({ threadId, messageId }: ArchivedMessage): string => `${threadId} ${messageId}`;
	for (const one of candidates) count.set(nameOf(one), (count.get(nameOf(one)) ?? 0) + 1);
	return candidates.filter((one) => count.get(nameOf(one)) === 1 && /^[^\s"(){}]{1,300}$/.test(one.messageId));
}

/** Groups with at most one message per thread, keyed by thread. */
function grouped(candidates: readonly ArchivedMessage[]): Map<string, ArchivedMessage>[] {
	const groups: { members: Map<string, ArchivedMessage>; length: number }[] = [];
	for (const one of candidates) {
		const length = one.messageId.length + "rfc822msgid: ".length;
		const batch = groups.find((group) => !group.members.has(one.threadId) && group.length + length <= MAX_QUERY_LENGTH);
		if (batch === undefined) groups.push({ members: new Map([[one.threadId, one]]), length });
		else {
			batch.members.set(one.threadId, one);
			batch.length += length;
		}
	}
	return groups.map(({ members }) => members);
}
