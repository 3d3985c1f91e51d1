import { createHash } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import type { GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Database } from "../../../db/database.ts";
import { snake } from "./snake-case.ts";

/** Sign-in methods with one factor: the second follows if the user has set one up. */
const oneFactor = new Set(["/sign-in/email", "/sign-in/token"]);
/** Where the second factor is given. */
const answers = new Set(["/two-factor/verify-totp", "/two-factor/verify-backup-code"]);
/** Wrong codes in a row, at sign-ins and confirmations together, that lock the second factor, and for how long. */
const MAX_WRONG_CODES = 10;
const LOCKED_MS = 15 * 60_000;
/** A code is valid for its own 30 seconds and those before and after. */
const USABLE_MS = 2 * 60_000;

const invalid = () =>
	APIError.from("UNAUTHORIZED", { code: "INVALID_CODE", message: "This code is wrong. Please use the next one." });

/** The code is Better Auth's for a sign-in that expired. */
const overtaken = () =>
	APIError.from("UNAUTHORIZED", {
		code: "INVALID_TWO_FACTOR_COOKIE",
		message: "Your password or second factor was changed meanwhile. Please sign in again.",
	});

const locked = () =>
	APIError.from("TOO_MANY_REQUESTS", {
		code: "ACCOUNT_TEMPORARILY_LOCKED",
		message: "Too many wrong codes. Try again in 15 minutes.",
	});

/**
 * Authenticator apps (RFC 6238) and recovery codes: Better Auth's, required after every one-factor sign-in, each code
 * once.
 */
export function secondFactor(database: Database) {
	const plugin = twoFactor({
		allowPasswordless: true,
		twoFactorCookieMaxAge: 10 * 60,
		// No trusted devices: their cookie would outlive the sessions that a user ends.
		trustDeviceMaxAge: 0,
		accountLockout: { enabled: true, maxFailedAttempts: MAX_WRONG_CODES, durationSeconds: LOCKED_MS / 1000 },
		schema: {
			user: { fields: snake("twoFactorEnabled") },
			twoFactor: {
				modelName: "two_factors",
				fields: snake("backupCodes", "userId", "failedVerificationCount", "lockedUntil"),
			},
		},
	});
	return {
		...plugin,
		hooks: {
			before: [
				{
					matcher: (context: { path?: string }) => answers.has(context.path ?? ""),
					handler: createAuthMiddleware(async (ctx) => {
						const userId = await whoIsChallenged(ctx, database);
						if (ctx.path !== "/two-factor/verify-totp") return;
						const code = (ctx.body as { code?: unknown } | undefined)?.code;
						if (userId !== null && typeof code === "string" && !(await claim(database, userId, code))) throw invalid();
					}),
				},
			],
			after: plugin.hooks.after.map(({ handler }) => ({
				handler,
				matcher: (context: { path?: string }) => oneFactor.has(context.path ?? ""),
			})),
		},
	};
}

/**
 * The user whose second factor is requested: signed in, or halfway through signing in.
 * @throws APIError 401 when address, password, passkeys or second factor have changed since the first factor was checked
 */
async function whoIsChallenged(ctx: GenericEndpointContext, database: Database): Promise<string | null> {
	const session = await getSessionFromCtx(ctx);
	if (session) return session.user.id;
	const cookie = ctx.context.createAuthCookie("two_factor");
	const pending = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
	if (!pending) return null;
	const stored = await ctx.context.internalAdapter.findVerificationValue(pending);
	if (stored === null) return null;
	const current = await database.query(
		`select 1 from verifications v join users u on u.id = v.value
		where v.id = $1 and v.credential_version = u.credential_version`,
		[stored.id],
	);
	if (current.length === 0) throw overtaken();
	return stored.value;
}

/**
 * Claims a code before it is checked, so that of two requests with the same code only the first can succeed (RFC 6238
 * §5.2). Wrong codes are claimed, too; that is harmless.
 */
async function claim(database: Database, userId: string, code: string): Promise<boolean> {
	const at = Date.now();
	await database.exec("delete from used_totp_codes where user_id = $1 and used_at < $2", [
		userId,
		new Date(at - USABLE_MS),
	]);
	const hash = createHash("sha256").update(code.replaceAll(/\s/g, "")).digest();
	const claimed = await database.query(
		"insert into used_totp_codes (user_id, code_hash, used_at) values ($1, $2, $3) on conflict do nothing returning user_id",
		[userId, hash, new Date(at)],
	);
	return claimed.length > 0;
}

/**
 * Counts a try before it is checked, together with the wrong codes at sign-ins, which Better Auth counts in the same
 * columns; the last one that is allowed locks the second factor.
 * @returns false: it is locked
 */
async function beginAttempt(database: Database, userId: string): Promise<boolean> {
	const at = new Date();
	const begun = await database.query(
		`update two_factors t set failed_verification_count = n.count,
			locked_until = case when n.count >= $3 then $4::timestamptz end
		from (
			select user_id, case when locked_until is null then coalesce(failed_verification_count, 0) else 0 end + 1 as count
			from two_factors where user_id = $1 for update
		) n
		where t.user_id = n.user_id and (t.locked_until is null or t.locked_until <= $2) returning t.user_id`,
		[userId, at, MAX_WRONG_CODES, new Date(at.getTime() + LOCKED_MS)],
	);
	return begun.length > 0;
}

/**
 * Checks a TOTP code of a signed-in user, and uses it up.
 * @throws APIError 401 when it is wrong, 429 after too many wrong ones
 */
export async function redeemTotp(
	ctx: GenericEndpointContext,
	database: Database,
	userId: string,
	code: string,
): Promise<void> {
	const stored = await ctx.context.adapter.findOne<{ secret: string; verified: boolean | null }>({
		model: "twoFactor",
		where: [{ field: "userId", value: userId }],
	});
	if (!stored?.verified) throw invalid();
	if (!(await beginAttempt(database, userId))) throw locked();
	if (!(await claim(database, userId, code))) throw invalid();
	const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: stored.secret });
	if (!(await createOTP(secret, { digits: 6, period: 30 }).verify(code))) throw invalid();
	await database.exec("update two_factors set failed_verification_count = 0, locked_until = null where user_id = $1", [
		userId,
	]);
}
