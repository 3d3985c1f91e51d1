import { createHash, randomBytes } from "node:crypto";
import { badRequest } from "../../errors.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import type { MailContext } from "../context/context.ts";
import type { Access, ProviderKind } from "../provider/provider.ts";

/** A pending authorization at a provider. */
export interface PendingConsent {
	ownerId: string;
	provider: ProviderKind;
	accountId: string | null;
	access: Access;
	redirectUri: string;
	/** PKCE code verifier (RFC 7636). */
	codeVerifier: string;
}

/** As the specification says. */
const LIFE_MS = 10 * 60_000;

const hashOf = (state: string): Buffer => createHash("sha256").update(state).digest();

/** Eight random 32-bit numbers in hex. */
export function newState(): string {
	return randomBytes(32).toString("hex");
}

export async function storePendingConsent(ctx: MailContext, state: string, consent: PendingConsent): Promise<void> {
	const { ownerId, provider, accountId, access, redirectUri, codeVerifier } = consent;
	await ctx.database.exec(
		`insert into pending_consents (state_hash, owner_id, provider, account_id, access, redirect_uri, code_verifier, expires_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		[
			hashOf(state),
			ownerId,
			provider,
			accountId,
			access,
			redirectUri,
			createSecrets(ctx.config).seal(codeVerifier, `${ownerId}/consent`),
			new Date(ctx.now() + LIFE_MS),
		],
	);
}

/**
 * Consumes the pending consent of a state, once.
 * @throws AppError 400 `consent-expired` when it is unknown, used, older than ten minutes, another user's, or was
 * started for another provider or page
 */
export async function consumePendingConsent(
	ctx: MailContext,
	state: string,
	expected: Pick<PendingConsent, "ownerId" | "provider" | "redirectUri">,
): Promise<PendingConsent> {
	const row = await ctx.database.one<{
		account_id: string | null;
		access: Access;
		code_verifier: Buffer;
	}>(
		`delete from pending_consents
		where state_hash = $1 and owner_id = $2 and provider = $3 and redirect_uri = $4 and expires_at > $5
		returning account_id, access, code_verifier`,
		[hashOf(state), expected.ownerId, expected.provider, expected.redirectUri, new Date(ctx.now())],
	);
	if (row === undefined) throw badRequest("consent-expired", "Authentication session expired. Please try again.");
	return {
		...expected,
		accountId: row.account_id,
		access: row.access,
		codeVerifier: createSecrets(ctx.config).open(row.code_verifier, `${expected.ownerId}/consent`),
	};
}

export async function expirePendingConsents(ctx: MailContext): Promise<void> {
	await ctx.database.exec("delete from pending_consents where expires_at < $1", [new Date(ctx.now())]);
}
