import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import type { ConsentKind } from "#shared/providers.ts";
import { AppError, conflict } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { Consent } from "../provider/consent.ts";
import { ConsentFailed, Unavailable } from "../provider/errors.ts";
import { sealCredentials } from "../sessions/credentials.ts";
import { findOrCreateAccount, getAccount } from "../store/accounts.ts";
import { withinMailboxLimit } from "../store/mailbox-limit.ts";
import { enqueueFreshSync } from "../sync/job.ts";
import { forgetSyncError } from "../sync/status/status.ts";
import { consentFlow, unreachable } from "./begin.ts";
import { consumePendingConsent } from "./pending-consents.ts";

const TIMEOUT_MS = 30_000;
export interface Connected {
	consent: Consent;
	account: Account;
	job: Job;
}

/**
 * Connects the account that a user has consented to, and starts its first sync.
 * @throws AppError `consent-expired`, `consent-failed` with the provider's error code, `consent-incomplete`,
 * `other-account`, `provider-unreachable`
 */
export async function finishConsent(
	ctx: MailContext,
	ownerId: string,
	kind: ConsentKind,
	answer: { code: string; state: string; redirectUri: string },
): Promise<Connected> {
	const flow = consentFlow(ctx, kind);
	const { redirectUri } = answer;
	const pending = await consumePendingConsent(ctx, answer.state, { ownerId, provider: kind, redirectUri });
	const { codeVerifier } = pending;
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const consent = await flow
		.finish({ code: answer.code, redirectUri, codeVerifier, signal })
		.catch((cause: unknown) => {
			throw toAppError(kind, cause);
		});
	if (pending.accountId !== null) {
		const known = await getAccount(ctx, ownerId, pending.accountId);
		if (known.email !== null && known.email.toLowerCase() !== consent.email.toLowerCase())
			throw conflict(
				"other-account",
				`You signed in as ${consent.email}, and this mailbox is ${known.email}. Choose that account, or connect the other one as a new mailbox.`,
			);
	}
	const { id, job } = await ctx.database.transaction(() =>
		withinMailboxLimit(ctx, ownerId, async () => {
			const id = await findOrCreateAccount(ctx, ownerId, { provider: kind, name: consent.email });
			await ctx.database.exec(
				`update connected_accounts set email = $3, settings = settings || $4::jsonb, credentials = $5, status = 'connected',
					unanswered_server = null, unanswered_since = null, updated_at = now() where owner_id = $1 and id = $2`,
				[
					ownerId,
					id,
					consent.email,
					JSON.stringify({ ...consent.settings, email: consent.email, access: consent.access }),
					sealCredentials(ctx.config, ownerId, id, consent.credentials),
				],
			);
			await forgetSyncError(ctx.database, { ownerId, accountId: id });
			// A sync that already runs may still use the old tokens.
			return { id, job: await enqueueFreshSync(ctx, { ownerId, accountId: id }, "user") };
		}),
	);
	ctx.events.publish(ownerId, { type: "accounts" });
	return { consent, account: await getAccount(ctx, ownerId, id), job };
}

function toAppError(kind: ConsentKind, cause: unknown): unknown {
	if (cause instanceof Unavailable) return unreachable(kind, cause);
	if (!(cause instanceof ConsentFailed)) return cause;
	if (cause.error === "incomplete") return new AppError(409, "consent-incomplete", cause.message, { cause });
	if (cause.error === "profile") return new AppError(400, "consent-failed", cause.message, { cause });
	if (cause.status === null) return unreachable(kind, cause);
	return new AppError(400, "consent-failed", `Authentication failed: ${cause.error ?? cause.status}`, { cause });
}
