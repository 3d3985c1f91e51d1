import { pause } from "#shared/pause.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Logger } from "../../log.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import type { Mailer } from "../../platform/system-mail/mailer.ts";
import { type Authenticated, authenticate } from "./authenticate.ts";
import { createBetterAuth } from "./better-auth.ts";
import { admit, confirmAdmission, type HandlerParts, handleAuth, signUpPolicy } from "./handle.ts";
import { createIdentities, type Identities } from "./identities/identities.ts";
import { createProviderFlows, type ProviderFlows } from "./identities/provider-flows.ts";
import { type ApiKeys, createApiKeys } from "./keys/api-keys.ts";
import { type Clients, createClients } from "./keys/clients.ts";
import { createSecurityCheck, type SecurityCheck } from "./limits/security-check.ts";
import { createSignInThrottle } from "./limits/sign-in-throttle.ts";
import { createMailedLinks } from "./links/mailed-links.ts";
import type { UserStore } from "./links/token-sign-in.ts";
import { createOperator } from "./operator.ts";
import { createKnownDevices } from "./sessions/known-devices.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";

export interface Auth {
	/**
	 * Handles everything under `/api/auth`.
	 * @throws AppError when one of our own guards rejects the request
	 */
	handle(request: Request, remoteAddress: string): Promise<Response>;
	/**
	 * Authenticates a request.
	 * @param options.refresh false: do not prolong the session
	 */
	authenticate(request: Request, options?: { refresh?: boolean }): Promise<Authenticated>;
	/** Who may sign up: the first user always may, and becomes the operator. */
	signUp(): Promise<Config["signUp"]>;
	/** No one has an account yet. */
	isFirst(): Promise<boolean>;
	securityCheck: SecurityCheck;
	apiKeys: ApiKeys;
	clients: Clients;
	identities: Identities;
	providers: ProviderFlows;
	sessions: Sessions;
}

export interface AuthParts {
	config: Config;
	database: Database;
	log: Logger;
	mailer: Mailer;
	/** Called when sessions of a user have ended, so that their open streams can be closed. */
	onSessionsEnded: (userId: string) => void;
	now?: () => number;
	/** Waits this many milliseconds. */
	wait?: (ms: number) => Promise<void>;
}

/** Sign-up, sign-in and sessions: Better Auth behind our own guards. */
export function createAuth(parts: AuthParts): Auth {
	const { config, database, log, mailer, onSessionsEnded } = parts;
	const now = parts.now ?? Date.now;
	const limits = createRateLimits(database, config, now);
	const operator = createOperator(database);
	const throttle = createSignInThrottle(limits, parts.wait ?? pause);
	const devices = createKnownDevices(config, now);
	const securityCheck = createSecurityCheck(database, limits, now);
	const links = createMailedLinks(config, mailer, log);
	const handling = createBetterAuth({ config, database, log, limits, operator, links, onSessionsEnded });
	const people = (): Promise<UserStore> => handling.better.$context;
	const apiKeys = createApiKeys(database, now);
	const clients = createClients({ config, database, apiKeys, now });
	const identities = createIdentities(database, people);
	const handler: HandlerParts = {
		...{ ...handling, config, database, operator, throttle, devices, securityCheck, apiKeys },
		...{ onSessionsEnded, now },
	};
	const admission = {
		admit: () => admit(handler),
		confirm: (userId: string) => confirmAdmission(handler, userId),
	};
	const providers = createProviderFlows({ config, database, log, identities, people, admission });
	const sessions = createSessions(database, now);
	return {
		handle: (request, remoteAddress) => handleAuth(handler, request, remoteAddress),
		authenticate: (request, options) => authenticate(handler, request, options),
		signUp: () => signUpPolicy(handler),
		isFirst: async () => (await operator.id()) === null,
		securityCheck,
		apiKeys,
		clients,
		identities,
		providers,
		sessions,
	};
}
