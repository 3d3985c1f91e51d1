import { requireProgress } from "#server/progress.ts";
import type { RequestOptions } from "../api/call.ts";
import { idList } from "../api/resources.ts";
import type { GmailSession } from "../session.ts";

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
	{ api, limits }: GmailSession,
	wanted: { token?: string | null; label?: string; query?: string },
	requestOptions: RequestOptions,
): Promise<IdPage> {
	const parameters = new URLSearchParams({ maxResults: String(limits.ids), includeSpamTrash: "true" });
	if (wanted.token) parameters.set("pageToken", wanted.token);
	if (wanted.label !== undefined) parameters.set("labelIds", wanted.label);
	if (wanted.query !== undefined) parameters.set("q", wanted.query);
	const call = { method: "messages.list", verb: "GET", path: `/messages?${parameters}` } as const;
	const { messages, nextPageToken } = idList.parse(await api.call(call, requestOptions));
	return { messages, next: nextPageToken ?? null };
}

/** All message ids with a label, or that a query finds, page by page. @throws NoProgress */
export async function* allIds(
	session: GmailSession,
	wanted: { label?: string; query?: string },
	requestOptions: RequestOptions,
): AsyncGenerator<IdAndThread[]> {
	const progress = requireProgress("Listing Gmail's messages");
	for (let token: string | null = null; ; ) {
		const page = await listIds(session, { ...wanted, token }, requestOptions);
		yield page.messages;
		if (page.next === null) return;
		progress(page.next);
		token = page.next;
	}
}
