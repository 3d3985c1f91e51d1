import { setTimeout as delay } from "node:timers/promises";

/** Faults to inject, each with its probability (0 to 1) for the requests it applies to. */
export interface Faults {
	/** Seed of the random numbers. */
	seed?: number;
	/** 429. */
	rateLimited?: number;
	/** 403 rateLimitExceeded (Google only). */
	forbidden?: number;
	/** 500. */
	serverError?: number;
	/** 503. */
	unavailable?: number;
	/** The connection breaks before anything is done. */
	reset?: number;
	/** The request succeeds, then the connection breaks: the client cannot know. */
	lost?: number;
	/** The response takes `slowMs` longer. */
	slow?: number;
	slowMs?: number;
	/** The JSON response is truncated. Read requests only. */
	truncated?: number;
	/** The access token is rejected as expired. */
	expired?: number;
	/** The cursor is rejected as too old. Requests with a cursor. */
	staleCursor?: number;
	/** Changes are listed twice. Requests for changes. */
	duplicated?: number;
	/** Changes are listed out of order. Requests for changes. */
	reordered?: number;
	/** A page without entries that is not the last one. Requests for changes. */
	emptyPage?: number;
	/** The link or token of the next page leads to this one. Requests for lists. */
	repeatedPage?: number;
	/** Seconds in Retry-After of 429 and 503; absent: no header. */
	retryAfter?: number;
	/** Requests it applies to; absent: all. */
	only?: (request: { method: string; path: string }) => boolean;
	/** Maximum number of faults. */
	times?: number;
}

type FaultName = Exclude<keyof Faults, "seed" | "slowMs" | "retryAfter" | "only" | "times">;

/** In place of `pause` in a client: an injected fault does not last. */
export async function noPause(_ms: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
}

export interface Dice {
	/** Injects faults from now on; null: none. */
	fail(faults: Faults | null): void;
	/** Whether to inject this fault now. */
	strikes(fault: FaultName, request: { method: string; path: string }): boolean;
	/** The first of these faults to inject now. */
	first<T extends FaultName>(faults: readonly T[], request: { method: string; path: string }): T | null;
	/** Begins a request: delays a slow response. */
	begin(request: { method: string; path: string }): Promise<void>;
	shuffle<T>(list: readonly T[]): T[];
	/** Retry-After header. */
	retryAfter(): Record<string, string>;
	/** Faults injected since the last `fail`. */
	struck(): number;
}

/**
 * After so many faults that were due to chance, the next request with that path is answered: a client retries, but not
 * forever, and chance would exhaust its retries in one run of a hundred.
 */
const MAX_IN_A_ROW = 2;
/** Faults that the client does not retry for. */
const HARMLESS: ReadonlySet<FaultName> = new Set([
	...(["slow", "staleCursor", "duplicated", "reordered", "emptyPage", "repeatedPage"] as const),
]);

export function dice(): Dice {
	let faults: Faults = {};
	let random = randomFrom(1);
	let struck = 0;
	/** Faults in a row, by method and path. */
	const inARow = new Map<string, number>();
	const keyOf = (request: { method: string; path: string }) => `${request.method} ${request.path.split("?")[0]}`;
	const strikes: Dice["strikes"] = (fault, request) => {
		const share = faults[fault] ?? 0;
		if (share === 0 || struck >= (faults.times ?? Number.POSITIVE_INFINITY)) return false;
		if (faults.only && !faults.only(request)) return false;
		const key = keyOf(request);
		const isRetried = share < 1 && !HARMLESS.has(fault);
		if (isRetried && (inARow.get(key) ?? 0) >= MAX_IN_A_ROW) return false;
		if (random() >= share) return false;
		if (isRetried) inARow.set(key, (inARow.get(key) ?? 0) + 1);
		struck++;
		return true;
	};
	return {
		fail(next) {
			faults = next ?? {};
			random = randomFrom(faults.seed ?? 1);
			struck = 0;
			inARow.clear();
		},
		strikes,
		first: (names, request) => names.find((name) => strikes(name, request)) ?? null,
		async begin(request) {
			const key = keyOf(request);
			// Reaching the limit spares one request; the one after it begins a new row.
			const row = inARow.get(key) ?? 0;
			if (row > MAX_IN_A_ROW) inARow.delete(key);
			else if (row === MAX_IN_A_ROW) inARow.set(key, row + 1);
			if (strikes("slow", request)) await delay(faults.slowMs ?? 200);
		},
		shuffle(list) {
			return list
				.map((entry) => ({ entry, order: random() }))
				.sort((a, b) => a.order - b.order)
				.map(({ entry }) => entry);
		},
		retryAfter(): Record<string, string> {
			return faults.retryAfter === undefined ? {} : { "retry-after": String(faults.retryAfter) };
		},
		struck: () => struck,
	};
}

/** mulberry32: small, and random enough here. */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** The same response with half of its body. */
export async function cutShort(reply: Response): Promise<Response> {
	const body = Buffer.from(await reply.arrayBuffer());
	return new Response(body.subarray(0, Math.floor(body.length / 2)), { status: reply.status, headers: reply.headers });
}
