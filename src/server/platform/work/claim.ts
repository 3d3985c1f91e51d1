import type { Database } from "../../db/database.ts";
import { createClaimKeys } from "./claim-keys.ts";
import { type ClaimedItem, type Claimer, claimItems, type Page } from "./items.ts";
import { NO_KEY, schedule, type Usage } from "./limits.ts";
import { type LimitScope, lockUsage, storeUsage } from "./usage.ts";
import type { BatchKey, WorkKind } from "./work.ts";

/** How far ahead items are claimed that a rate limit spaces out. */
const HORIZON_MS = 1_000;
/** With `at-most-once`, a claimed item counts as started: claimed only when it is about to. */
const SHORT_HORIZON_MS = 50;

type AnyKind = WorkKind<unknown, unknown, never>;

export interface Claimed {
	items: ClaimedItem[];
	/** When a limit lets the next item start, in epoch milliseconds; null: no limit is known to delay one. */
	nextStartAt: number | null;
}

/** @returns whose rows of `work_limit_usage` a batch of this kind uses; null: the kind has no limits */
export function limitScope(kind: AnyKind, ownerId: string): LimitScope | null {
	if (kind.limits?.perKey === undefined && kind.limits?.overall === undefined) return null;
	return { ownerId: kind.limits.sharedBy === "server" ? "" : ownerId, kind: kind.name };
}

export interface Claims {
	/** Claims up to so many items, from one key after another. */
	claim(count: number): Promise<Claimed>;
	/** Looks for items again that may have returned to the queue, or were added. */
	rescan(): void;
}

/** Claims items of a batch within the limits of its kind. */
export function createClaims(
	{ database, now }: { database: Database; now(): number },
	kind: AnyKind,
	key: BatchKey,
	claimer: Claimer,
): Claims {
	const scope = limitScope(kind, key.ownerId);
	const turns = createClaimKeys(database, key, kind.key !== undefined);

	async function claimPages(pages: readonly Page[], counts: readonly number[], limit: number) {
		const items = await claimItems(database, key, { claimer, pages, counts, limit });
		turns.claimed(pages, items, { counts, limit });
		return items;
	}

	async function claimFreely(pages: readonly Page[], count: number): Promise<Claimed> {
		const at = now();
		const each = Math.ceil(count / pages.length);
		const counts = pages.map(() => each);
		const items = await claimPages(pages, counts, count);
		return { items: items.map((item) => ({ ...item, startAt: at })), nextStartAt: null };
	}

	async function claimLimited(within: LimitScope, pages: readonly Page[], count: number): Promise<Claimed> {
		const options = { now: now(), horizonMs: kind.delivery === "at-most-once" ? SHORT_HORIZON_MS : HORIZON_MS };
		const limits = kind.limits ?? {};
		const keys = pages.map((page) => page.key);
		return database.transaction(async () => {
			const usage = await lockUsage(database, within, keys);
			const free = keys.filter((one) => usage.has(one));
			const plan = schedule(limits, copyOf(usage), new Map(free.map((one) => [one, count])), {
				...options,
				max: count,
			});
			const wanted = pages.filter((page) => plan.has(page.key));
			for (const page of pages) if (!plan.has(page.key)) turns.moveLast(page);
			if (wanted.length === 0) return { items: [], nextStartAt: earliest(usage, free, options.now) };
			const counts = wanted.map((page) => plan.get(page.key)?.length ?? 0);
			const found = await claimPages(wanted, counts, count);
			const claimed = new Map([...Map.groupBy(found, (item) => item.key)].map(([of, own]) => [of, own.length]));
			// Planned again, because there may be fewer items than planned.
			const starts = schedule(limits, usage, claimed, { ...options, horizonMs: Number.POSITIVE_INFINITY, max: count });
			await storeUsage(database, within, usage);
			const items = found.map((item) => ({ ...item, startAt: starts.get(item.key)?.shift() ?? options.now }));
			return { items: items.sort((a, b) => a.startAt - b.startAt), nextStartAt: earliest(usage, free, options.now) };
		});
	}

	return {
		async claim(count) {
			const pages = await turns.next(count);
			if (pages.length === 0) return { items: [], nextStartAt: null };
			return scope === null ? claimFreely(pages, count) : claimLimited(scope, pages, count);
		},
		rescan: () => turns.rescan(),
	};
}

function copyOf(usage: ReadonlyMap<string, Usage>): Map<string, Usage> {
	return new Map([...usage].map(([key, one]) => [key, { ...one }]));
}

/** When the first of these keys may start an item; null: limits of concurrency decide, or other processes hold them. */
function earliest(usage: ReadonlyMap<string, Usage>, keys: readonly string[], now: number): number | null {
	const overall = usage.get(NO_KEY)?.nextStartAt ?? 0;
	const times = keys.map((key) => Math.max(overall, usage.get(key)?.nextStartAt ?? 0)).filter((at) => at > now);
	return times.length === 0 || times.length < keys.length ? null : Math.min(...times);
}
