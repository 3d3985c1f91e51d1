import type { ChangePage, ListOptions, RemoteMessage } from "#server/mail/provider/provider.ts";
import { NoProgress } from "#server/progress.ts";
import type { RequestOptions } from "../api/call.ts";
import { profile } from "../api/resources.ts";
import { BULK_SHARE, UNITS } from "../api/units.ts";
import type { GmailSession } from "../session.ts";
import { readContents } from "./contents.ts";
import { type ListingCursor, writeCursor } from "./cursor.ts";
import { createIdPages, type IdPages } from "./id-pages.ts";
import type { IdAndThread } from "./ids.ts";
import { storeLabelNames } from "./label-names.ts";
import type { LabelState } from "./label-state.ts";
import { findInArchive } from "./local-archive.ts";

type Skipped = NonNullable<ChangePage["skipped"]>;
export type ListingOptions = Omit<ListOptions, "signal">;

/**
 * Lists the whole mailbox, newest first. Ids cost almost nothing; content is fetched only where the kernel has none.
 * Changes made during the listing are listed afterwards, from the history id at which it began.
 */
export function createListing(session: GmailSession, states: LabelState, unitsPerMinute: number) {
	const listing: Listing = {
		...{ session, states, pages: createIdPages(session), archiveKeys: new Map() },
		perSecond: (unitsPerMinute * BULK_SHARE) / 60,
	};
	return {
		next: (from: ListingCursor | null, options: ListingOptions, signal: AbortSignal) =>
			next(listing, from, options, signal),
	};
}

/** What the pages of a listing share. */
interface Listing {
	session: GmailSession;
	states: LabelState;
	pages: IdPages;
	/** Archive lookup of the next messages: the archived key, or null. */
	archiveKeys: Map<string, string | null>;
	/** Quota units. */
	perSecond: number;
}

async function next(
	listing: Listing,
	from: ListingCursor | null,
	options: ListingOptions,
	signal: AbortSignal,
): Promise<ChangePage> {
	const { session, pages, perSecond } = listing;
	const requestOptions = session.requestOptions("bulk", signal);
	const { position, page } = await pages.locate(from ?? (await begin(session, requestOptions)), requestOptions);
	const room = Math.min(options.limit, from === null ? session.limits.firstPage : options.limit);
	const wanted = page.messages.slice(position.at, position.at + room);
	const { messages, listedCount, fetched, skipped } = await read(
		listing,
		wanted,
		position.since,
		{ ...options, isFirst: from === null },
		requestOptions,
	);
	const done = position.done + listedCount;
	const isPageOver = position.at + listedCount >= page.messages.length;
	if (isPageOver && page.next !== null && page.next === position.page)
		throw new NoProgress("Gmail's list of messages leads back to the same page", { state: page.next });
	const last = wanted[listedCount - 1]?.id ?? position.last;
	const following = isPageOver ? { page: page.next, at: 0 } : { page: position.page, at: position.at + listedCount };
	const total = Math.max(position.total, done);
	const isOver = isPageOver && page.next === null;
	return {
		messages,
		removed: [],
		cursor: writeCursor(
			isOver
				? { changes: { since: position.since, skip: 0 } }
				: { listing: { since: position.since, ...following, last, done, total } },
		),
		// Changes made meanwhile are read immediately.
		more: true,
		done,
		total: isOver ? done : total,
		unit: "messages",
		secondsLeft:
			isOver || listedCount === 0
				? 0
				: Math.ceil(((total - done) * (fetched / listedCount) * UNITS["messages.get"]) / perSecond),
		...(skipped.length > 0 && { skipped }),
	};
}

async function begin(session: GmailSession, requestOptions: RequestOptions): Promise<ListingCursor> {
	const call = { method: "getProfile", verb: "GET", path: "/profile" } as const;
	const { historyId, messagesTotal } = profile.parse(await session.api.call(call, requestOptions));
	await storeLabelNames(session, requestOptions);
	return { since: historyId, page: null, at: 0, last: null, done: 0, total: messagesTotal };
}

/** Messages with content where the kernel has none, as much as fits into a page. */
async function read(
	listing: Listing,
	wanted: readonly IdAndThread[],
	since: string,
	{ known: findKnown, archived: findArchived, isFirst }: ListingOptions & { isFirst: boolean },
	requestOptions: RequestOptions,
): Promise<{ messages: RemoteMessage[]; listedCount: number; fetched: number; skipped: Skipped }> {
	const { session, states } = listing;
	const known = (await findKnown?.(ids(wanted))) ?? new Set<string>();
	const isAhead = isFirst && known.size === 0;
	const unknown = wanted.filter(({ id }) => !known.has(id));
	// The first page is not delayed by an archive lookup.
	if (!isAhead && findArchived !== undefined) await lookUpArchive(listing, unknown, findArchived, requestOptions);
	const { archiveKeys } = listing;
	const here = wanted.filter(({ id }) => known.has(id) || archiveKeys.get(id));
	const state = await states.of(here, since, requestOptions);
	// A draft changes under the same Message-ID.
	const isArchived = (id: string): boolean => Boolean(archiveKeys.get(id)) && state.get(id)?.folderId !== "DRAFT";
	const fresh = unknown.filter(({ id }) => !isArchived(id)).slice(0, session.limits.fresh);
	const contents = await readContents(session, ids(fresh), isAhead ? "metadata" : "raw", requestOptions);
	// Up to the first message whose content did not fit.
	const end = wanted.findIndex(({ id }) => !known.has(id) && !isArchived(id) && !contents.requested.has(id));
	const listedCount = end < 0 ? wanted.length : end;
	const messages = wanted.slice(0, listedCount).flatMap(({ id }): RemoteMessage[] => {
		const found = contents.messages.get(id) ?? (contents.requested.has(id) ? undefined : state.get(id));
		const key = isArchived(id) && !known.has(id) ? archiveKeys.get(id) : undefined;
		return found === undefined ? [] : [key ? { ...found, archiveKey: key } : found];
	});
	return { messages, listedCount, fetched: contents.requested.size, skipped: contents.skipped };
}

async function lookUpArchive(
	listing: Listing,
	unknown: readonly IdAndThread[],
	findArchived: NonNullable<ListingOptions["archived"]>,
	requestOptions: RequestOptions,
): Promise<void> {
	const others = unknown.filter(({ id }) => !listing.archiveKeys.has(id));
	const found = await findInArchive(listing.session, others, findArchived, requestOptions);
	const before = listing.archiveKeys;
	listing.archiveKeys = new Map(unknown.map(({ id }) => [id, found.get(id) ?? before.get(id) ?? null]));
}

const ids = (messages: readonly IdAndThread[]): string[] => messages.map(({ id }) => id);
