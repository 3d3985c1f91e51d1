import { z } from "zod";
import { Unavailable } from "#server/mailbox/provider-errors.ts";
import type { OAuthClient } from "#server/mailbox/provider-oauth.ts";
import type { GmailOptions } from "./options.ts";

const GMAIL = "https://www.googleapis.com/auth/gmail.";
const WHO = [
	"openid",
	"email",
	"profile",
	"https://www.googleapis.com/auth/userinfo.email",
	"https://www.googleapis.com/auth/userinfo.profile",
];

/** What a connection asks for (https://developers.google.com/workspace/gmail/api/auth/scopes). */
export const SCOPES = {
	full: [...WHO, ...["readonly", "labels", "modify", "send"].map((name) => GMAIL + name)].join(" "),
	read: [...WHO, `${GMAIL}readonly`].join(" "),
};

/** The one scope that allows to delete for good; it is not asked for. */
export const EVERYTHING = "https://mail.google.com/";

/** Scopes as people get them. */
export const grants = (scope: string, name: "readonly" | "modify"): boolean =>
	scope.split(/\s+/).some((one) => one === GMAIL + name || one === EVERYTHING);

export interface GoogleClient extends OAuthClient {
	/** Tells a person's name and picture. */
	userinfo: string;
}

/** As https://accounts.google.com/.well-known/openid-configuration has them. */
const OWN = {
	authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
	token_endpoint: "https://oauth2.googleapis.com/token",
	revocation_endpoint: "https://oauth2.googleapis.com/revoke",
	userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
};

const configuration = z.object({
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	revocation_endpoint: z.url(),
	userinfo_endpoint: z.url(),
});

const TIMEOUT_MS = 10_000;

/** @returns gives the client; where the operator named another address, it is asked for the endpoints once */
export function googleClient(options: GmailOptions): () => Promise<GoogleClient> {
	let known: Promise<z.infer<typeof configuration>> | null = null;
	const endpoints = (): Promise<z.infer<typeof configuration>> => {
		if (options.signInUrl === null) return Promise.resolve(OWN);
		known ??= discover(options.signInUrl).catch((cause: unknown) => {
			known = null;
			throw new Unavailable("Google's sign-in does not answer.", { cause });
		});
		return known;
	};
	return async () => {
		const found = await endpoints();
		return {
			label: "Google",
			clientId: options.clientId,
			clientSecret: options.clientSecret,
			endpoints: {
				authorization: found.authorization_endpoint,
				token: found.token_endpoint,
				revocation: found.revocation_endpoint,
			},
			userinfo: found.userinfo_endpoint,
		};
	};
}

async function discover(url: string): Promise<z.infer<typeof configuration>> {
	const reply = await fetch(`${url}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
	return configuration.parse(await reply.json());
}
