/** A mailbox as the kernel would store it from the pages of a listing; for tests. */

import { never } from "#providers/conformance-mailbox.ts";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { ChangePage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import type { MessageFlags } from "#shared/mail/flags.ts";

export interface MirroredMessage {
	folderId: string;
	flags: MessageFlags;
	labels: string[];
}

export interface Mirror {
	messages: Map<string, MirroredMessage>;
	/** Null: never listed. */
	cursor: string | null;
	/** Reported as removed in the unfinished round: a later page may list them again. */
	removed: Set<string>;
}

export const emptyMirror = (): Mirror => ({ messages: new Map(), cursor: null, removed: new Set() });

export interface MirrorOptions {
	/** Messages per page. */
	limit: number;
	/** More pages are a failure: a listing that doesn't end. */
	maxPages: number;
	/** Stops after so many pages, as an interruption would. */
	stopAfter?: number;
}

export interface Listing {
	pages: number;
	/** False: it stopped before there were no more. */
	isDone: boolean;
}

/** Lists changes until there are no more. @throws when there are too many pages */
export async function update(session: ProviderSession, mirror: Mirror, options: MirrorOptions): Promise<Listing> {
	try {
		return await listPages(session, mirror, options);
	} catch (cause) {
		if (!(cause instanceof CursorExpired)) throw cause;
		const fresh = emptyMirror();
		const { stopAfter: _, ...whole } = options;
		const listing = await listPages(session, fresh, whole);
		Object.assign(mirror, fresh);
		return listing;
	}
}

async function listPages(
	session: ProviderSession,
	mirror: Mirror,
	{ limit, maxPages, stopAfter = Number.POSITIVE_INFINITY }: MirrorOptions,
): Promise<Listing> {
	const known = async (ids: string[]): Promise<Set<string>> => new Set(ids.filter((id) => mirror.messages.has(id)));
	for (let pages = 1; ; pages++) {
		const page = await session.reader.listChanges(mirror.cursor, { limit, signal: never(), known });
		apply(mirror, page, limit);
		if (!page.more || pages >= stopAfter) return { pages, isDone: !page.more };
		if (pages >= maxPages)
			throw new Error(`The listing has more than ${maxPages} pages; the next is at ${mirror.cursor}`);
	}
}

/** Messages are removed at the end of a round, unless a later page has listed them (`sync/store-page.ts`). */
function apply(mirror: Mirror, page: ChangePage, limit: number): void {
	if (page.messages.length > limit) throw new Error(`A page of ${limit} has ${page.messages.length} messages`);
	for (const { id, folderId, flags, labels } of page.messages) {
		mirror.messages.set(id, { folderId, flags, labels });
		mirror.removed.delete(id);
	}
	for (const id of page.removed) mirror.removed.add(id);
	mirror.cursor = page.cursor;
	if (page.more) return;
	for (const id of mirror.removed) mirror.messages.delete(id);
	mirror.removed.clear();
}
