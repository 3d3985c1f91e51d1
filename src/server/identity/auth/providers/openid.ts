import * as oidc from "openid-client";
import { z } from "zod";
import type { SignInClient } from "../../../config.ts";

/** Who somebody is, as a provider tells it. */
export interface Identified {
	/** Never changes and is never given to another person; unique for the provider. */
	subject: string;
	email: string | null;
	name: string;
	/** The provider answers for it that the address is this person's now. */
	vouched: boolean;
}

/** What is kept on the server while the browser is away, bound to the state. */
export const pending = z.object({ verifier: z.string(), nonce: z.string() });
export type Pending = z.infer<typeof pending>;

/** A provider of sign-in that speaks OpenID Connect Core 1.0. */
export interface OpenIdProvider {
	/** For people. */
	label: string;
	/** @returns where to send the browser @throws ProviderUnreachable */
	begin(redirectUri: string, state: string): Promise<{ authUrl: string; pending: Pending }>;
	/**
	 * Exchanges the code and checks the ID token: signature, issuer, audience, nonce, times.
	 * @param answer what came back in the address
	 * @throws SignInRefused when the provider does not confirm it @throws ProviderUnreachable
	 */
	finish(
		answer: { redirectUri: string; state: string; code: string; iss?: string | undefined },
		pending: Pending,
	): Promise<Identified>;
}

export class ProviderUnreachable extends Error {
	override name = "ProviderUnreachable";
}

/** The exchange or a check failed. The message is for the log. */
export class SignInRefused extends Error {
	override name = "SignInRefused";
}

export interface ProviderFacts {
	label: string;
	/** Where the configuration is found, below `/.well-known/openid-configuration`. @param base null: at the provider itself */
	issuer(base: string | null): string;
	/** More for the address that the browser is sent to. */
	parameters: Record<string, string>;
	read(claims: oidc.IDToken): Identified;
}

/** Seconds that clocks may differ. */
const CLOCK_TOLERANCE = 60;
/** How long a configuration is believed; keys are looked up anew as they change. */
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

async function discover(facts: ProviderFacts, client: SignInClient): Promise<oidc.Configuration> {
	const issuer = new URL(facts.issuer(client.url));
	const own = { client_secret: client.clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE };
	const configuration =
		client.url === null
			? await oidc.discovery(issuer, client.clientId, own)
			: new oidc.Configuration(await readMetadata(issuer), client.clientId, own);
	if (issuer.protocol === "http:") oidc.allowInsecureRequests(configuration);
	// The token comes straight from the provider (OpenID Connect Core §3.1.3.7 item 6); its signature is checked all
	// the same wherever there are public keys to check it with, which is everywhere but at some emulators.
	const algorithms = configuration.serverMetadata().id_token_signing_alg_values_supported ?? ["RS256"];
	if (algorithms.some((name) => !name.startsWith("HS"))) oidc.enableNonRepudiationChecks(configuration);
	return configuration;
}

/** What is used of it. */
const metadata = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	jwks_uri: z.url(),
	id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
});

/** For addresses that the operator set: what stands there may call itself otherwise, as emulators do. */
async function readMetadata(issuer: URL): Promise<oidc.ServerMetadata> {
	const response = await fetch(`${issuer.href.replace(/\/$/, "")}/.well-known/openid-configuration`, {
		signal: AbortSignal.timeout(10_000),
	});
	if (!response.ok) throw new Error(`The configuration was answered with ${response.status}.`);
	return metadata.parse(await response.json());
}

/** Without what the provider said beyond its code: answers may hold tokens. */
function reasonOf(cause: unknown): string {
	if (cause instanceof oidc.ResponseBodyError) return `${cause.error} (${cause.status})`;
	return cause instanceof Error ? `${cause.name}: ${cause.message}` : "unknown";
}
