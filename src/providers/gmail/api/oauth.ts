import { z } from "zod";
import { discoverEndpoints, type OAuthClient } from "#providers/shared/oauth.ts";
import type { Access } from "#server/mail/provider/provider.ts";
import type { ConsentExtra } from "#shared/contracts/consent.ts";
import { info } from "../info.ts";
import type { GmailOptions } from "./options.ts";

const GMAIL = "https://www.googleapis.com/auth/gmail.";
const { scopes } = info.connect;
const EVERYTHING = scopes.extras.permanentDelete;

export function scopesFor(access: Access, extras: readonly ConsentExtra[]): string {
	return [...scopes.identity, ...scopes[access], ...extras.map((extra) => scopes.extras[extra])].join(" ");
}

/** Whether a granted scope includes this one. Full access does not include settings. */
export const grants = (scope: string, name: "readonly" | "modify" | "settings.basic"): boolean =>
	scope.split(/\s+/).some((one) => one === GMAIL + name || (one === EVERYTHING && name !== "settings.basic"));

/** Whether a granted scope includes permanent deletion. */
export const grantsDeletion = (scope: string): boolean => scope.split(/\s+/).includes(EVERYTHING);

export interface GoogleClient extends OAuthClient {
	/** Endpoint with the user's name and picture. */
	userinfo: string;
}

/** From https://accounts.google.com/.well-known/openid-configuration. */
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

/** @returns a function that resolves to the client; endpoints are discovered once if the operator set another address */
export function googleClient(options: GmailOptions): () => Promise<GoogleClient> {
	const endpoints = discoverEndpoints(options.signInUrl, { label: "Google", own: OWN, shape: configuration });
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
