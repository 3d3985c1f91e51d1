import type { BetterAuthOptions } from "better-auth";
import { brand } from "#shared/brand.ts";
import { newId } from "#shared/ids.ts";
import { type Config, deriveKey } from "../config.ts";
import type { Database } from "../db/database.ts";
import { allowedOrigins } from "../http/origins.ts";
import type { RateLimits } from "../http/rate-limit.ts";
import type { Logger } from "../log.ts";
import type { Operator } from "./operator.ts";

/** The address of the caller, as the server found it; what a caller sends under this name is replaced. */
export const addressHeader = "x-mailstead-remote-address";

export const signUpClosed = {
	code: "sign-up-closed",
	message: "This server does not take new people. Ask the person who runs it.",
};

const days = 24 * 60 * 60;

/** Column names: Better Auth's own, in snake case as everywhere in the database. */
function snake(...names: string[]): Record<string, string> {
	return Object.fromEntries(
		names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
	);
}

export interface OptionParts {
	config: Config;
	database: Database;
	log: Logger;
	limits: RateLimits;
	operator: Operator;
}

/**
 * How Better Auth is set up. Other ways in go here: social providers under `socialProviders`, one-time links,
 * second factors, passkeys and API keys under `plugins`, each with its tables in a migration of its own.
 */
export function authOptions({ config, database, log, limits, operator }: OptionParts) {
	return {
		appName: brand.name,
		baseURL: config.baseUrl,
		basePath: "/api/auth",
		secret: deriveKey(config, "sessions").toString("base64url"),
		database: database.pool,
		socialProviders: {},
		plugins: [],
		emailAndPassword: {
			enabled: true,
			minPasswordLength: 8,
			maxPasswordLength: 128,
			autoSignIn: false,
			revokeSessionsOnPasswordReset: true,
		},
		user: {
			modelName: "users",
			fields: snake("emailVerified", "createdAt", "updatedAt"),
			// Whatever the way in. Runs inside a transaction, so it may not ask the database: `auth.ts` has, before.
			validateUserInfo({ source }) {
				if (source.action !== "create-user" || config.signUp === "open" || operator.known() === null) return;
				return { error: signUpClosed.code, errorDescription: signUpClosed.message };
			},
		},
		session: {
			modelName: "sessions",
			fields: snake("expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent", "userId"),
			expiresIn: 30 * days,
			updateAge: 1 * days,
			// A session that was ended is dead at once, everywhere.
			cookieCache: { enabled: false },
		},
		account: {
			modelName: "auth_accounts",
			fields: snake(
				"accountId",
				"providerId",
				"userId",
				"accessToken",
				"refreshToken",
				"idToken",
				"accessTokenExpiresAt",
				"refreshTokenExpiresAt",
				"createdAt",
				"updatedAt",
			),
			encryptOAuthTokens: true,
		},
		verification: {
			modelName: "verifications",
			fields: snake("expiresAt", "createdAt", "updatedAt"),
			storeIdentifier: "hashed",
		},
		trustedOrigins: (request) => (request === undefined ? [] : allowedOrigins(config, request)),
		rateLimit: {
			enabled: true,
			window: 60,
			max: 300,
			customRules: {
				"/sign-in/*": { window: 60, max: 30 },
				"/sign-up/*": { window: 60, max: 30 },
				"/get-session": false,
			},
			customStorage: { consume: (key, rule) => limits.hit(`auth:${key}`, rule) },
		},
		advanced: {
			cookiePrefix: brand.slug,
			useSecureCookies: config.baseUrl.startsWith("https:"),
			defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
			ipAddress: { ipAddressHeaders: [addressHeader] },
			// A test compares the migrations with what Better Auth expects; every start need not.
			database: { generateId: () => newId(), validateSchema: false },
		},
		telemetry: { enabled: false },
		logger: {
			level: "warn",
			disableColors: true,
			log(level, message) {
				// Wrong passwords are an answer, not a warning; the access log has them.
				if (level === "error") log.error({ part: "auth" }, message);
				else log.debug({ part: "auth" }, message);
			},
		},
	} satisfies BetterAuthOptions;
}
