import { AppError } from "../../../errors.ts";

/** Seconds after signing in, or after `/api/auth/confirm`, in which a session may do what a stolen one must not. */
export const FRESH_FOR = 15 * 60;

/** Better Auth endpoints that need a fresh session, besides those it guards itself. */
export const freshPaths: ReadonlySet<string> = new Set([
	"/api/auth/change-email",
	"/api/auth/change-password",
	"/api/auth/two-factor/enable",
	"/api/auth/two-factor/disable",
	"/api/auth/two-factor/generate-backup-codes",
	"/api/auth/two-factor/get-totp-uri",
	"/api/auth/passkey/generate-register-options",
	"/api/auth/passkey/verify-registration",
	"/api/auth/passkey/delete-passkey",
]);

/**
 * @param createdAt when the session was created
 * @param at now, in epoch ms
 */
export function isFresh(createdAt: Date | string, at: number): boolean {
	return at - new Date(createdAt).getTime() < FRESH_FOR * 1000;
}

/** The code is stable: screens respond to it by asking the user to confirm their identity. */
export function freshSessionNeeded(): AppError {
	return new AppError(403, "fresh-session-needed", "Please confirm your identity, then try again.");
}
