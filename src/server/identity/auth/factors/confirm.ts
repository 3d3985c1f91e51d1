import type { BetterAuthPlugin } from "better-auth";
import {
	APIError,
	createAuthEndpoint,
	createAuthMiddleware,
	getSessionFromCtx,
	sessionMiddleware,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { readVerificationToken } from "../links/verification-token.ts";
import { redeemTotp } from "./second-factor.ts";

const refused = (code: string, message: string) => APIError.from("BAD_REQUEST", { code, message });

/** What a signed-in user repeats: confirming their identity, and verifying their email address. */
export function confirmations(database: Database) {
	return {
		id: "confirmations",
		endpoints: {
			/** Makes the session fresh: replaces it by a new one, and the old cookie becomes invalid. */
			confirm: createAuthEndpoint(
				"/confirm",
				{
					method: "POST",
					use: [sessionMiddleware],
					body: z.object({ password: z.string().max(200).optional(), code: z.string().max(20).optional() }),
				},
				async (ctx) => {
					const { session, user } = ctx.context.session;
					const { internalAdapter, password } = ctx.context;
					const credential = await internalAdapter.findCredentialAccount(user.id);
					const twoFactor = "twoFactorEnabled" in user && user.twoFactorEnabled === true;
					if (!credential?.password && !twoFactor)
						throw refused("SIGN_IN_AGAIN", "Your account has no password. Please sign in again.");
					if (credential?.password) {
						const given = ctx.body.password ?? "";
						const right = given !== "" && (await password.verify({ hash: credential.password, password: given }));
						if (!right) throw refused("INVALID_PASSWORD", "This password is incorrect.");
					}
					if (twoFactor) await redeemTotp(ctx, database, user.id, ctx.body.code ?? "");
					const fresh = await internalAdapter.createSession(user.id);
					await setSessionCookie(ctx, { session: fresh, user });
					await internalAdapter.deleteSession(session.token);
					return ctx.json({ status: true });
				},
			),
		},
		hooks: {
			before: [
				{
					// A link verifies nothing unless it is opened by the signed-in user it is for; otherwise an attacker could
					// have the owner verify an account that was created in their name.
					matcher: (context) => context.path === "/verify-email",
					handler: createAuthMiddleware(async (ctx) => {
						const session = await getSessionFromCtx(ctx);
						if (!session)
							throw APIError.from("UNAUTHORIZED", {
								code: "UNAUTHORIZED",
								message: "Sign in to confirm your email address.",
							});
						const { token } = (ctx.query ?? {}) as { token?: string };
						if (readVerificationToken(token ?? "")?.email !== session.user.email.toLowerCase())
							throw refused("OTHER_ACCOUNT", "This link is for another account, or is damaged.");
					}),
				},
				{
					// A password may be changed because someone else knows it: all other sessions end.
					matcher: (context) => context.path === "/change-password",
					handler: createAuthMiddleware(async (ctx) => ({
						context: { body: { ...(ctx.body as object | undefined), revokeOtherSessions: true } },
					})),
				},
				{
					// To the user's own address only, so that no one can have mail sent to others.
					matcher: (context) => context.path === "/send-verification-email",
					handler: createAuthMiddleware(async (ctx) => {
						if (!(await getSessionFromCtx(ctx)))
							throw APIError.from("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Sign in to do this." });
					}),
				},
			],
		},
	} satisfies BetterAuthPlugin;
}
