import { createHash, randomBytes } from "node:crypto";
import { type ConsentExtra, consentExtra } from "#shared/contracts/consent.ts";
import { type ConsentKind, providerInfo } from "#shared/providers.ts";
import { AppError, badRequest, conflict } from "../../errors.ts";
import { allowedOrigins } from "../../platform/http/origins.ts";
import type { MailContext } from "../context/context.ts";
import type { ConsentFlow } from "../provider/consent.ts";
import { Unavailable } from "../provider/errors.ts";
import type { Access } from "../provider/provider.ts";
import { getAccount, requireProvider } from "../store/accounts.ts";
import { newState, storePendingConsent } from "./pending-consents.ts";

export interface ConsentInput {
	redirectUri: string;
	access: Access;
	extras: readonly ConsentExtra[];
	/** Account to reconnect. */
	account?: string | undefined;
	request: Request;
}

/** @throws AppError 409 `not-supported` when the operator has not configured OAuth credentials */
export function consentFlow(ctx: Pick<MailContext, "providers">, kind: ConsentKind): ConsentFlow {
	requireProvider(ctx, kind);
	const flow = ctx.providers.get(kind)?.consent;
	if (flow === undefined) throw conflict("not-supported", `${kind} mailboxes are not connected by consent.`);
	return flow;
}

/**
 * Starts connecting an account. A new consent of a connected one includes the extra scopes that it already has.
 * @returns the URL to redirect the browser to, and the state that comes back with it
 * @throws AppError `bad-redirect`, `not-supported`, `provider-unreachable`; 404 for an account that is not this owner's
 */
export async function beginConsent(
	ctx: MailContext,
	ownerId: string,
	kind: ConsentKind,
	input: ConsentInput,
): Promise<{ state: string; authUrl: string }> {
	const flow = consentFlow(ctx, kind);
	const { redirectUri, access, extras, request } = input;
	checkRedirect(ctx, kind, redirectUri, request);
	const account = input.account === undefined ? null : await getAccount(ctx, ownerId, input.account);
	if (account !== null && account.provider !== kind)
		throw conflict("not-supported", "This mailbox is of a different type.");
	const state = newState();
	const codeVerifier = randomBytes(32).toString("base64url");
	await storePendingConsent(ctx, state, {
		ownerId,
		provider: kind,
		accountId: account?.id ?? null,
		access,
		redirectUri,
		codeVerifier,
	});
	const address = flow.address({
		redirectUri,
		state,
		challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
		access,
		extras: consentExtra.options.filter(
			(extra) => extras.includes(extra) || (access === "full" && account?.capabilities[extra]),
		),
		...(account?.email ? { loginHint: account.email } : {}),
	});
	const authUrl = await Promise.resolve(address).catch((cause: unknown) => {
		throw cause instanceof Unavailable ? unreachable(kind, cause) : cause;
	});
	return { state, authUrl };
}

/** The error when the provider cannot be reached. */
export function unreachable(kind: ConsentKind, cause: unknown): AppError {
	return new AppError(
		502,
		"provider-unreachable",
		`${providerInfo(kind).shortName} is not responding. Please try again later.`,
		{
			cause,
		},
	);
}

/** Only our own pages may receive an authorization code. */
function checkRedirect(ctx: MailContext, kind: ConsentKind, redirectUri: string, request: Request): void {
	const url = new URL(redirectUri);
	const ours = allowedOrigins(ctx.config, request).includes(url.origin) && url.pathname === `/auth/${kind}/callback`;
	if (!ours || url.search !== "" || url.hash !== "" || url.username !== "")
		throw badRequest("bad-redirect", `redirectUri must be /auth/${kind}/callback of this server.`);
}
