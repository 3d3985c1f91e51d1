import type { BetterAuthOptions } from "better-auth";
import { isAPIError } from "better-auth/api";
import { brand } from "#shared/brand.ts";
import { newId } from "#shared/ids.ts";
import { type Config, deriveKey } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { Logger } from "../../log.ts";
import { allowedOrigins } from "../../platform/http/origins.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { confirmations } from "./factors/confirm.ts";
import { secondFactor } from "./factors/second-factor.ts";
import { snake } from "./factors/snake-case.ts";
import { boundLinks } from "./links/bound-links.ts";
import { addressChanges } from "./links/change-address.ts";
import { createLinkBinding, type LinkBinding } from "./links/link-binding.ts";
import { type AuthEmails, linkLifetimeMinutes } from "./links/mailed-links.ts";
import { tokenSignIn } from "./links/token-sign-in.ts";
import { readVerificationToken } from "./links/verification-token.ts";
import { verifyAddress } from "./links/verify-address.ts";
import type { Operator } from "./operator.ts";
import { refuseCommonPasswords } from "./passwords/common-passwords.ts";
import { passwordHashes, passwordLength } from "./passwords/passwords.ts";
import { isDatabaseLost } from "./sessions/lost-database.ts";
import { FRESH_FOR } from "./sessions/recent-sign-in.ts";
import { sessionTokenAdapter } from "./sessions/session-tokens.ts";

/** Header with the caller's IP address as the server determined it; a value sent by the client is replaced. */
export const addressHeader = "x-mailstead-remote-address";

export const signUpClosed = {
	code: "sign-up-closed",
	message: "Sign-up is closed on this server. Ask its administrator.",
};

const days = 24 * 60 * 60;

/** Endpoints that our own routes replace, or that are not used. */
const unused = [
	"/sign-in/social",
	"/link-social",
	"/unlink-account",
	"/list-accounts",
	"/account-info",
	"/get-access-token",
	"/refresh-token",
	"/list-sessions",
	"/revoke-session",
	"/revoke-sessions",
	"/revoke-other-sessions",
	"/update-session",
	"/verify-password",
	"/two-factor/send-otp",
	"/two-factor/verify-otp",
];

/** Limit on emails to the owner of an address that others try to sign up with or change to. */
const OWNER_MAILS = { max: 3, window: 60 * 60 };

/** Limits per client, in addition to those in `sign-in-throttle.ts`. */
const RATE_LIMITS = {
	"/sign-in/*": { window: 60, max: 30 },
	"/sign-up/*": { window: 60, max: 30 },
	"/two-factor/*": { window: 60, max: 20 },
	"/confirm": { window: 60, max: 10 },
	"/change-password": { window: 60, max: 10 },
	"/change-email": { window: 60, max: 10 },
	"/reset-password": { window: 60, max: 20 },
	"/request-password-reset": { window: 60, max: 10 },
	"/send-verification-email": { window: 600, max: 5 },
	"/passkey/verify-authentication": { window: 60, max: 30 },
	"/get-session": false,
} as const;

const ACCOUNT_FIELDS = [
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
] as const;

/** The tables of Better Auth besides that of users. */
const MODELS = {
	session: {
		modelName: "sessions",
		fields: snake("expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent", "userId"),
		expiresIn: 30 * days,
		updateAge: 1 * days,
		freshAge: FRESH_FOR,
		// Ending a session takes effect immediately in every process.
		cookieCache: { enabled: false },
	},
	account: {
		modelName: "auth_accounts",
		fields: snake(...ACCOUNT_FIELDS),
		encryptOAuthTokens: true,
	},
	verification: {
		modelName: "verifications",
		fields: snake("expiresAt", "createdAt", "updatedAt"),
		storeIdentifier: "hashed",
	},
} satisfies BetterAuthOptions;

export interface OptionParts {
	config: Config;
	database: Database;
	log: Logger;
	limits: RateLimits;
	operator: Operator;
	links: AuthEmails;
	/** Called when sessions of a user have ended. */
	onSessionsEnded: (userId: string) => void;
	/** Whether the current sign-up has an invitation. */
	isInvited: () => boolean;
}

/** Links that verify an address, at a sign-up or before a change. */
function emailVerification(links: AuthEmails, binding: LinkBinding): BetterAuthOptions["emailVerification"] {
	return {
		// Inside the transaction of a sign-up; `boundLinks` sends it afterwards.
		sendOnSignUp: false,
		expiresIn: linkLifetimeMinutes.verify * 60,
		sendVerificationEmail: async ({ user, token }) => {
			const { email = user.email, updateTo } = readVerificationToken(token) ?? {};
			binding.bind("verify", { id: user.id, email }, token, (bound) =>
				updateTo === undefined ? links.verifyAddress(email, bound) : links.changeAddress(updateTo, bound),
			);
		},
	};
}

