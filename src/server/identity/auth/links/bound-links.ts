import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware, createEmailVerificationToken, getSessionFromCtx } from "better-auth/api";
import { z } from "zod";
import { passwordLength } from "../passwords/passwords.ts";
import { type LinkBinding, unbound } from "./link-binding.ts";
import { readVerificationToken } from "./verification-token.ts";

const resetBody = z.object({ token: z.string(), newPassword: z.string() });
const verifyQuery = z.object({ token: z.string() });
const signedUp = z.object({ user: z.object({ id: z.string() }) });

const invalid = () =>
	APIError.from("BAD_REQUEST", {
		code: "INVALID_TOKEN",
		message: "This link was already used or is no longer valid. Request a new one.",
	});

/**
 * Better Auth's own emailed links, bound like ours: those that reset a password, and those that verify an address.
 * @param options.sendOnSignUp without an SMTP server a link could not be delivered, and only linking depends on it
 */
export function boundLinks(binding: LinkBinding, options: { sendOnSignUp: boolean }) {
	async function redeemReset(ctx: GenericEndpointContext) {
		const body = resetBody.safeParse(ctx.body);
		if (!body.success) return;
		const { token, newPassword } = body.data;
		// The endpoint refuses it, and the link remains usable.
		if (newPassword.length < passwordLength.min || newPassword.length > passwordLength.max) return;
		const stored = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${unbound(token)}`);
		if (stored === null || !(await binding.redeem("reset", stored.value, token))) throw invalid();
		return { context: { body: { token: unbound(token), newPassword } } };
	}

	async function redeemVerification(ctx: GenericEndpointContext) {
		const query = verifyQuery.safeParse(ctx.query);
		const session = query.success ? await getSessionFromCtx(ctx) : null;
		if (!query.success || session === null) return;
		const token = unbound(query.data.token);
		const isVerified = session.user.emailVerified && readVerificationToken(token)?.updateTo === undefined;
		if (!isVerified && !(await binding.redeem("verify", session.user.id, query.data.token))) throw invalid();
		return { context: { query: { token } } };
	}

	return {
		id: "bound-links",
		hooks: {
			before: [
				{ matcher: ({ path }) => path === "/reset-password", handler: createAuthMiddleware(redeemReset) },
				{ matcher: ({ path }) => path === "/verify-email", handler: createAuthMiddleware(redeemVerification) },
			],
			after: [
				{
					matcher: ({ path }) => path === "/sign-up/email" && options.sendOnSignUp,
					handler: createAuthMiddleware(async (ctx) => {
						const made = signedUp.safeParse(ctx.context.returned);
						// No one has the id in the reply for an address that was taken.
						const user = made.success ? await ctx.context.internalAdapter.findUserById(made.data.user.id) : null;
						if (user === null) return;
						const { secret, options: own } = ctx.context;
						const token = await createEmailVerificationToken(
							secret,
							user.email,
							undefined,
							own.emailVerification?.expiresIn,
						);
						await own.emailVerification?.sendVerificationEmail?.({ user, url: "", token });
					}),
				},
			],
		},
	} satisfies BetterAuthPlugin;
}
