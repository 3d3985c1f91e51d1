import { notFound } from "../../errors.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderEnvironment } from "../provider/provider.ts";

export type Credentials = Record<string, unknown>;

/** A renewal takes one or two requests. */
const MAX_RENEWAL_MS = 60_000;

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
			AbortSignal.timeout(MAX_RENEWAL_MS),
			async (lock) => {
				const sealed = await ctx.database.transaction(async () => {
					await lock.verify();
					return readSealed(ctx, ownerId, accountId);
				});
				const stored = openCredentials(ctx.config, ownerId, accountId, sealed) ?? {};
				if (isFresh(stored)) return stored;
				lock.signal.throwIfAborted();
				let renewed: Credentials;
				try {
					renewed = await renew(stored);
				} catch (cause) {
					// What was refused may no longer be what is stored.
					const current = await readSealed(ctx, ownerId, accountId);
					const newer = isSameSealed(current, sealed) ? null : openCredentials(ctx.config, ownerId, accountId, current);
					if (newer === null || !isFresh(newer)) throw cause;
					return newer;
				}
				// Even if the lock was lost meanwhile: the reply may have the only refresh token that is still valid. It
				// replaces only what was read: what another process or the user has stored since is newer.
				const replaced = await ctx.database.query(
					"update connected_accounts set credentials = $3 where owner_id = $1 and id = $2 and credentials is not distinct from $4 returning 1",
					[ownerId, accountId, sealCredentials(ctx.config, ownerId, accountId, renewed), sealed],
				);
				if (replaced.length > 0) return renewed;
				const newer = openCredentials(ctx.config, ownerId, accountId, await readSealed(ctx, ownerId, accountId)) ?? {};
				return isFresh(newer) ? newer : renewed;
			},
		);
}

/** Sealing the same credentials again gives other bytes. */
function isSameSealed(one: Buffer | null, other: Buffer | null): boolean {
	return one === null || other === null ? one === other : one.equals(other);
}

/** @throws AppError 404 */
async function readSealed(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
): Promise<Buffer | null> {
	const row = await database.one<{ credentials: Buffer | null }>(
		"select credentials from connected_accounts where owner_id = $1 and id = $2",
		[ownerId, accountId],
	);
	if (row === undefined) throw notFound("The mailbox");
	return row.credentials;
}
