import { requireProgress } from "#server/progress.ts";
import type { RequestOptions } from "../api/call.ts";
import { GmailRejection } from "../api/errors.ts";
import type { GmailSession } from "../session.ts";
import type { ListingCursor } from "./cursor.ts";
import { type IdPage, listIds } from "./ids.ts";

/** The ids of a mailbox, page by page. */
export interface IdPages {
	/** Finds the page and index where a listing resumes: tokens expire, and removed mail shifts later messages. */
	locate(cursor: ListingCursor, requestOptions: RequestOptions): Promise<{ position: ListingCursor; page: IdPage }>;
}

export function createIdPages(session: GmailSession): IdPages {
	const remembered = new Map<string, IdPage>();

	async function idPage(
		{ since, page }: Pick<ListingCursor, "since" | "page">,
		requestOptions: RequestOptions,
	): Promise<IdPage> {
		const key = `${since} ${page}`;
		const known = remembered.get(key);
		if (known) return known;
		const found = await listIds(session, { token: page }, requestOptions);
		remembered.set(key, found);
		for (const [oldest] of remembered) if (remembered.size > session.limits.idPages) remembered.delete(oldest);
		return found;
	}

	async function locate(
		cursor: ListingCursor,
		requestOptions: RequestOptions,
	): Promise<{ position: ListingCursor; page: IdPage }> {
		const page = await idPage(cursor, requestOptions).catch((cause: unknown) => {
			if (cause instanceof GmailRejection) return null;
			throw cause;
		});
		const isThere = cursor.at === 0 || page?.messages[cursor.at - 1]?.id === cursor.last;
		if (page !== null && isThere) return { position: cursor, page };
		const progress = requireProgress("Finding a message in Gmail's list");
		for (let token: string | null = null; ; ) {
			const found = await listIds(session, { token }, requestOptions);
			const at = found.messages.findIndex(({ id }) => id === cursor.last);
			if (at >= 0) {
				const position = { ...cursor, page: token, at: at + 1 };
				remembered.set(`${position.since} ${token}`, found);
				return { position, page: found };
			}
			if (found.next === null) break;
			progress(found.next);
			token = found.next;
		}
		// The marker message is gone: start over, without fetching known content.
		const position = { ...cursor, page: null, at: 0, last: null, done: 0 };
		return { position, page: await idPage(position, requestOptions) };
	}

	return { locate };
}
