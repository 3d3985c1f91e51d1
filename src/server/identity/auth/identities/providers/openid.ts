import * as oidc from "openid-client";
import { z } from "zod";
import { limitedFetch } from "#shared/limited-fetch.ts";
import type { SignInClient } from "../../../../config.ts";

/** A user's identity as the provider reports it. */
export interface Identified {
	/** Never changes and is never reassigned; unique within the provider. */
	subject: string;
	email: string | null;
	name: string;
	/** The provider vouches that the address currently belongs to this user. */
	vouched: boolean;
}

/** Stored on the server during the redirect, bound to the state. */
export const pending = z.object({ verifier: z.string(), nonce: z.string() });
export type Pending = z.infer<typeof pending>;

/** An identity provider that implements OpenID Connect Core 1.0. */
export interface OpenIdProvider {
	/** Display name. */
	label: string;
	/**
	 * @returns the authorization URL
	 * @throws ProviderUnreachable
	 */
	begin(redirectUri: string, state: string): Promise<{ authUrl: string; pending: Pending }>;
	/**
	 * Exchanges the code and validates the ID token: signature, issuer, audience, nonce, times.
	 * @param answer the query parameters of the redirect
	 * @throws SignInRefused when the provider does not confirm it
	 * @throws ProviderUnreachable
	 */
	finish(
		answer: { redirectUri: string; state: string; code: string; iss?: string | undefined },
		pending: Pending,
	): Promise<Identified>;
}

export class ProviderUnreachable extends Error {
	override name = "ProviderUnreachable";
}

/** The code exchange or a validation failed. The message is for the log. */
export class SignInRefused extends Error {
	override name = "SignInRefused";
}

export interface ProviderFacts {
	label: string;
	/**
	 * The issuer, below which `/.well-known/openid-configuration` is.
	 * @param base null: the provider itself
	 */
	issuer(base: string | null): string;
	/** Additional parameters of the authorization URL. */
	parameters: Record<string, string>;
	read(claims: oidc.IDToken): Identified;
}

/** Tolerated clock skew in seconds. */
const CLOCK_TOLERANCE = 60;
const TIMEOUT_MS = 10_000;
/** Of an answer: metadata, keys, tokens. */
const MAX_BYTES = 1024 * 1024;
/** How long the discovery document is cached; keys are fetched again when they change. */
const CONFIGURATION_MS = 12 * 60 * 60_000;

export function createOpenIdProvider(facts: ProviderFacts, client: SignInClient): OpenIdProvider {
	let known: { configuration: Promise<oidc.Configuration>; at: number } | null = null;

	function configure(): Promise<oidc.Configuration> {
		if (known !== null && Date.now() - known.at < CONFIGURATION_MS) return known.configuration;
		const configuration = discover(facts, client).catch((cause: unknown) => {
			known = null;
			throw new ProviderUnreachable(`${facts.label} does not answer.`, { cause });
		});
		known = { configuration, at: Date.now() };
		return configuration;
	}

	return {
		label: facts.label,
		async begin(redirectUri, state) {
			const configuration = await configure();
			const made = { verifier: oidc.randomPKCECodeVerifier(), nonce: oidc.randomNonce() };
			const url = oidc.buildAuthorizationUrl(configuration, {
				redirect_uri: redirectUri,
				scope: "openid email profile",
				state,
				nonce: made.nonce,
				code_challenge: await oidc.calculatePKCECodeChallenge(made.verifier),
				code_challenge_method: "S256",
				...facts.parameters,
			});
			return { authUrl: url.href, pending: made };
		},
		async finish({ redirectUri, state, code, iss }, { verifier, nonce }) {
			const configuration = await configure();
			const url = new URL(redirectUri);
			url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
			const tokens = await oidc
				.authorizationCodeGrant(configuration, url, {
					pkceCodeVerifier: verifier,
					expectedState: state,
					expectedNonce: nonce,
					idTokenExpected: true,
				})
				.catch((cause: unknown) => {
					throw new SignInRefused(reasonOf(cause));
				});
			const claims = tokens.claims();
			if (claims === undefined) throw new SignInRefused("There was no ID token.");
			return facts.read(claims);
		},
	};
}

const boundedFetch: oidc.CustomFetch = (url, request) =>
	limitedFetch(url, {
		...(request as RequestInit),
		...{ signal: request.signal ?? AbortSignal.timeout(TIMEOUT_MS), maxBytes: MAX_BYTES },
	});

async function discover(facts: ProviderFacts, client: SignInClient): Promise<oidc.Configuration> {
	const issuer = new URL(facts.issuer(client.url));
	const own = { client_secret: client.clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE };
	const configuration =
		client.url === null
			? await oidc.discovery(issuer, client.clientId, own, undefined, { [oidc.customFetch]: boundedFetch })
			: new oidc.Configuration(await readMetadata(issuer), client.clientId, own);
	configuration[oidc.customFetch] = boundedFetch;
	if (issuer.protocol === "http:") oidc.allowInsecureRequests(configuration);
	// The token comes directly from the provider (OpenID Connect Core §3.1.3.7 item 6); its signature is still checked
	// wherever there are public keys, which is everywhere except some emulators.
	const algorithms = configuration.serverMetadata().id_token_signing_alg_values_supported ?? ["RS256"];
	if (algorithms.some((name) => !name.startsWith("HS"))) oidc.enableNonRepudiationChecks(configuration);
	return configuration;
}

/** The fields that are used. */
const metadata = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	jwks_uri: z.url(),
	id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
});

/** For issuers set by the operator: their metadata may name another issuer, as emulators do. */
async function readMetadata(issuer: URL): Promise<oidc.ServerMetadata> {
	const response = await limitedFetch(`${issuer.href.replace(/\/$/, "")}/.well-known/openid-configuration`, {
		...{ signal: AbortSignal.timeout(TIMEOUT_MS), maxBytes: MAX_BYTES },
	});
	if (!response.ok) throw new Error(`The configuration was answered with ${response.status}.`);
	return metadata.parse(await response.json());
}

/** Omits everything in the provider's response but its error code: responses may contain tokens. */
function reasonOf(cause: unknown): string {
	if (cause instanceof oidc.ResponseBodyError) return `${cause.error} (${cause.status})`;
	return cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown";
}
