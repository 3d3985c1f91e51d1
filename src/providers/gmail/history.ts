import type { ChangePage, RemoteMessage } from "#server/mailbox/provider.ts";
import { CursorExpired, NotFound } from "#server/mailbox/provider-errors.ts";
import type { Manner } from "./api.ts";
import { readContents } from "./contents.ts";
import { type ChangesCursor, writeCursor } from "./cursor.ts";
import { type Fate, fatesOf } from "./fates.ts";
import { checkNames } from "./label-names.ts";
import type { ListingOptions } from "./listing.ts";
import { checkFailure, getMessages, standingOf } from "./messages.ts";
import { GmailRefusal } from "./refusals.ts";
import { type HistoryRecord, historyList } from "./resources.ts";
import type { GmailSession } from "./session.ts";

/** Records asked for at once. */
const MOST_RECORDS = 500;
/** New messages of a page. */
const MOST_NEW = 50;

/**
 * What happened since (https://developers.google.com/workspace/gmail/api/guides/sync).
 * @throws CursorExpired when Gmail does not remember that far back
 */
export async function listHistory(
	session: GmailSession,
	from: ChangesCursor,
	{ limit, known: ask }: ListingOptions,
	signal: AbortSignal,
): Promise<ChangePage> {
	const manner = session.manner("bulk", signal);
	await checkNames(session, manner);
	const { records, isAll, historyId } = await readRecords(session, from.since, limit, manner);
	const added = [...new Set(records.flatMap(({ messagesAdded }) => messagesAdded.map(({ message }) => message.id)))];
	const known = (added.length === 0 ? undefined : await ask?.(added)) ?? new Set<string>();
	const { fates, whole, skip } = fatesOf(records, from.skip, { messages: limit, fresh: MOST_NEW, known });
	const isDone = isAll && skip === 0 && whole === records.length;
	const since = skip > 0 ? from.since : (records[whole - 1]?.id ?? from.since);
	return {
		...(await tell(session, fates, known, manner)),
		cursor: writeCursor({ changes: isDone ? { since: historyId, skip: 0 } : { since, skip } }),
		more: !isDone,
	};
}

/** Each record once, in its order, whatever the order in which they come. */
async function readRecords(
	{ api }: GmailSession,
	since: string,
	limit: number,
	manner: Manner,
): Promise<{ records: HistoryRecord[]; isAll: boolean; historyId: string }> {
	const most = String(Math.max(1, Math.min(MOST_RECORDS, limit)));
	const parameters = new URLSearchParams({ startHistoryId: since, maxResults: most });
	for (;;) {
		const call = { method: "history.list", verb: "GET", path: `/history?${parameters}` } as const;
		const reply = await api.call(call, manner).catch((cause: unknown) => {
			if (cause instanceof NotFound || cause instanceof GmailRefusal)
				throw new CursorExpired("Gmail does not remember that far back", { cause });
			throw cause;
		});
		const { history, nextPageToken, historyId } = historyList.parse(reply);
		const records = [...new Map(history.map((record) => [record.id, record])).values()];
		records.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
		if (records.length > 0 || nextPageToken === undefined)
			return { records, isAll: nextPageToken === undefined, historyId };
		parameters.set("pageToken", nextPageToken);
	}
}

async function tell(
	session: GmailSession,
	fates: ReadonlyMap<string, Fate>,
	known: ReadonlySet<string>,
	manner: Manner,
): Promise<Pick<ChangePage, "messages" | "removed" | "skipped">> {
	const { api, labels } = session;
	const here = [...fates].filter(([, { isGone }]) => !isGone);
	const removed = [...fates].filter(([, { isGone }]) => isGone).map(([id]) => id);
	const fresh = here.filter(([id, { isNew }]) => isNew && !known.has(id)).map(([id]) => id);
	const contents = await readContents(session, fresh, "raw", manner);
	const messages = new Map(contents.messages);
	const unsure: string[] = [];
	for (const [id, { threadId, labelIds }] of here) {
		if (contents.asked.has(id)) continue;
		const standing = labelIds && (await standingOf(labels, { id, threadId, labelIds }, manner));
		if (standing) messages.set(id, standing);
		else if (labelIds === null) unsure.push(id);
	}
	for await (const { id, message, failure } of getMessages(api, unsure, "minimal", manner)) {
		if (failure) await checkFailure({ failure }, labels, manner);
		const standing: RemoteMessage | null = message && (await standingOf(labels, message, manner));
		if (standing) messages.set(id, standing);
		else if (!failure && message === null) removed.push(id);
	}
	return {
		messages: [...messages.values()],
		removed,
		...(contents.skipped.length > 0 && { skipped: contents.skipped }),
	};
}
