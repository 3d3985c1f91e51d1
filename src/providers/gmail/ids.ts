import type { RequestOptions } from "./call.ts";
import { idList } from "./resources.ts";
import type { GmailSession } from "./session.ts";

/** Ids per request: the maximum, at the same quota cost. */
const PER_PAGE = "500";

export interface IdAndThread {
	id: string;
	threadId: string;
}

export interface IdPage {
	messages: IdAndThread[];
	/** Token of the next page; null: this is the last one. */
	next: string | null;
}

/** A page of message ids of all folders, newest first. */
export async function listIds(
	{ api }: GmailSession,
	wanted: { token?: string | null; label?: string; query?: string },
	requestOptions: RequestOptions,
): Promise<IdPage> {
	const parameters = new URLSearchParams({ maxResults: PER_PAGE, includeSpamTrash: "true" });
	if (wanted.token) parameters.set("pageToken", wanted.token);
	if (wanted.label !== undefined) parameters.set("labelIds", wanted.label);
	if (wanted.query !== undefined) parameters.set("q", wanted.query);
	const call = { method: "messages.list", verb: "GET", path: `/messages?${parameters}` } as const;
	const { messages, nextPageToken } = idList.parse(await api.call(call, requestOptions));
	return { messages, next: nextPageToken ?? null };
}
