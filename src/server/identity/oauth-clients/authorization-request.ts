import { brand } from "#shared/brand.ts";
import { type ClientAccessLevel, clientAccessLevels } from "#shared/client-access.ts";
import { AppError } from "../../errors.ts";
import { type Client, type ClientIds, isOurName } from "./client-registration.ts";
import { isRedirectAllowed, isRegistered } from "./redirects.ts";

/** What a client asks for at the authorization endpoint (OAuth 2.1 §4.1.1). */
export interface AuthorizationRequest {
	clientId: string;
	client: Client;
	redirectUri: string;
	state: string | null;
	/** PKCE, S256. */
	challenge: string;
	/** The most that it asks for. */
	wanted: ClientAccessLevel;
	/** Whether it asks for the tools besides email. */
	wantsTools: boolean;
}

const MAX_STATE_LENGTH = 2_000;

/**
 * @param text the query of the request
 * @param origins of this server
 * @throws AppError 400 `bad-client-request`
 */
export function readAuthorizationRequest(
	text: string,
	ids: ClientIds,
	origins: readonly string[],
): AuthorizationRequest {
	const query = new URLSearchParams(text);
	const clientId = query.get("client_id") ?? "";
	const client = ids.read(clientId);
	if (client === null)
		throw refused("This app is not registered here. Remove this server from the app and add it again.");
	// It may have registered before the product had this name.
	if (isOurName(client.name))
		throw refused(`This app uses the name ${brand.name}, which it is not part of. Don't trust it.`);
	const redirectUri = query.get("redirect_uri") ?? "";
	if (!isRedirectAllowed(redirectUri) || !isRegistered(client.redirectUris, redirectUri))
		throw refused("The app's redirect URI is not one that it registered.");
	const challenge = query.get("code_challenge") ?? "";
	if (query.get("response_type") !== "code") throw refused("The app asked for an unsupported response type.");
	if (query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
		throw refused("The app does not use PKCE with S256, which is required.");
	const resource = query.get("resource");
	if (resource !== null && !isOurs(resource, origins)) throw refused("The app asks for access to another server.");
	const state = query.get("state");
	if (state !== null && state.length > MAX_STATE_LENGTH) throw refused("The app's request is too long.");
	const scope = query.get("scope") ?? "";
	// Without a scope the server chooses (OAuth 2.1 §3.2.2.1).
	const wantsTools = scope === "" || scope.split(" ").includes("tools");
	return { clientId, client, redirectUri, state, challenge, wanted: wantedIn(scope), wantsTools };
}

/** RFC 8707: the address of the MCP server. */
function isOurs(resource: string, origins: readonly string[]): boolean {
	if (!URL.canParse(resource)) return false;
	const { origin, pathname } = new URL(resource);
	return origins.includes(origin) && /^\/(?:mcp\/?)?$/.test(pathname);
}

function wantedIn(scope: string): ClientAccessLevel {
	const scopes = scope.split(" ");
	return clientAccessLevels.findLast((level) => scopes.includes(level)) ?? "mail:read";
}

function refused(reason: string): AppError {
	return new AppError(400, "bad-client-request", reason);
}
