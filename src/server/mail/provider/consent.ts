import type { ConsentExtra } from "#shared/contracts/consent.ts";
import type { Access, ProviderEnvironment } from "./provider.ts";

/** What a user has consented to. */
export interface Consent {
	email: string;
	name: string | null;
	/** URL of the user's profile picture. */
	picture: string | null;
	/** What was actually granted, which may be less than requested. */
	access: Access;
	/** Shaped by the provider; encrypted by the kernel. */
	credentials: Record<string, unknown>;
	/** Not secret; shaped by the provider. */
	settings: Record<string, unknown>;
}

/** Connecting by OAuth 2.0 authorization code (RFC 6749 §4.1) with PKCE (RFC 7636, S256). */
export interface ConsentFlow {
	/**
	 * The authorization URL.
	 * @param loginHint the address of an account that is reconnected
	 */
	address(request: {
		redirectUri: string;
		state: string;
		challenge: string;
		access: Access;
		/** Ignored where `access` includes them. */
		extras: readonly ConsentExtra[];
		loginHint?: string;
	}): string | Promise<string>;
	/** @throws ConsentFailed */
	finish(request: { code: string; redirectUri: string; codeVerifier: string; signal: AbortSignal }): Promise<Consent>;
	/**
	 * Refreshes the account's token when it expires within five minutes.
	 * @returns seconds until it expires
	 * @throws AuthExpired, Unavailable
	 */
	refreshToken(environment: ProviderEnvironment): Promise<number>;
}