/** Better Auth's configuration. */
export function authOptions(parts: OptionParts) {
	const { config, database, log, limits, operator, links, onSessionsEnded, isInvited } = parts;
	const prove = async (userId: string, keepPassword: boolean) => {
		if (await verifyAddress(database, userId, keepPassword)) onSessionsEnded(userId);
	};
	const notifyOwner = (email: string): void => notifyOwnerOf(email, parts);
	const isHttps = config.baseUrl.startsWith("https:");
	const binding = createLinkBinding(config, database, log);
	return {
		baseURL: config.baseUrl,
		basePath: "/api/auth",
		secret: deriveKey(config, "sessions").toString("base64url"),
		database: sessionTokenAdapter(database.pool),
		disabledPaths: unused,
		plugins: [
			secondFactor(database),
			tokenSignIn(links, binding, (userId) => prove(userId, false)),
			confirmations(database),
			addressChanges(links, notifyOwner),
			refuseCommonPasswords(),
			// Uses links up, so it follows everything that refuses a request.
			boundLinks(binding, { sendOnSignUp: config.smtpUrl !== null }),
		],
		emailAndPassword: {
			enabled: true,
			minPasswordLength: passwordLength.min,
			maxPasswordLength: passwordLength.max,
			password: passwordHashes(config.passwordCost),
			autoSignIn: false,
			revokeSessionsOnPasswordReset: true,
			resetPasswordTokenExpiresIn: linkLifetimeMinutes.reset * 60,
			sendResetPassword: async ({ user, token }) =>
				binding.bind("reset", user, token, (bound) => links.resetPassword(user.email, bound)),
			onPasswordReset: ({ user }) => prove(user.id, true),
			onExistingUserSignUp: async ({ user }) => notifyOwner(user.email),
		},
		emailVerification: emailVerification(links, binding),
		databaseHooks: {
			session: { delete: { after: async ({ userId }) => onSessionsEnded(userId) } },
		},
		user: {
			modelName: "users",
			fields: snake("emailVerified", "createdAt", "updatedAt"),
			// Only a link that was sent to the new address changes it, verified or not.
			changeEmail: { enabled: true },
			// For every sign-in method. Runs inside a transaction, so it cannot query the database: `handle.ts` did so before.
			validateUserInfo({ source }) {
				if (source.action !== "create-user" || config.signUp === "open" || operator.known() === null) return;
				if (isInvited()) return;
				return { error: signUpClosed.code, errorDescription: signUpClosed.message };
			},
		},
		...MODELS,
		trustedOrigins: (request) => (request === undefined ? [] : allowedOrigins(config, request)),
		rateLimit: {
			enabled: true,
			window: 60,
			max: 300,
			customRules: RATE_LIMITS,
			customStorage: { consume: (key, rule) => limits.hit(`auth:${key}`, rule) },
		},
		advanced: {
			// `__Host-` cookies cannot be set by another host of the domain, or without TLS.
			cookiePrefix: `${isHttps ? "__Host-" : ""}${brand.slug}`,
			// Also in tests, where Better Auth would skip it.
			disableOriginCheck: false,
			// Its prefix would be `__Secure-`.
			useSecureCookies: false,
			defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure: isHttps, path: "/" },
			ipAddress: { ipAddressHeaders: [addressHeader] },
			// A test compares the migrations with what Better Auth expects, so not every start has to.
			database: { generateId: () => newId(), validateSchema: false },
		},
		telemetry: { enabled: false },
		...logTo(log),
	} satisfies BetterAuthOptions;
}

/** Tells the owner of an address that someone else used it. */
function notifyOwnerOf(email: string, { limits, links, log }: OptionParts): void {
	// Not awaited, so that the response time does not reveal that the account exists.
	limits
		.reserve(`sign-up-of-owner:${email}`, OWNER_MAILS)
		.then(({ allowed }) => allowed && links.accountExists(email))
		.catch((cause: unknown) =>
			log.error({ event: "sign_up.mail_failed", part: "auth", err: cause }, "a mail about signing up was not sent"),
		);
}

/** Writes Better Auth's messages to the server's log. */
function logTo(log: Logger) {
	return {
		onAPIError: {
			onError(cause) {
				// 4xx responses are not errors.
				if (isDatabaseLost() || (isAPIError(cause) && cause.statusCode < 500)) return;
				log.error({ event: "sign_in.failed", part: "auth", err: cause }, "a sign-in request failed unexpectedly");
			},
		},
		logger: {
			level: "warn",
			disableColors: true,
			log(level, message) {
				// Wrong passwords are not worth a warning; the access log has them.
				if (level === "error" && !isDatabaseLost()) log.error({ event: "sign_in.library", part: "auth" }, message);
				else log.debug({ event: "sign_in.library", part: "auth" }, message);
			},
		},
	} satisfies BetterAuthOptions;
}
