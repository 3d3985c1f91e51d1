import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { freshTokens, MARGIN_MS, type OAuthClient, replaceTokens, type Tokens } from "./oauth.ts";

/** The access tokens of an account's session. */
export interface AccessTokens {
	/** The account's tokens, refreshed when they expire within five minutes or were rejected. @throws as `freshTokens` */
	current(): Promise<Tokens>;
	/** The API rejected this token: the next request refreshes it once for all rejected requests. */
	reject(token: string): void;
}

export function createAccessTokens(environment: ProviderEnvironment, client: () => Promise<OAuthClient>): AccessTokens {
	let tokens: Tokens | null = null;
	let rejected: string | null = null;
	return {
		async current() {
			if (tokens !== null && tokens.accessToken === rejected)
				tokens = await replaceTokens(await client(), environment, rejected);
			if (tokens === null || tokens.expiresAt - environment.now() <= MARGIN_MS)
				tokens = await freshTokens(await client(), environment);
			return tokens;
		},
		reject(token) {
			// Another request may have refreshed it since.
			if (token === tokens?.accessToken) rejected = token;
		},
	};
}
