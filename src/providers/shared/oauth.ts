/** OAuth 2.0 for providers connected by user consent (RFC 6749, PKCE RFC 7636, revocation RFC 7009). */

import * as oidc from "openid-client";
import { z } from "zod";
import { AuthExpired, ConsentFailed, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { limitedFetch } from "#shared/limited-fetch.ts";

export interface OAuthClient {
	/** The provider's display name. */
	label: string;
	clientId: string;
	clientSecret: string;
	endpoints: OAuthEndpoints;
}

export interface OAuthEndpoints {
	authorization: string;
	token: string;
	/** Null: the provider has no revocation endpoint. */
	revocation: string | null;
}

/** Path of the provider's discovery document (OpenID Connect Discovery 1.0 §3). */
const CONFIGURATION_PATH = "/.well-known/openid-configuration";
const DISCOVERY_MS = 10_000;

/**
 * The provider's own endpoints, or those discovered at another address (an emulator). Discovery runs once and is retried
 * after a failure.
 * @param address base URL of the discovery document; null: the provider itself
 * @returns a function that resolves to the endpoints @throws Unavailable
 */
export function discoverEndpoints<T>(
	address: string | null,
	{ label, own, shape }: { label: string; own: T; shape: z.ZodType<T> },
): () => Promise<T> {
	let known: Promise<T> | null = null;
	const discover = async (url: string): Promise<T> => {
		const reply = await limitedFetch(url + CONFIGURATION_PATH, {
			...{ signal: AbortSignal.timeout(DISCOVERY_MS), maxBytes: MAX_BYTES },
		});
		return shape.parse(await reply.json());
	};
	return () => {
		if (address === null) return Promise.resolve(own);
		known ??= discover(address).catch((cause: unknown) => {
			known = null;
			throw new Unavailable(`${label}'s sign-in is not responding.`, { cause });
		});
		return known;
	};
}

/** Credentials stored encrypted for an account. */
const tokens = z.object({
	accessToken: z.string(),
	refreshToken: z.string().nullable(),
	/** Epoch milliseconds. */
	expiresAt: z.number(),
	/** As granted, space-separated. */
	scope: z.string(),
});
export type Tokens = z.infer<typeof tokens>;

/** A token is refreshed this long before it expires. */
export const MARGIN_MS = 5 * 60_000;
const TIMEOUT_MS = 20_000;
/** Tokens and discovery documents have a few kilobytes. */
const MAX_BYTES = 1024 * 1024;
/** Assumed lifetime when the provider does not send `expires_in`. */
const USUAL_LIFE_SECONDS = 3_600;

/** @param parameters query parameters beyond those of RFC 6749 */
export function authorizationUrl(
	client: OAuthClient,
	request: { redirectUri: string; state: string; challenge: string; scope: string },
	parameters: Record<string, string>,
): string {
	const url = new URL(client.endpoints.authorization);
	url.search = new URLSearchParams({
		client_id: client.clientId,
		redirect_uri: request.redirectUri,
		response_type: "code",
		scope: request.scope,
		state: request.state,
		code_challenge: request.challenge,
		code_challenge_method: "S256",
		...parameters,
	}).toString();
	return url.href;
}

/** Exchanges an authorization code for tokens. @throws ConsentFailed */
export async function exchangeCode(
	client: OAuthClient,
	request: { code: string; redirectUri: string; codeVerifier: string },
	now: number,
): Promise<Tokens> {
	const url = new URL(request.redirectUri);
	url.searchParams.set("code", request.code);
	try {
		const reply = await oidc.authorizationCodeGrant(configurationOf(client), url, {
			pkceCodeVerifier: request.codeVerifier,
			// Already verified by the kernel.
			expectedState: oidc.skipStateCheck,
		});
		return tokensOf(reply, null, now);
	} catch (cause) {
		throw consentFailure(client, cause);
	}
}

/** The account's tokens, refreshed if they expire within five minutes. @throws AuthExpired, RateLimited, Unavailable */
export async function freshTokens(client: OAuthClient, environment: ProviderEnvironment): Promise<Tokens> {
	const isFresh = (credentials: Record<string, unknown>): boolean => {
		const known = tokens.safeParse(credentials);
		return known.success && known.data.expiresAt - environment.now() > MARGIN_MS;
	};
	const renewed = await environment.renewCredentials(isFresh, (old) => renew(client, old, environment.now()));
	return tokens.parse(renewed);
}

/** Refreshes the account's tokens like `freshTokens`. @returns remaining lifetime in seconds */
export async function refreshTokens(client: OAuthClient, environment: ProviderEnvironment): Promise<number> {
	const { expiresAt } = await freshTokens(client, environment);
	return Math.max(0, Math.round((expiresAt - environment.now()) / 1000));
}

/** Refreshes a token that the provider rejected, whatever its age. */
export async function replaceTokens(
	client: OAuthClient,
	environment: ProviderEnvironment,
	refused: string,
): Promise<Tokens> {
	const isOther = (credentials: Record<string, unknown>): boolean => {
		const known = tokens.safeParse(credentials);
		return known.success && known.data.accessToken !== refused;
	};
	return tokens.parse(await environment.renewCredentials(isOther, (old) => renew(client, old, environment.now())));
}

/** Revokes the grant. Having nothing to revoke is not an error. */
export async function revokeTokens(client: OAuthClient, credentials: Record<string, unknown> | null): Promise<void> {
	const known = tokens.safeParse(credentials);
	if (!known.success || client.endpoints.revocation === null) return;
	await oidc.tokenRevocation(configurationOf(client), known.data.refreshToken ?? known.data.accessToken);
}

async function renew(client: OAuthClient, credentials: Record<string, unknown>, now: number): Promise<Tokens> {
	const known = tokens.safeParse(credentials);
	if (!known.success || known.data.refreshToken === null)
		throw new AuthExpired(`${client.label} must be connected again.`);
	const { refreshToken } = known.data;
	try {
		return tokensOf(await oidc.refreshTokenGrant(configurationOf(client), refreshToken), known.data, now);
	} catch (cause) {
		throw renewalFailure(client, cause);
	}
}

function tokensOf(reply: oidc.TokenEndpointResponse, old: Tokens | null, now: number): Tokens {
	return {
		accessToken: reply.access_token,
		// Many providers send a refresh token only with the first exchange.
		refreshToken: reply.refresh_token ?? old?.refreshToken ?? null,
		expiresAt: now + (reply.expires_in ?? USUAL_LIFE_SECONDS) * 1000,
		scope: reply.scope ?? old?.scope ?? "",
	};
}

function configurationOf({ clientId, clientSecret, endpoints }: OAuthClient): oidc.Configuration {
	const configuration = new oidc.Configuration(
		{
			issuer: new URL(endpoints.token).origin,
			authorization_endpoint: endpoints.authorization,
			token_endpoint: endpoints.token,
			...(endpoints.revocation !== null && { revocation_endpoint: endpoints.revocation }),
		},
		clientId,
		undefined,
		oidc.ClientSecretPost(clientSecret),
	);
	configuration.timeout = TIMEOUT_MS / 1000;
	configuration[oidc.customFetch] = fetchWithoutIdToken;
	if (endpoints.token.startsWith("http:")) oidc.allowInsecureRequests(configuration);
	return configuration;
}

/**
 * Drops the ID token that comes with profile scopes. It is not used here, and validating it would fail because its issuer
 * is not the token endpoint's host.
 */
const fetchWithoutIdToken: oidc.CustomFetch = async (url, request) => {
	const reply = await limitedFetch(url, {
		...(request as RequestInit),
		...{ signal: request.signal ?? AbortSignal.timeout(TIMEOUT_MS), maxBytes: MAX_BYTES },
	});
	if (!reply.ok || !reply.headers.get("content-type")?.includes("json")) return reply;
	const text = await reply.text();
	return new Response(withoutIdToken(text), { status: reply.status, headers: reply.headers });
};

function withoutIdToken(text: string): string {
	try {
		const { id_token: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
		return JSON.stringify(rest);
	} catch {
		// The caller reports what is wrong with it.
		return text;
	}
}

/** Responses may contain tokens, so only their error codes are passed on. */
function consentFailure(client: OAuthClient, cause: unknown): ConsentFailed {
	const { status, error } = answerOf(cause);
	return new ConsentFailed(status, error, `${client.label} rejected the sign-in (${error ?? status ?? "no answer"}).`);
}

function renewalFailure(client: OAuthClient, cause: unknown): Error {
	const { status, error, retryAfter } = answerOf(cause);
	// Revoked, expired, or invalidated by a password change.
	if (error === "invalid_grant" || error === "interaction_required" || error === "unauthorized_client")
		return new AuthExpired(`${client.label} must be connected again (${error}).`);
	if (status === 429) return new RateLimited(retryAfter ?? 60);
	return new Unavailable(`${client.label} did not renew the sign-in (${error ?? status ?? "no answer"}).`);
}

function answerOf(cause: unknown): { status: number | null; error: string | null; retryAfter: number | null } {
	const retryOf = (response: Response): number | null => {
		const seconds = Number(response.headers.get("retry-after"));
		return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
	};
	if (cause instanceof oidc.ResponseBodyError)
		return { status: cause.status, error: cause.error, retryAfter: retryOf(cause.response) };
	if (cause instanceof oidc.ClientError && cause.cause instanceof Response)
		return { status: cause.cause.status, error: null, retryAfter: retryOf(cause.cause) };
	return { status: null, error: null, retryAfter: null };
}
