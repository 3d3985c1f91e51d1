import type { BatchCounts } from "../store/insert.ts";
import type { ListingRound } from "../store/moved.ts";
import type { PreparedPage } from "./prepare.ts";
import { addTo, type SyncStats } from "./status/status.ts";

/** A round of listing, as the statistics of a sync keep it so that it can be resumed. */
export type Round = NonNullable<SyncStats["round"]>;

export function startOf({ since, movedSince = since, listedAt }: Round): ListingRound {
	return { since: movedSince, listedAt: new Date(listedAt) };
}

/** Copies that a mailbox contains when it is listed from its beginning are no moves. */
export function ended(stats: SyncStats, { since, isNewMail = false }: Round): SyncStats {
	return { ...stats, round: null, progress: null, lastRound: isNewMail ? since : null };
}

export function afterPage(
	stats: SyncStats,
	counts: BatchCounts,
	{ page, messages, vanished }: PreparedPage,
): SyncStats {
	const next = withCounts(stats, counts, page.skipped ?? []);
	next.vanished += vanished;
	next.headers += messages.filter(({ content }) => content !== null && content.sha256 === null).length;
	next.seen += messages.length;
	next.done = page.done ?? next.seen;
	next.total = page.total ?? (page.done === undefined ? next.total : null);
	next.unit = page.unit ?? next.unit;
	return next;
}

export function withCounts(stats: SyncStats, counts: BatchCounts, skipped: SyncStats["skipped"] = []): SyncStats {
	const next: SyncStats = {
		...stats,
		postponed: [...stats.postponed],
		skipped: [...stats.skipped],
		skippedKinds: { ...stats.skippedKinds },
		damagedAt: [...stats.damagedAt],
	};
	addTo(next, counts, skipped);
	return next;
}

/** Adds `counts` to `sum`. @returns `sum` */
export function addCounts(sum: BatchCounts, counts: BatchCounts): BatchCounts {
	sum.added += counts.added;
	sum.changed += counts.changed;
	sum.removed += counts.removed;
	sum.postponed.push(...counts.postponed);
	sum.known += counts.known;
	sum.damaged += counts.damaged;
	sum.damagedAt.push(...counts.damagedAt);
	return sum;
}
