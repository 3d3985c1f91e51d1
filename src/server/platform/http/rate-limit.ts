import { createHmac } from "node:crypto";
import { type Config, deriveKey } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { tooManyRequests } from "../../errors.ts";

export interface Rule {
	/** Attempts allowed per window. */
	max: number;
	/** Window length in seconds. */
	window: number;
}

export interface Verdict {
	allowed: boolean;
	/** Seconds until the window ends. */
	retryAfter: number;
}

/** An attempt counted before it is made, so that parallel attempts cannot all pass while the count is still low. */
export interface Reservation extends Verdict {
	/** Attempts counted in this window, this one included where it is allowed. */
	count: number;
	/** Uncounts the attempt, for one that turned out not to count. */
	release(): Promise<void>;
}

/** Fixed-window rate limits in the database, shared by all processes. */
export interface RateLimits {
	/** Counts one attempt. @param key what is limited, e.g. `sign-in:192.0.2.7`; only its keyed hash is stored */
	hit(key: string, rule: Rule): Promise<Verdict>;
	/** Counts one attempt. @throws AppError 429 with Retry-After when the limit is exceeded */
	check(key: string, rule: Rule): Promise<void>;
	/** Counts one attempt unless the limit is reached: rejected attempts do not count. */
	reserve(key: string, rule: Rule): Promise<Reservation>;
}

const PRUNE_EVERY_MS = 60_000;

export function createRateLimits(database: Database, config: Config, now: () => number = Date.now): RateLimits {
	const secret = deriveKey(config, "rate-limit");
	const hash = (key: string): Buffer => createHmac("sha256", secret).update(key).digest();
	const verdict = (row: { count: number; resets_at: Date }, max: number, at: number): Verdict => ({
		allowed: row.count <= max,
		retryAfter: Math.max(1, Math.ceil((row.resets_at.getTime() - at) / 1000)),
	});
	let prunedAt = now();

	async function prune(at: number): Promise<void> {
		if (at - prunedAt < PRUNE_EVERY_MS) return;
		prunedAt = at;
		await database.exec("delete from rate_limits where resets_at < $1", [new Date(at)]);
	}

	const limits: RateLimits = {
		async hit(key, rule) {
			const at = now();
			await prune(at);
			const row = await database.one<{ count: number; resets_at: Date }>(
				`insert into rate_limits as r (key, count, resets_at) values ($1, 1, $3)
				 on conflict (key) do update set
					count = case when r.resets_at <= $2 then 1 else least(r.count, 1000000) + 1 end,
					resets_at = case when r.resets_at <= $2 then $3 else r.resets_at end
				 returning count, resets_at`,
				[hash(key), new Date(at), new Date(at + rule.window * 1000)],
			);
			if (row === undefined) throw new Error("The rate limit was not counted");
			return verdict(row, rule.max, at);
		},
		async check(key, rule) {
			const { allowed, retryAfter } = await limits.hit(key, rule);
			if (!allowed) throw tooManyRequests(retryAfter);
		},
		async reserve(key, rule) {
			const at = now();
			await prune(at);
			const id = hash(key);
			const row = await database.one<{ count: number; resets_at: Date }>(
				`insert into rate_limits as r (key, count, resets_at) values ($1, 1, $3)
				 on conflict (key) do update set
					count = case when r.resets_at <= $2 then 1 else r.count + 1 end,
					resets_at = case when r.resets_at <= $2 then $3 else r.resets_at end
				 where r.resets_at <= $2 or r.count < $4
				 returning count, resets_at`,
				[id, new Date(at), new Date(at + rule.window * 1000), rule.max],
			);
			if (row !== undefined)
				return {
					...verdict(row, rule.max, at),
					count: row.count,
					async release() {
						await database.exec(
							"update rate_limits set count = greatest(count - 1, 0) where key = $1 and resets_at = $2",
							[id, row.resets_at],
						);
					},
				};
			const full = await database.one<{ resets_at: Date }>("select resets_at from rate_limits where key = $1", [id]);
			const retryAfter = Math.max(1, Math.ceil(((full?.resets_at.getTime() ?? at) - at) / 1000));
			return { allowed: false, retryAfter, count: rule.max, release: async () => undefined };
		},
	};
	return limits;
}
