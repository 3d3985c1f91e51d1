import { AppError, tooManyRequests } from "../../../errors.ts";
import type { RateLimits, Reservation } from "../../../platform/http/rate-limit.ts";
import { clientOf } from "../../../platform/http/remote-address.ts";
import { linkLifetimeMinutes } from "../links/mailed-links.ts";

/** Who tries to sign in to which account. */
export interface SignInClient {
	/** The submitted address, trimmed and in lower case; the account may not exist. */
	email: string;
	remoteAddress: string;
	/** The device's id if it has signed in to this account before. */
	device: string | null;
}

/** Limits the attacker and never the account: no one can lock another user out (decision note 30). */
export interface SignInThrottle {
	/**
	 * Counts a password attempt before it is checked.
	 * @returns a function that takes the attempt back because the password was right
	 * @throws AppError 429
	 */
	attempt(asker: SignInClient): Promise<() => Promise<void>>;
	/**
	 * Counts one email about signing in.
	 * @throws AppError 429 `too-many-requests` or `links-sent`
	 */
	mail(asker: SignInClient, kind: "sign-in" | "reset" | "change"): Promise<void>;
}

const HOUR = 60 * 60;
/** Wrong passwords for one account from one client, or from one known device. */
const PER_ACCOUNT = { max: 50, window: HOUR };
/** Wrong passwords for all accounts together from one client. */
const PER_CLIENT = { max: 100, window: HOUR };
/** The same from one IPv6 /48, which a single customer can have. */
const PER_SITE = { max: 1_000, window: HOUR };
/** Not a limit, only a counter: wrong passwords for one account from all unknown devices. */
const ALL_UNKNOWN = { max: 1_000_000, window: HOUR };
/**
 * Above this count the account is considered under attack: unknown devices get fewer attempts each, and responses are
 * slower.
 */
const CALM = 50;
const PER_CLIENT_UNDER_ATTACK = 5;

/** Links that one client may have sent to one address, and to all addresses. */
const LINKS = { max: 5, window: HOUR };
const LINKS_PER_CLIENT = { max: 30, window: HOUR };
/**
 * Links of one kind to one address, from all clients together. The window is no longer than a link's lifetime, so that
 * a rejected user has a working link in their mailbox.
 */
const LINKS_PER_RECIPIENT = { max: 10, window: linkLifetimeMinutes.signIn * 60 };

/** @param wait delays a response by this many milliseconds */
export function createSignInThrottle(limits: RateLimits, wait: (ms: number) => Promise<void>): SignInThrottle {
	/** Reserves all or none. */
	async function reserveAll(
		rules: (readonly [string, Parameters<RateLimits["reserve"]>[1]])[],
	): Promise<Reservation[]> {
		const made: Reservation[] = [];
		for (const [key, rule] of rules) {
			const reservation = await limits.reserve(key, rule);
			if (!reservation.allowed) {
				await releaseAll(made);
				throw tooManyRequests(reservation.retryAfter);
			}
			made.push(reservation);
		}
		return made;
	}

	return {
		async attempt({ email, remoteAddress, device }) {
			if (device !== null) {
				const own = await reserveAll([[`wrong-password:device:${device}:${email}`, PER_ACCOUNT]]);
				return () => releaseAll(own);
			}
			const client = clientOf(remoteAddress);
			const site = clientOf(remoteAddress, 48);
			const made = await reserveAll([
				[`wrong-password:client-account:${client}:${email}`, PER_ACCOUNT],
				[`wrong-password:client:${client}`, PER_CLIENT],
				...(site === client ? [] : [[`wrong-password:site:${site}`, PER_SITE] as const]),
				[`wrong-password:account:${email}`, ALL_UNKNOWN],
			]);
			const own = made[0]?.count ?? 0;
			const all = made.at(-1)?.count ?? 0;
			if (all > CALM && own > PER_CLIENT_UNDER_ATTACK) {
				await releaseAll(made);
				throw tooManyRequests(made[0]?.retryAfter ?? HOUR);
			}
			await wait(delayFor(all));
			return () => releaseAll(made);
		},
		async mail({ email, remoteAddress, device }, kind) {
			if (device !== null) {
				await limits.check(`links:device:${device}:${kind}:${email}`, LINKS);
				return;
			}
			const client = clientOf(remoteAddress);
			const reserved = await reserveAll([
				[`links:client-account:${client}:${kind}:${email}`, LINKS],
				[`links:client:${client}`, LINKS_PER_CLIENT],
			]);
			const sent = await limits.reserve(`links:to:${kind}:${email}`, LINKS_PER_RECIPIENT);
			if (sent.allowed) return;
			await releaseAll(reserved);
			throw linksSent(sent.retryAfter);
		},
	};
}

/** Milliseconds: none for a user who mistypes, and never long enough to lock one out. */
function delayFor(wrong: number): number {
	if (wrong <= CALM) return 0;
	if (wrong <= 2 * CALM) return 250;
	return wrong <= 10 * CALM ? 1_000 : 2_000;
}

async function releaseAll(reservations: Reservation[]): Promise<void> {
	for (const reservation of reservations) await reservation.release();
}

/** The same whether or not the address has an account. */
function linksSent(retryAfter: number): AppError {
	const minutes = Math.ceil(retryAfter / 60);
	return new AppError(
		429,
		"links-sent",
		`Several links were requested for this address. If it has an account, they are in its inbox and still work. Try again in ${minutes} min.`,
		{ headers: { "retry-after": String(retryAfter) } },
	);
}
