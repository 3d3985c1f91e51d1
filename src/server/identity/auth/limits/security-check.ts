import { createHash, randomBytes, randomInt } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import { badRequest } from "../../../errors.ts";
import type { RateLimits } from "../../../platform/http/rate-limit.ts";
import { clientOf } from "../../../platform/http/remote-address.ts";

export interface SecurityCheck {
	/**
	 * Creates a sum.
	 * @throws AppError 429 when this address requested too many
	 */
	issue(remoteAddress: string): Promise<{ token: string; a: number; b: number }>;
	/**
	 * Checks an answer; right or wrong, the sum is used up.
	 * @param header the value of `x-security-check`: `<token>:<sum>`
	 * @throws AppError 400 `security-check` when it is missing, wrong, expired or already used
	 */
	redeem(header: string | null): Promise<void>;
}

const LIFE_MS = 10 * 60_000;
const PRUNE_EVERY_MS = 60_000;
/** Also limits password guessing: each attempt needs its own sum. */
const LIMIT = { max: 60, window: 60 };

/**
 * The sum on the sign-in page. It does not prove that a human is there; it makes every attempt cost a separate,
 * rate-limited round trip, and it is single-use.
 */
export function createSecurityCheck(database: Database, limits: RateLimits, now: () => number): SecurityCheck {
	let prunedAt = now();

	async function prune(at: number): Promise<void> {
		if (at - prunedAt < PRUNE_EVERY_MS) return;
		prunedAt = at;
		await database.exec("delete from security_checks where expires_at < $1", [new Date(at)]);
	}

	return {
		async issue(remoteAddress) {
			await limits.check(`security-check:${clientOf(remoteAddress)}`, LIMIT);
			const at = now();
			await prune(at);
			const token = randomBytes(18).toString("base64url");
			const a = randomInt(1, 10);
			const b = randomInt(1, 10);
			await database.exec("insert into security_checks (token_hash, answer, expires_at) values ($1, $2, $3)", [
				hash(token),
				a + b,
				new Date(at + LIFE_MS),
			]);
			return { token, a, b };
		},
		async redeem(header) {
			const given = /^([\w-]{24}):(\d{1,2})$/.exec(header?.trim() ?? "");
			if (given === null) throw refused();
			const row = await database.one<{ answer: number; expires_at: Date }>(
				"delete from security_checks where token_hash = $1 returning answer, expires_at",
				[hash(given[1] ?? "")],
			);
			if (row === undefined || row.expires_at.getTime() <= now() || row.answer !== Number(given[2])) throw refused();
		},
	};
}

function hash(token: string): Buffer {
	return createHash("sha256").update(token).digest();
}

function refused(): Error {
	return badRequest("security-check", "Please solve the math problem correctly.");
}
