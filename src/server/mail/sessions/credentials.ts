import { notFound } from "../../errors.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderEnvironment } from "../provider/provider.ts";

export type Credentials = Record<string, unknown>;

/** A renewal takes one or two requests. */
const LONGEST_RENEWAL_MS = 60_000;

/** Encrypted JSON, see `src/server/platform/secrets/secrets.ts`; it decrypts only for this owner and account. */
export function sealCredentials(
	config: MailContext["config"],
	ownerId: string,
	accountId: string,
	credentials: Credentials,
): Buffer {
	return createSecrets(config).seal(JSON.stringify(credentials), `${ownerId}/${accountId}`);
}

/** @returns null if none are stored */
export function openCredentials(
	config: MailContext["config"],
	ownerId: string,
	accountId: string,
	sealed: Buffer | null,
): Credentials | null {
	if (sealed === null) return null;
	return JSON.parse(createSecrets(config).open(sealed, `${ownerId}/${accountId}`)) as Credentials;
}

/**
 * `renewCredentials` of one account's environment: across processes, the first caller renews; all others wait and use
 * the stored result.
 */
export function renewalOf(
	ctx: Pick<MailContext, "config" | "database" | "log">,
	ownerId: string,
	accountId: string,
): ProviderEnvironment["renewCredentials"] {
	return (isFresh, renew) =>
		withAccountLock(
			ctx,
			{ ownerId, accountId, scope: "credentials" },
			AbortSignal.timeout(LONGEST_RENEWAL_MS),
			async () => {
				const values = [ownerId, accountId];
				const [row] = await ctx.database.query<{ credentials: Buffer | null }>(
					"select credentials from connected_accounts where owner_id = $1 and id = $2",
					values,
				);
				if (row === undefined) throw notFound("The mailbox");
				const stored = openCredentials(ctx.config, ownerId, accountId, row.credentials) ?? {};
				if (isFresh(stored)) return stored;
				const renewed = await renew(stored);
				// Replace only what was read: if the user reconnects the account meanwhile, the new credentials win.
				await ctx.database.query(
					"update connected_accounts set credentials = $3 where owner_id = $1 and id = $2 and credentials is not distinct from $4",
					[...values, sealCredentials(ctx.config, ownerId, accountId, renewed), row.credentials],
				);
				return renewed;
			},
		);
}
