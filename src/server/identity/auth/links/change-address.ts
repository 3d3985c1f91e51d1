import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { AuthEmails } from "./mailed-links.ts";
import { readVerificationToken } from "./verification-token.ts";

const tokenOf = (query: unknown): string => {
	const { token } = (query ?? {}) as { token?: unknown };
	return typeof token === "string" ? token : "";
};

/**
 * A user's address changes when they open the link that was sent to the new one. The previous address is notified then.
 * @param notifyOwner notifies the owner of an address that someone else asked to change to
 */
export function addressChanges(links: AuthEmails, notifyOwner: (email: string) => void) {
	return {
		id: "address-changes",
		hooks: {
			before: [
				{
					// Better Auth replies as if it had sent a link, so as not to reveal who has an account.
					matcher: (context) => context.path === "/change-email",
					handler: createAuthMiddleware(async (ctx) => {
						const { newEmail } = (ctx.body ?? {}) as { newEmail?: unknown };
						if (typeof newEmail !== "string") return;
						// The endpoint refuses others, but only after this.
						const session = await getSessionFromCtx(ctx);
						if (!session) return;
						const taken = await ctx.context.internalAdapter.findUserByEmail(newEmail.toLowerCase());
						if (taken && taken.user.id !== session.user.id) notifyOwner(taken.user.email);
					}),
				},
				{
					matcher: (context) => context.path === "/verify-email",
					handler: createAuthMiddleware(async (ctx) => {
						const next = readVerificationToken(tokenOf(ctx.query))?.updateTo;
						if (next === undefined || !(await ctx.context.internalAdapter.findUserByEmail(next))) return;
						throw APIError.from("BAD_REQUEST", {
							code: "ADDRESS_TAKEN",
							message: "Another account has this email address. Sign in to it, or change to another address.",
						});
					}),
				},
			],
			after: [
				{
					matcher: (context) => context.path === "/verify-email",
					handler: createAuthMiddleware(async (ctx) => {
						const token = readVerificationToken(tokenOf(ctx.query));
						if (token?.updateTo === undefined || ctx.context.returned instanceof APIError) return;
						links.addressChanged(token.email, token.updateTo);
					}),
				},
			],
		},
	} satisfies BetterAuthPlugin;
}
