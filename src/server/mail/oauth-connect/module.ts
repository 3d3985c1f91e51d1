import { type ConsentContract, type ConsentFunctions, consentContract } from "#shared/contracts/consent.ts";
import { type ConsentKind, consentKinds, providerInfo } from "#shared/providers.ts";
import { AppError, conflict } from "../../errors.ts";
import { type Handlers, implement } from "../../platform/http/implement.ts";
import { createRateLimits, type RateLimits } from "../../platform/http/rate-limit.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import { changeMessage } from "../changes/change-message.ts";
import type { MailContext } from "../context/context.ts";
import { AuthExpired, Unavailable } from "../provider/errors.ts";
import { providerEnvironment } from "../sessions/session.ts";
import { getAccount } from "../store/accounts.ts";
import { beginConsent, consentFlow, unreachable } from "./begin.ts";
import { type Connected, finishConsent } from "./finish.ts";
import { expirePendingConsents } from "./pending-consents.ts";
import { pictureOf } from "./picture.ts";
import { syncAccounts } from "./sync-accounts.ts";

/** Rate limit: no user goes through the flow more often. */
const FLOW_LIMIT = { max: 30, window: 3_600 };

/** Accounts that are connected by OAuth consent. */
export const oauthConnectModule: ServerModule<MailContext> = {
	name: "consent",
	routes(ctx) {
		const limits = createRateLimits(ctx.database, ctx.config);
		const handlers = consentKinds.flatMap((kind) => {
			const all = handlersOf(ctx, limits, kind);
			return providerInfo(kind).connect.functions.map((name) => [`${kind}-${name}`, all[name]]);
		});
		return [implement(consentContract, Object.fromEntries(handlers) as Handlers<ConsentContract>)];
	},
	maintain: expirePendingConsents,
};

/** Every function that a kind may offer. */
function handlersOf(ctx: MailContext, limits: RateLimits, kind: ConsentKind): Handlers<ConsentFunctions> {
	return {
		async "auth-init"({ caller, body, request }) {
			await limits.check(`consent:${caller.ownerId}`, FLOW_LIMIT);
			return beginConsent(ctx, caller.ownerId, kind, { ...body, request });
		},
		async auth({ caller, body }) {
			const connected = await finishConsent(ctx, caller.ownerId, kind, body);
			return replyOf(connected, await pictureOf(ctx, connected.consent.picture));
		},
		async refresh({ caller, body }) {
			const { id, provider } = await getAccount(ctx, caller.ownerId, body.account);
			const { shortName } = providerInfo(kind);
			if (provider !== kind) throw conflict("not-supported", `This mailbox is not at ${shortName}.`);
			const { environment } = await providerEnvironment(ctx, caller.ownerId, id);
			const expires_in = await consentFlow(ctx, kind)
				.refreshToken(environment)
				.catch((cause: unknown) => {
					throw renewalProblem(kind, cause);
				});
			return { expires_in };
		},
		sync: ({ caller, signal }) => syncAccounts(ctx, caller.ownerId, kind, signal),
		"update-email": ({ caller, body }) => changeMessage(ctx, caller, body),
	};
}

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

function renewalProblem(kind: ConsentKind, cause: unknown): unknown {
	const message = `${providerInfo(kind).shortName} requires you to sign in again. Reconnect the mailbox.`;
	if (cause instanceof AuthExpired) return new AppError(409, "needs-sign-in", message, { cause });
	return cause instanceof Unavailable ? unreachable(kind, cause) : cause;
}
