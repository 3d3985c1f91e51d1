import { z } from "zod";
import { Unavailable } from "#server/mailbox/provider-errors.ts";
import type { OAuthClient } from "#server/mailbox/provider-oauth.ts";
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

const TIMEOUT_MS = 10_000;

/** @returns gives the client; where the operator named another address, it is asked for the endpoints once */
export function microsoftClient(options: OutlookOptions): () => Promise<OAuthClient> {
	let known: Promise<z.infer<typeof configuration>> | null = null;
	const endpoints = (): Promise<z.infer<typeof configuration>> => {
		if (options.signInUrl === null) return Promise.resolve(OWN);
		known ??= discover(options.signInUrl).catch((cause: unknown) => {
			known = null;
			throw new Unavailable("Microsoft's sign-in does not answer.", { cause });
		});
		return known;
	};
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

/** Work, school and personal accounts alike, as for signing in. */
async function discover(url: string): Promise<z.infer<typeof configuration>> {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const reply = await fetch(`${url}/common/v2.0/.well-known/openid-configuration`, { signal });
	return configuration.parse(await reply.json());
}
