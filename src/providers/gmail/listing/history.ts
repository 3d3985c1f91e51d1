import { CursorExpired, NotFound } from "#server/mail/provider/errors.ts";
import type { ChangePage, RemoteMessage } from "#server/mail/provider/provider.ts";
import { requireProgress } from "#server/progress.ts";
import type { RequestOptions } from "../api/call.ts";
import { GmailRejection } from "../api/errors.ts";
import { type HistoryRecord, historyList } from "../api/resources.ts";
import { checkFailure, getMessages, messageStateOf } from "../messages/messages.ts";
import type { GmailSession } from "../session.ts";
import { readContents } from "./contents.ts";
import { type ChangesCursor, writeCursor } from "./cursor.ts";
import { historyDeltaOf, type MessageDelta } from "./history-delta.ts";
import { checkLabelNames } from "./label-names.ts";
import type { ListingOptions } from "./listing.ts";

/**
 * Lists changes since the cursor's history id (https://developers.google.com/workspace/gmail/api/guides/sync).
 * @throws CursorExpired when the history id is too old for Gmail
 */
export async function listHistory(
	session: GmailSession,
	from: ChangesCursor,
	{ limit, known: findKnown }: ListingOptions,
	signal: AbortSignal,
): Promise<ChangePage> {
	const requestOptions = session.requestOptions("bulk", signal);
	await checkLabelNames(session, requestOptions);
	const { records, isAll, historyId } = await readRecords(session, from.since, limit, requestOptions);
	const added = [...new Set(records.flatMap(({ messagesAdded }) => messagesAdded.map(({ message }) => message.id)))];
	const known = (added.length === 0 ? undefined : await findKnown?.(added)) ?? new Set<string>();
	const { historyDelta, completeRecords, skip } = historyDeltaOf(records, from.skip, {
		messages: limit,
		fresh: session.limits.fresh,
		known,
	});
	const isDone = isAll && skip === 0 && completeRecords === records.length;
	const since = skip > 0 ? from.since : (records[completeRecords - 1]?.id ?? from.since);
	return {
		...(await readDelta(session, historyDelta, known, requestOptions)),
		cursor: writeCursor({ changes: isDone ? { since: historyId, skip: 0 } : { since, skip } }),
		more: !isDone,
	};
}

/** Each record once, sorted, whatever order Gmail returns. */
async function readRecords(
	{ api, limits }: GmailSession,
	since: string,
	limit: number,
	requestOptions: RequestOptions,
): Promise<{ records: HistoryRecord[]; isAll: boolean; historyId: string }> {
	const pageSize = String(Math.max(1, Math.min(limits.records, limit)));
	const parameters = new URLSearchParams({ startHistoryId: since, maxResults: pageSize });
	const progress = requireProgress("Reading Gmail's history");
	for (;;) {
		const call = { method: "history.list", verb: "GET", path: `/history?${parameters}` } as const;
		const reply = await api.call(call, requestOptions).catch((cause: unknown) => {
			if (cause instanceof NotFound || cause instanceof GmailRejection)
				throw new CursorExpired("Gmail does not remember that far back", { cause });
			throw cause;
		});
		const { history, nextPageToken, historyId } = historyList.parse(reply);
		const records = [...new Map(history.map((record) => [record.id, record])).values()];
		records.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
		if (records.length > 0 || nextPageToken === undefined)
			return { records, isAll: nextPageToken === undefined, historyId };
		progress(nextPageToken);
		parameters.set("pageToken", nextPageToken);
	}
}

async function readDelta(
	session: GmailSession,
	historyDelta: ReadonlyMap<string, MessageDelta>,
	known: ReadonlySet<string>,
	requestOptions: RequestOptions,
): Promise<Pick<ChangePage, "messages" | "removed" | "skipped">> {
	const { api, labels } = session;
	const here = [...historyDelta].filter(([, { isGone }]) => !isGone);
	const removed = [...historyDelta].filter(([, { isGone }]) => isGone).map(([id]) => id);
	const fresh = here.filter(([id, { isNew }]) => isNew && !known.has(id)).map(([id]) => id);
	const contents = await readContents(session, fresh, "raw", requestOptions);
	const messages = new Map(contents.messages);
	const unsure: string[] = [];
	for (const [id, { threadId, labelIds }] of here) {
		if (contents.requested.has(id)) continue;
		const state = labelIds && (await messageStateOf(labels, { id, threadId, labelIds }, requestOptions));
		if (state) messages.set(id, state);
		else if (labelIds === null) unsure.push(id);
	}
	for await (const { id, message, failure } of getMessages(api, unsure, "minimal", requestOptions)) {
		if (failure) await checkFailure({ failure }, labels, requestOptions);
		const state: RemoteMessage | null = message && (await messageStateOf(labels, message, requestOptions));
		if (state) messages.set(id, state);
		else if (!failure && message === null) removed.push(id);
	}
	return {
		messages: [...messages.values()],
		removed,
		...(contents.skipped.length > 0 && { skipped: contents.skipped }),
	};
}
