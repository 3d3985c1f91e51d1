import { createHmac, timingSafeEqual } from "node:crypto";
import { type Config, deriveKey } from "../../../config.ts";
import type { Database } from "../../../db/database.ts";
import type { Logger } from "../../../log.ts";

/** What a link does when it is opened. */
export type LinkKind = "sign-in" | "reset" | "verify";

/**
 * Binds emailed links to the address of their account and to the version of its credentials, which changes with the
 * address, the password, the second factor and the passkeys, and whenever a link is used: all other links are void then.
 */
export interface LinkBinding {
	/**
	 * Adds the binding to a token in the background, so that response times do not reveal whether an account exists.
	 * @param user with the address of the account when the link was requested; no link is sent once it has another one
	 */
	bind(kind: LinkKind, user: { id: string; email: string }, token: string, send: (bound: string) => void): void;
	/** Uses a link up, and with it all of the user's. @returns false: it is void */
	redeem(kind: LinkKind, userId: string, bound: string): Promise<boolean>;
	/** The version of a user's credentials; null: there is no such user. */
	versionOf(userId: string): Promise<number | null>;
}

interface State {
	email: string;
	credential_version: number;
}

export function createLinkBinding(config: Config, database: Database, log: Logger): LinkBinding {
	const key = deriveKey(config, "mailed-links");

	function sign(kind: LinkKind, userId: string, token: string, state: State): Buffer {
		const text = JSON.stringify([kind, userId, token, state.email, state.credential_version]);
		return createHmac("sha256", key).update(text).digest();
	}

	async function stateOf(userId: string): Promise<State | undefined> {
		const state = await database.one<State>("select email, credential_version from users where id = $1", [userId]);
		return state;
	}

	return {
		bind(kind, { id, email }, token, send) {
			stateOf(id)
				.then((state) => {
					if (state?.email !== email) return;
					send(`${token}.${sign(kind, id, token, state).toString("base64url")}`);
				})
				.catch((cause: unknown) =>
					log.error({ event: "sign_in.mail_failed", part: "auth", err: cause }, "a link about signing in was not sent"),
				);
		},
		async redeem(kind, userId, bound) {
			const state = await stateOf(userId);
			if (state === undefined) return false;
			const token = unbound(bound);
			const given = Buffer.from(bound.slice(token.length + 1), "base64url");
			const expected = sign(kind, userId, token, state);
			if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
			// Of two links that are opened at the same time one is used.
			const used = await database.query(
				`update users set credential_version = credential_version + 1
				where id = $1 and email = $2 and credential_version = $3 returning id`,
				[userId, state.email, state.credential_version],
			);
			return used.length > 0;
		},
		versionOf: (userId) => credentialVersion(database, userId),
	};
}

/** The version of a user's credentials, which changes with each of them; null: there is no such user. */
export async function credentialVersion(database: Database, userId: string): Promise<number | null> {
	const row = await database.one<{ credential_version: number }>("select credential_version from users where id = $1", [
		userId,
	]);
	return row?.credential_version ?? null;
}

/** The token without its binding, if it has one. */
export function unbound(bound: string): string {
	const end = bound.lastIndexOf(".");
	return end < 0 ? bound : bound.slice(0, end);
}
