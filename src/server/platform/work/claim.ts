import type { Database } from "../../db/database.ts";
import { type ClaimedItem, type Claimer, claimItems, waitingKeys } from "./items.ts";
import { NO_KEY, schedule, type Usage } from "./limits.ts";
import { type LimitScope, lockUsage, storeUsage } from "./usage.ts";
import type { BatchKey, WorkKind } from "./work.ts";

/** Most keys looked at per claim. */
const MAX_KEYS = 200;
/** How far ahead items are claimed that a rate limit spaces out. */
const HORIZON_MS = 1_000;
/** With `at-most-once`, a claimed item counts as started: claimed only when it is about to. */
const SHORT_HORIZON_MS = 50;

type AnyKind = WorkKind<unknown, unknown, never>;

export interface Claimed {
	items: ClaimedItem[];
	/** When a limit lets the next item start, in epoch milliseconds; null: no limit is known to delay one. */
	nextAt: number | null;
}

/** @returns whose rows of `work_limits` a batch of this kind uses; null: the kind has no limits */
export function limitScope(kind: AnyKind, ownerId: string): LimitScope | null {
	if (kind.limits?.perKey === undefined && kind.limits?.overall === undefined) return null;
	return { ownerId: kind.limits.sharedBy === "server" ? "" : ownerId, kind: kind.name };
}

/** Claims items of a batch within the limits of its kind, from one key after another. */
export function createClaims(
	{ database, now }: { database: Database; now(): number },
	kind: AnyKind,
	key: BatchKey,
	claimer: Claimer,
): (count: number) => Promise<Claimed> {
	const scope = limitScope(kind, key.ownerId);
	/** The key after which the next claim looks. */
	let cursor: string | null = null;

	/** @returns keys, and how many items to claim of each at most */
	async function nextKeys(count: number): Promise<string[]> {
		if (kind.key === undefined) return [NO_KEY];
		const limit = Math.min(MAX_KEYS, Math.max(count, 1));
		const keys = await waitingKeys(database, key, cursor, limit);
		if (keys.length < limit && cursor !== null) {
			const first = await waitingKeys(database, key, null, limit - keys.length);
			keys.push(...first.filter((one) => !keys.includes(one)));
		}
		cursor = keys.at(-1) ?? null;
		return keys;
	}

	async function claimFreely(keys: string[], count: number): Promise<Claimed> {
		const at = now();
		const each = Math.ceil(count / keys.length);
		const items = await claimItems(database, key, claimer, { keys, counts: keys.map(() => each), limit: count });
		return { items: items.map((item) => ({ ...item, startAt: at })), nextAt: null };
	}

	async function claimLimited(within: LimitScope, keys: string[], count: number): Promise<Claimed> {
		const options = { now: now(), horizonMs: kind.delivery === "at-most-once" ? SHORT_HORIZON_MS : HORIZON_MS };
		const limits = kind.limits ?? {};
		return database.transaction(async (tx) => {
			const usage = await lockUsage(database, tx, within, keys);
			const free = keys.filter((one) => usage.has(one));
			const plan = schedule(limits, copyOf(usage), new Map(free.map((one) => [one, count])), {
				...options,
				max: count,
			});
			const wanted = [...plan];
			if (wanted.length === 0) return { items: [], nextAt: earliest(usage, free, options.now) };
			const found = await claimItems(
				database,
				key,
				claimer,
				{ keys: wanted.map(([one]) => one), counts: wanted.map(([, starts]) => starts.length), limit: count },
				tx,
			);
			const counts = new Map<string, number>();
			for (const item of found) counts.set(item.key, (counts.get(item.key) ?? 0) + 1);
			// Planned again, because there may be fewer items than planned.
			const starts = schedule(limits, usage, counts, { ...options, horizonMs: Number.POSITIVE_INFINITY, max: count });
			await storeUsage(database, tx, within, usage);
			const items = found.map((item) => ({ ...item, startAt: starts.get(item.key)?.shift() ?? options.now }));
			return { items: items.sort((a, b) => a.startAt - b.startAt), nextAt: earliest(usage, free, options.now) };
		});
	}

	return async (count) => {
		const keys = await nextKeys(count);
		if (keys.length === 0) return { items: [], nextAt: null };
		return scope === null ? claimFreely(keys, count) : claimLimited(scope, keys, count);
	};
}

function copyOf(usage: ReadonlyMap<string, Usage>): Map<string, Usage> {
	return new Map([...usage].map(([key, one]) => [key, { ...one }]));
}

/** When the first of these keys may start an item; null: limits of concurrency decide, or other processes hold them. */
function earliest(usage: ReadonlyMap<string, Usage>, keys: readonly string[], now: number): number | null {
	const overall = usage.get(NO_KEY)?.nextAt ?? 0;
	const times = keys.map((key) => Math.max(overall, usage.get(key)?.nextAt ?? 0)).filter((at) => at > now);
	return times.length === 0 || times.length < keys.length ? null : Math.min(...times);
}
