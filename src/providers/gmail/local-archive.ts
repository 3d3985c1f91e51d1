import type { ArchivedMessage, ListOptions } from "#server/mail/provider/provider.ts";
import type { RequestOptions } from "./api.ts";
import { listIds } from "./ids.ts";
import { threadName } from "./messages.ts";
import type { GmailSession } from "./session.ts";

/** Characters of a query: some twenty Message-IDs. */
const LONGEST_QUERY = 1_500;

/**
 * Finds out which messages the person has here already. A search for Message-IDs tells ids with their threads, so that a
 * search for one message from each of several threads tells which id is whose, for a hundredth of what their content
 * costs.
 * @returns keys of held messages by id
 */
export async function findInArchive(
	session: GmailSession,
	messages: readonly { id: string; threadId: string }[],
	held: NonNullable<ListOptions["held"]>,
	requestOptions: RequestOptions,
): Promise<Map<string, string>> {
	const wanted = new Set(messages.map(({ id }) => id));
	const candidates = alone(await held([...new Set(messages.map(({ threadId }) => threadName(threadId)))]));
	const found = new Map<string, string>();
	for (const group of grouped(candidates)) {
		const query = `{${[...group.values()].map(({ messageId }) => `rfc822msgid:${messageId}`).join(" ")}}`;
		const byThread = new Map<string, string[]>();
		const page = await listIds(session, { query }, requestOptions);
		for (const { id, threadId } of page.messages)
			byThread.set(threadName(threadId), [...(byThread.get(threadName(threadId)) ?? []), id]);
		for (const [threadId, { key }] of group) {
			const [id, ...others] = byThread.get(threadId) ?? [];
			// Two messages with one Message-ID are not told apart.
			if (id !== undefined && others.length === 0 && wanted.has(id)) found.set(id, key);
		}
	}
	return found;
}

/** Those that are the only ones of their thread with their Message-ID, and that can be searched for. */
function alone(candidates: readonly ArchivedMessage[]): ArchivedMessage[] {
	const count = new Map<string, number>();
	const nameOf = ({ threadId, messageId }: ArchivedMessage): string => `${threadId} ${messageId}`;
	for (const one of candidates) count.set(nameOf(one), (count.get(nameOf(one)) ?? 0) + 1);
	return candidates.filter((one) => count.get(nameOf(one)) === 1 && /^[^\s"(){}]{1,300}$/.test(one.messageId));
}

/** Groups by thread, with one message of each thread. */
function grouped(candidates: readonly ArchivedMessage[]): Map<string, ArchivedMessage>[] {
	const groups: { members: Map<string, ArchivedMessage>; length: number }[] = [];
	for (const one of candidates) {
		const length = one.messageId.length + "rfc822msgid: ".length;
		const batch = groups.find((group) => !group.members.has(one.threadId) && group.length + length <= LONGEST_QUERY);
		if (batch === undefined) groups.push({ members: new Map([[one.threadId, one]]), length });
		else {
			batch.members.set(one.threadId, one);
			batch.length += length;
		}
	}
	return groups.map(({ members }) => members);
}
