import { z } from "zod";
import { discoverEndpoints, type OAuthClient } from "#providers/shared/oauth.ts";
import type { Access } from "#server/mail/provider/provider.ts";
import type { OutlookOptions } from "./api/options.ts";
import { info } from "./info.ts";

const { scopes } = info.connect;

export function scopesFor(access: Access): string {
	return [...scopes.identity, ...scopes[access]].join(" ");
}

/** Microsoft returns granted scopes with or without the Graph URL as a prefix. */
export function grants(scope: string, name: string): boolean {
	return scope.split(/\s+/).some((one) => one.replace(/^.*\//, "").toLowerCase() === name.toLowerCase());
}

/** From https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration. */
const OWN = {
	authorization_endpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
	token_endpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
};

const configuration = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() });

/** @returns a function that resolves to the client; endpoints are discovered once if the operator set another address */
export function microsoftClient(options: OutlookOptions): () => Promise<OAuthClient> {
	// Work, school and personal accounts, as for signing in.
	const endpoints = discoverEndpoints(options.signInUrl === null ? null : `${options.signInUrl}/common/v2.0`, {
		label: "Microsoft",
		own: OWN,
		shape: configuration,
	});
	return async () => {
		const found = await endpoints();
		return {
			label: "Microsoft",
			clientId: options.clientId,
			clientSecret: options.clientSecret,
			endpoints: {
				authorization: found.authorization_endpoint,
				token: found.token_endpoint,
				// Microsoft has none: users revoke consent at https://account.live.com/consent/Manage (personal accounts) or
				// https://myapps.microsoft.com (work and school accounts).
				revocation: null,
			},
		};
	};
}
