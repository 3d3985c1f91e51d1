import { type ClientAccessLevel, clientAccessLevels } from "#shared/client-access.ts";
import type { KeyScope } from "#shared/contract.ts";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../db/database.ts";
import { AppError } from "../../../errors.ts";
import { allowedOrigins, publicOrigin } from "../../../platform/http/origins.ts";
import { type AuthorizationRequest, readAuthorizationRequest } from "../../oauth-clients/authorization-request.ts";
import { createClientIds, readClientMetadata } from "../../oauth-clients/client-registration.ts";
import { issueCode, redeemCode, storeKeyOf } from "../../oauth-clients/codes.ts";
import { destinationOf } from "../../oauth-clients/redirects.ts";
import type { ApiKeys } from "./api-keys.ts";

/** What the page that asks the user shows. */
export interface ClientRequest {
	/** As the client calls itself. */
	name: string;
	/** Where the browser goes with the answer. */
	returnsTo: string;
	wanted: ClientAccessLevel;
	/** Where the browser goes when the user refuses. */
	refusal: string;
}

/** The reply of the token endpoint (OAuth 2.1 §3.2.3). */
export interface TokenReply {
	access_token: string;
	token_type: "Bearer";
	expires_in: number;
	scope: string;
}

/**
 * Sign-in of AI clients: OAuth 2.1 with PKCE for public clients that register themselves. What a client gets is an API
 * key, which the user sees and deletes in settings.
 */
export interface Clients {
	/** Registers a client. @returns the reply of RFC 7591 §3.2.1 @throws AppError 400 with an OAuth error code */
	register(metadata: unknown): Record<string, unknown>;
	/** @throws AppError 400 `bad-client-request` */
	describe(text: string, request: Request): ClientRequest;
	/** @returns where the browser goes with the code @throws AppError 400 `bad-client-request` */
	approve(userId: string, text: string, level: ClientAccessLevel, request: Request): Promise<string>;
	/** Exchanges a code. @throws AppError 400 with an OAuth error code */
	exchange(form: URLSearchParams): Promise<TokenReply>;
	/** Revokes a token, if it is a client's (RFC 7009). */
	revoke(form: URLSearchParams): Promise<void>;
}

/** Days. There is no refresh token: keys are looked up at every request, so that deleting one works at once. */
const KEY_DAYS = 90;
const DAY_SECONDS = 86_400;

export function createClients(parts: {
	config: Config;
	database: Database;
	apiKeys: ApiKeys;
	now: () => number;
}): Clients {
	const { config, database, apiKeys, now } = parts;
	const ids = createClientIds(config);
	const read = (text: string, request: Request): AuthorizationRequest =>
		readAuthorizationRequest(text, ids, allowedOrigins(config, request));

	return {
		register(metadata) {
			const client = readClientMetadata(metadata);
			return {
				client_id: ids.issue(client),
				client_id_issued_at: Math.floor(now() / 1000),
				client_name: client.name,
				redirect_uris: client.redirectUris,
				grant_types: ["authorization_code"],
				response_types: ["code"],
				token_endpoint_auth_method: "none",
			};
		},
		describe(text, request) {
			const wish = read(text, request);
			return {
				name: wish.client.name,
				returnsTo: destinationOf(wish.redirectUri),
				wanted: wish.wanted,
				refusal: answer(config, wish, request, { error: "access_denied" }),
			};
		},
		async approve(userId, text, level, request) {
			const wish = read(text, request);
			const { clientId, client, redirectUri, challenge, wanted } = wish;
			// A page that was changed, or another program with the session, may send more than the client asked for.
			if (clientAccessLevels.indexOf(level) > clientAccessLevels.indexOf(wanted))
				throw new AppError(400, "bad-client-request", "The app did not ask for this much access.");
			// Said here: what the client says when it gets no key is up to the client.
			await apiKeys.requireRoom(userId);
			const scopes: KeyScope[] = wish.wantsTools ? [level, "tools"] : [level];
			const grant = { userId, clientId, clientName: client.name, redirectUri, challenge, scopes };
			return answer(config, wish, request, { code: await issueCode(database, grant, now()) });
		},
		async exchange(form) {
			if (form.get("grant_type") !== "authorization_code")
				throw new AppError(400, "unsupported_grant_type", "Only grant_type=authorization_code is supported.");
			const field = (name: string): string => form.get(name) ?? "";
			const clientId = field("client_id");
			if (ids.read(clientId) === null) throw new AppError(400, "invalid_client", "Register the client first.");
			const code = field("code");
			const given = { code, clientId, redirectUri: field("redirect_uri"), verifier: field("code_verifier") };
			const grant = await redeemCode(database, given, now());
			if (grant === null) throw invalidGrant();
			const { userId, clientName: name, redirectUri, scopes } = grant;
			const wanted = { name, scopes, days: KEY_DAYS, client: destinationOf(redirectUri) };
			const { key, secret } = await apiKeys.create(userId, wanted);
			if (!(await storeKeyOf(database, code, key.id))) {
				await apiKeys.delete(userId, key.id);
				throw invalidGrant();
			}
			return {
				access_token: secret,
				token_type: "Bearer",
				expires_in: KEY_DAYS * DAY_SECONDS,
				scope: key.scopes.join(" "),
			};
		},
		async revoke(form) {
			const found = await apiKeys.find(form.get("token") ?? "");
			if (found !== null && found.client !== null) await apiKeys.delete(found.id, found.keyId);
		},
	};
}

/** The redirect URI with the answer to a request (RFC 9207: with the issuer). */
function answer(
	config: Config,
	{ redirectUri, state }: AuthorizationRequest,
	request: Request,
	fields: Record<string, string>,
): string {
	const url = new URL(redirectUri);
	const all = { ...fields, ...(state !== null && { state }), iss: publicOrigin(config, request) };
	for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
	return url.href;
}

function invalidGrant(): AppError {
	return new AppError(400, "invalid_grant", "The code is invalid or has expired. Sign in again.");
}
