import { randomBytes } from "node:crypto";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { type LinkBinding, unbound } from "./link-binding.ts";
import { type AuthEmails, linkLifetimeMinutes } from "./mailed-links.ts";

const MINUTE_MS = 60_000;
/** Time between the callback from Microsoft or Google and the session: one request. */
const REDIRECT_MINUTES = 2;

/**
 * The content of a token. `userId` is empty when a link was requested for an address without an account; `version` is that of
 * the credentials, null in a token that is emailed, whose link is bound to it.
 */
const promise = z.object({ userId: z.string(), version: z.number().nullable() });
type SignInPromise = z.infer<typeof promise>;

const invalid = () =>
	APIError.from("UNAUTHORIZED", {
		code: "INVALID_TOKEN",
		message: "This link was already used or has expired. Please request a new one.",
	});

/** The part of Better Auth that manages users, sessions and verification tokens. */
export type UserStore = Pick<AuthContext, "internalAdapter">;

/**
 * Creates a token that signs a user in once.
 * @param promised with version null: it is sent to the user's address, so using it proves access to that mailbox
 */
export async function issueSignInToken(people: UserStore, promised: SignInPromise): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const minutes = promised.version === null ? linkLifetimeMinutes.signIn : REDIRECT_MINUTES;
	await people.internalAdapter.createVerificationValue({
		identifier: `sign-in:${token}`,
		value: JSON.stringify(promised),
		expiresAt: new Date(Date.now() + minutes * MINUTE_MS),
	});
	return token;
}

/**
 * Signing in with a token instead of a password: emailed to the user, or issued after sign-in with Microsoft or Google.
 * @param prove called when a user has proved that their address is theirs
 */
export function tokenSignIn(links: AuthEmails, binding: LinkBinding, prove: (userId: string) => Promise<void>) {
	return {
		id: "token-sign-in",
		endpoints: {
			signInMagicLink: createAuthEndpoint(
				"/sign-in/magic-link",
				{ method: "POST", body: z.object({ email: z.email(), redirect: z.string().max(2_000).optional() }) },
				async (ctx) => {
					const found = await ctx.context.internalAdapter.findUserByEmail(ctx.body.email);
					// Also without an account, so that it takes as long.
					const token = await issueSignInToken(ctx.context, { userId: found?.user.id ?? "", version: null });
					if (found)
						binding.bind("sign-in", found.user, token, (bound) =>
							links.signIn(found.user.email, bound, ctx.body.redirect),
						);
					return ctx.json({ status: true });
				},
			),
			signInToken: createAuthEndpoint(
				"/sign-in/token",
				{ method: "POST", body: z.object({ token_hash: z.string().max(100), type: z.literal("magiclink") }) },
				async (ctx) => {
					const { internalAdapter } = ctx.context;
					const token = ctx.body.token_hash;
					const consumed = await internalAdapter.consumeVerificationValue(`sign-in:${unbound(token)}`);
					if (!consumed) throw invalid();
					const { userId, version } = promise.parse(JSON.parse(consumed.value));
					if (version === null) {
						if (userId === "" || !(await binding.redeem("sign-in", userId, token))) throw invalid();
						await prove(userId);
					} else if (version !== (await binding.versionOf(userId))) throw invalid();
					const user = await internalAdapter.findUserById(userId);
					if (!user) throw invalid();
					const session = await internalAdapter.createSession(user.id);
					await setSessionCookie(ctx, { session, user });
					return ctx.json({ user: { id: user.id, email: user.email, name: user.name } });
				},
			),
		},
	} satisfies BetterAuthPlugin;
}
