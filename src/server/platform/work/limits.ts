/** At most so many items. */
export interface Limit {
	/** In progress at once. */
	concurrency?: number;
	/** Started per second, evenly spaced and without bursts; 0.5: one every two seconds. */
	perSecond?: number;
}

/** Limits of a kind. */
export interface Limits {
	perKey?: Limit;
	overall?: Limit;
}

/** Use of a limit: a row of `work_limit_usage`. */
export interface Usage {
	running: number;
	/** When the next item may start, in epoch milliseconds. */
	nextStartAt: number;
}

/** The key of the overall limit, and of items without their own limit. */
export const NO_KEY = "";

const UNLIMITED: Limit = {};

export function unused(): Usage {
	return { running: 0, nextStartAt: 0 };
}

function spacingOf({ perSecond }: Limit): number {
	return perSecond === undefined ? 0 : 1000 / perSecond;
}

function hasSlot({ concurrency }: Limit, { running }: Usage): boolean {
	return concurrency === undefined || running < concurrency;
}

/**
 * Decides which items may start when, fairly across keys, and counts them in `usage` (a generic cell rate algorithm).
 * @param usage of each key; that of `NO_KEY` is the overall use
 * @param wanted how many items of each key there are
 * @param options.max items at most; `horizonMs`: starts that are this far ahead may be reserved already
 * @returns start times by key, in epoch milliseconds, ascending
 */
export function schedule(
	limits: Limits,
	usage: ReadonlyMap<string, Usage>,
	wanted: ReadonlyMap<string, number>,
	options: { now: number; horizonMs: number; max: number },
): Map<string, number[]> {
	const { now, horizonMs, max } = options;
	const { overall = UNLIMITED } = limits;
	const total = usage.get(NO_KEY) ?? unused();
	const starts = new Map<string, number[]>();
	const limitOf = (key: string): Limit => (key === NO_KEY ? UNLIMITED : (limits.perKey ?? UNLIMITED));
	const open = new Set([...wanted].filter(([, count]) => count > 0).map(([key]) => key));
	for (let count = 0; count < max && open.size > 0 && hasSlot(overall, total); count++) {
		let best: { key: string; at: number; given: number } | null = null;
		for (const key of open) {
			const own = key === NO_KEY ? null : (usage.get(key) ?? null);
			const given = starts.get(key)?.length ?? 0;
			const at = Math.max(now, total.nextStartAt, own?.nextStartAt ?? 0);
			const isFull = own !== null && !hasSlot(limitOf(key), own);
			if (isFull || given >= (wanted.get(key) ?? 0) || at > now + horizonMs) open.delete(key);
			else if (best === null || at < best.at || (at === best.at && given < best.given)) best = { key, at, given };
		}
		if (best === null) break;
		const { key, at } = best;
		const own = key === NO_KEY ? undefined : usage.get(key);
		total.running++;
		total.nextStartAt = Math.max(total.nextStartAt, at + spacingOf(overall));
		if (own !== undefined) {
			own.running++;
			own.nextStartAt = Math.max(own.nextStartAt, at + spacingOf(limitOf(key)));
		}
		starts.set(key, [...(starts.get(key) ?? []), at]);
	}
	return starts;
}
