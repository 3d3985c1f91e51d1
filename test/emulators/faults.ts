import { setTimeout as delay } from "node:timers/promises";

/** What goes wrong, each as a share of the requests it applies to (0 to 1). */
export interface Faults {
	/** The same seed throws the same dice. */
	seed?: number;
	/** 429. */
	rateLimited?: number;
	/** 403 rateLimitExceeded (Google alone). */
	forbidden?: number;
	/** 500. */
	serverError?: number;
	/** 503. */
	unavailable?: number;
	/** The connection breaks before anything is done. */
	reset?: number;
	/** The work is done, and then the connection breaks: the caller cannot know. */
	lost?: number;
	/** The reply takes `slowMs` longer. */
	slow?: number;
	slowMs?: number;
	/** The JSON of a reply ends in the middle. Requests that only read. */
	truncated?: number;
	/** The access token is not accepted any more, as if it had run out. */
	expired?: number;
	/** The cursor is said to be too old. Requests that go on from a cursor. */
	staleCursor?: number;
	/** Entries of a list of changes come twice. Requests for changes. */
	duplicated?: number;
	/** Entries of a list of changes come in another order. Requests for changes. */
	reordered?: number;
	/** Seconds in Retry-After of 429 and 503; absent: no such header. */
	retryAfter?: number;
	/** Which requests this is about; absent: all. */
	only?: (request: { method: string; path: string }) => boolean;
	/** After so many, all is well. */
	times?: number;
}

type FaultName = Exclude<keyof Faults, "seed" | "slowMs" | "retryAfter" | "only" | "times">;

export interface Dice {
	/** From now on; null: all is well again. */
	fail(faults: Faults | null): void;
	/** Whether that fault strikes now. */
	strikes(fault: FaultName, request: { method: string; path: string }): boolean;
	/** The first of them that strikes now. */
	first<T extends FaultName>(faults: readonly T[], request: { method: string; path: string }): T | null;
	/** Waits when the reply is to be slow. */
	dawdle(request: { method: string; path: string }): Promise<void>;
	shuffle<T>(list: readonly T[]): T[];
	/** For Retry-After. */
	retryAfter(): Record<string, string>;
	/** How many struck since the last `fail`. */
	struck(): number;
}

export function dice(): Dice {
	let faults: Faults = {};
	let random = randomFrom(1);
	let struck = 0;
	const strikes: Dice["strikes"] = (fault, request) => {
		const share = faults[fault] ?? 0;
		if (share === 0 || struck >= (faults.times ?? Number.POSITIVE_INFINITY)) return false;
		if (faults.only && !faults.only(request)) return false;
		if (random() >= share) return false;
		struck++;
		return true;
	};
	return {
		fail(next) {
			faults = next ?? {};
			random = randomFrom(faults.seed ?? 1);
			struck = 0;
		},
		strikes,
		first: (names, request) => names.find((name) => strikes(name, request)) ?? null,
		async dawdle(request) {
			if (strikes("slow", request)) await delay(faults.slowMs ?? 200);
		},
		shuffle(list) {
			return list
				.map((entry) => ({ entry, place: random() }))
				.sort((a, b) => a.place - b.place)
				.map(({ entry }) => entry);
		},
		retryAfter(): Record<string, string> {
			return faults.retryAfter === undefined ? {} : { "retry-after": String(faults.retryAfter) };
		},
		struck: () => struck,
	};
}

/** mulberry32: small, and good enough for dice. */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** The same reply with its body cut in half. */
export async function cutShort(reply: Response): Promise<Response> {
	const body = Buffer.from(await reply.arrayBuffer());
	return new Response(body.subarray(0, Math.floor(body.length / 2)), { status: reply.status, headers: reply.headers });
}
