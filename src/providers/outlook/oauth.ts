import { z } from "zod";
import { endpointsOf, type OAuthClient } from "#providers/shared/oauth.ts";
import type { OutlookOptions } from "./options.ts";

const WHO = ["openid", "email", "profile", "offline_access", "User.Read"];

/** What a connection asks for (https://learn.microsoft.com/graph/permissions-reference). */
export const SCOPES = {
	full: [...WHO, "Mail.ReadWrite", "Mail.Send", "MailboxSettings.ReadWrite"].join(" "),
	read: [...WHO, "Mail.Read"].join(" "),
};

/** Microsoft names what it granted with and without the address of Graph before it. */
export function grants(scope: string, name: string): boolean {
	return scope.split(/\s+/).some((one) => one.replace(/^.*\//, "").toLowerCase() === name.toLowerCase());
}

/** As https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration has them. */
const OWN = {
	authorization_endpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
	token_endpoint: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
};

const configuration = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() });

/** @returns gives the client; where the operator named another address, it is asked for the endpoints once */
export function microsoftClient(options: OutlookOptions): () => Promise<OAuthClient> {
	// Work, school and personal accounts alike, as for signing in.
	const endpoints = endpointsOf(options.signInUrl === null ? null : `${options.signInUrl}/common/v2.0`, {
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
				// Microsoft has none: people take consent back at https://account.live.com/consent/Manage (personal
				// accounts) or https://myapps.microsoft.com (work and school accounts).
				revocation: null,
			},
		};
	};
}
