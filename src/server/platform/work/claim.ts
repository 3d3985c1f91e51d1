import type { Database, Queryable } from "../../db/database.ts";
import { type ClaimedItem, type Claimer, claimItems, type Page, waitingKeys } from "./items.ts";
import { NO_KEY, schedule, type Usage } from "./limits.ts";
import { type LimitScope, lockUsage, storeUsage } from "./usage.ts";
import type { BatchKey, WorkKind } from "./work.ts";

/** Most keys looked at per claim. */
const MAX_KEYS = 200;
/** How far ahead items are claimed that a rate limit spaces out. */
const HORIZON_MS = 1_000;
/** With `at-most-once`, a claimed item counts as started: claimed only when it is about to. */
const SHORT_HORIZON_MS = 50;

const BEFORE_FIRST = -1;

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

/**
 * Claims items of a batch within the limits of its kind. It remembers which keys have items, and from which position
 * on: earlier items are claimed already, and reading past them would cost more with every page.
 */
export function createClaims(
	{ database, now }: { database: Database; now(): number },
	kind: AnyKind,
	key: BatchKey,
	claimer: Claimer,
): Claims {
	const scope = limitScope(kind, key.ownerId);
	/** Keys to claim from next, in order, with the last position claimed. */
	let known = new Map<string, number>();
	/** The key after which the next page of keys begins. */
	let cursor: string | null = null;
	/** No key has items beyond the known positions. */
	let isExhausted = false;

	async function nextKeys(count: number): Promise<Page[]> {
		if (known.size === 0 && !isExhausted) {
			const keys =
				kind.key === undefined ? [NO_KEY] : await waitingKeys(database, key, { after: cursor, limit: MAX_KEYS });
			isExhausted = keys.length === 0 && cursor === null;
			cursor = keys.length < MAX_KEYS ? null : (keys.at(-1) ?? null);
			known = new Map(keys.map((one) => [one, BEFORE_FIRST]));
		}
		return [...known].slice(0, Math.max(1, count)).map(([of, after]) => ({ key: of, after }));
	}

	async function claimPages(pages: readonly Page[], counts: readonly number[], limit: number, tx?: Queryable) {
		const items = await claimItems(database, key, { claimer, pages, counts, limit }, tx);
		const claimed = Map.groupBy(items, (item) => item.key);
		const isCut = items.length === limit;
		for (const [index, { key: of, after }] of pages.entries()) {
			const own = claimed.get(of) ?? [];
			// Last in the order, so that the other keys come first.
			known.delete(of);
			const hasMore = isCut || own.length === counts[index];
			if (hasMore) known.set(of, own.at(-1)?.position ?? after);
		}
		if (kind.key === undefined && known.size === 0) isExhausted = true;
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
		return database.transaction(async (tx) => {
			const usage = await lockUsage(database, tx, within, keys);
			const free = keys.filter((one) => usage.has(one));
			const plan = schedule(limits, copyOf(usage), new Map(free.map((one) => [one, count])), {
				...options,
				max: count,
			});
			const wanted = pages.filter((page) => plan.has(page.key));
			for (const page of pages) if (!plan.has(page.key)) moveLast(page);
			if (wanted.length === 0) return { items: [], nextStartAt: earliest(usage, free, options.now) };
			const counts = wanted.map((page) => plan.get(page.key)?.length ?? 0);
			const found = await claimPages(wanted, counts, count, tx);
			const claimed = new Map([...Map.groupBy(found, (item) => item.key)].map(([of, own]) => [of, own.length]));
			// Planned again, because there may be fewer items than planned.
			const starts = schedule(limits, usage, claimed, { ...options, horizonMs: Number.POSITIVE_INFINITY, max: count });
			await storeUsage(database, tx, within, usage);
			const items = found.map((item) => ({ ...item, startAt: starts.get(item.key)?.shift() ?? options.now }));
			return { items: items.sort((a, b) => a.startAt - b.startAt), nextStartAt: earliest(usage, free, options.now) };
		});
	}

	function moveLast({ key: of, after }: Page): void {
		known.delete(of);
		known.set(of, after);
	}

	return {
		async claim(count) {
			const pages = await nextKeys(count);
			if (pages.length === 0) return { items: [], nextStartAt: null };
			return scope === null ? claimFreely(pages, count) : claimLimited(scope, pages, count);
		},
		rescan() {
			known.clear();
			cursor = null;
			isExhausted = false;
		},
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
