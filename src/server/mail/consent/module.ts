import { consentContract } from "#shared/contracts/consent.ts";
import { AppError, conflict } from "../../errors.ts";
import { implement } from "../../platform/http/implement.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { AuthExpired, Unavailable } from "../provider/errors.ts";
import { providerEnvironment } from "../sessions/session.ts";
import { getAccount } from "../store/accounts.ts";
import { expireAttempts } from "./attempts.ts";
import { beginConsent, type ConsentInput, type ConsentKind, consentFlow } from "./begin.ts";
import { type Connected, finishConsent } from "./finish.ts";
import { syncOutlook, updateOutlookEmail } from "./outlook.ts";
import { pictureOf } from "./picture.ts";

/** Rate limit: no user goes through the flow more often. */
const FLOW_LIMIT = { max: 30, window: 3_600 };

/** Accounts that are connected by OAuth consent at Google or Microsoft. */
export const consentModule: ServerModule<MailContext> = {
	name: "consent",
	routes(ctx) {
		const limits = createRateLimits(ctx.database, ctx.config);
		type Finish = { caller: { ownerId: string }; body: { code: string; state: string; redirectUri: string } };
		type Begin = { caller: { ownerId: string }; body: Omit<ConsentInput, "request">; request: Request };
		const begin = async (kind: ConsentKind, { caller, body, request }: Begin) => {
			await limits.check(`consent:${caller.ownerId}`, FLOW_LIMIT);
			return beginConsent(ctx, caller.ownerId, kind, { ...body, request });
		};
		const finish = async (kind: ConsentKind, { caller, body }: Finish) => {
			const connected = await finishConsent(ctx, caller.ownerId, kind, body);
			return replyOf(connected, await pictureOf(ctx, connected.consent.picture));
		};
		return [
			implement(consentContract, {
				"gmail-auth-init": (input) => begin("gmail", input),
				"outlook-auth-init": (input) => begin("outlook", input),
				"gmail-auth": (input) => finish("gmail", input),
				"outlook-auth": (input) => finish("outlook", input),
				async "gmail-refresh"({ caller, body }) {
					const { id, provider } = await getAccount(ctx, caller.ownerId, body.account);
					if (provider !== "gmail") throw conflict("not-supported", "This mailbox is not at Gmail.");
					const { environment } = await providerEnvironment(ctx, caller.ownerId, id);
					const expires_in = await consentFlow(ctx, "gmail")
						.refreshToken(environment)
						.catch((cause: unknown) => {
							throw renewalProblem(cause);
						});
					return { expires_in };
				},
				"outlook-sync": ({ caller, signal }) => syncOutlook(ctx, caller.ownerId, signal),
				"outlook-update-email": ({ caller, body }) => updateOutlookEmail(ctx, caller.ownerId, body),
			}),
		];
	},
	maintain: expireAttempts,
};

function replyOf({ consent, account, job }: Connected, picture: string | null) {
	const { email, name, credentials } = consent;
	const { expiresAt, scope } = credentials as { expiresAt?: number; scope?: string };
	return {
		token_type: "Bearer" as const,
		expires_in: Math.max(0, Math.round(((expiresAt ?? 0) - Date.now()) / 1000)),
		scope: scope ?? "",
		user: { email, name, picture },
		account,
		job,
	};
}

function renewalProblem(cause: unknown): unknown {
	if (cause instanceof AuthExpired)
		return new AppError(409, "needs-sign-in", "Gmail requires you to sign in again. Reconnect the mailbox.", { cause });
	if (cause instanceof Unavailable)
		return new AppError(502, "provider-unreachable", "Gmail is not responding. Please try again later.", { cause });
	return cause;
}
