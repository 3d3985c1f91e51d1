import { Unavailable } from "#server/mail/provider/errors.ts";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import type { GmailApi } from "../api/api.ts";
import type { BatchResult } from "../api/batch-calls.ts";
import type { Call, RequestOptions } from "../api/call.ts";
import { type GmailMessage, message } from "../api/resources.ts";
import type { Labels } from "./labels.ts";
import { CHAT, categoryOf, flagsOf, folderOf } from "./system-labels.ts";

export type Format = "minimal" | "metadata" | "raw";

export const getCall = (id: string, format: Format): Call => ({
	method: "messages.get",
	verb: "GET",
	path: `/messages/${encodeURIComponent(id)}?format=${format}`,
});

export interface GetResult {
	id: string;
	/** Null: deleted, or Gmail fails on it. */
	message: GmailMessage | null;
	failure?: Error;
}

/** Yields messages as they arrive. */
export async function* getMessages(
	api: GmailApi,
	ids: readonly string[],
	format: Format,
	requestOptions: RequestOptions,
): AsyncGenerator<GetResult> {
	const calls = ids.map((id) => getCall(id, format));
	for await (const { index, reply, failure } of api.each(calls, requestOptions)) {
		const id = ids[index] ?? "";
		yield {
			id,
			message: reply === null ? null : message.parse(reply),
			...(failure && { failure }),
		};
	}
}

/** Folder, flags and labels from Gmail labels; null for anything that is not mail. */
export async function messageStateOf(
	labels: Labels,
	{ id, threadId, labelIds }: Pick<GmailMessage, "id" | "threadId"> & { labelIds: readonly string[] },
	requestOptions: RequestOptions,
): Promise<RemoteMessage | null> {
	if (labelIds.includes(CHAT)) return null;
	return {
		id,
		folderId: folderOf(labelIds),
		flags: flagsOf(labelIds),
		labels: await labels.namesOf(labelIds, requestOptions),
		threadId: threadName(threadId),
		category: categoryOf(labelIds),
	};
}

/**
 * Gmail's web address, API and history name threads in hexadecimal, IMAP and Takeout in decimal digits
 * (https://developers.google.com/workspace/gmail/imap/imap-extensions#access_to_the_gmail_thread_id_x-gm-thrid). Messages
 * carry the decimal form, so that an uploaded archive and the mailbox use the same thread name.
 */
export function threadName(threadId: string): string {
	return /^[0-9a-f]{1,16}$/i.test(threadId) ? BigInt(`0x${threadId}`).toString() : threadId;
}

/** The API's name of the thread. */
export function threadIdOf(name: string): string {
	return /^\d{1,20}$/.test(name) ? BigInt(name).toString(16) : name;
}

/** A message with the content that was requested. */
export async function remoteOf(
	labels: Labels,
	found: GmailMessage,
	requestOptions: RequestOptions,
): Promise<RemoteMessage | null> {
	const state = await messageStateOf(labels, found, requestOptions);
	if (state === null) return null;
	const raw = found.raw === undefined ? undefined : Buffer.from(found.raw, "base64url");
	const sizeBytes = raw?.length ?? found.sizeEstimate;
	return {
		...state,
		...(found.internalDate !== undefined && { receivedAt: Number(found.internalDate) }),
		...(sizeBytes !== undefined && { sizeBytes }),
		...(raw && { raw }),
		...(raw === undefined && found.payload && { header: headerOf(found.payload.headers) }),
	};
}

/** Gmail returns header fields unfolded. */
function headerOf(fields: readonly { name: string; value: string }[]): Buffer {
	const lines = fields.map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+[ \t]*/g, " ")}\r\n`);
	return Buffer.from(`${lines.join("")}\r\n`);
}

/** @throws when the failure is not specific to these messages */
export async function checkFailure(
	{ failure }: Pick<BatchResult, "failure">,
	labels: Labels,
	requestOptions: RequestOptions,
): Promise<void> {
	if (failure instanceof Unavailable) await labels.refresh(requestOptions);
}
