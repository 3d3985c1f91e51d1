import { randomBytes } from "node:crypto";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { linkLife, type MailedLinks } from "./mailed-links.ts";

const MINUTE_MS = 60_000;
/** Between the callback of Microsoft or Google and the session: one request. */
const HANDOVER_MINUTES = 2;

/** What a token stands for; `userId` is empty where nobody has the address that a link was asked for. */
const promise = z.object({ userId: z.string(), mailed: z.boolean() });

const invalid = () =>
	APIError.from("UNAUTHORIZED", {
		code: "INVALID_TOKEN",
		message: "This link was used before or is too old. Please ask for a new one.",
	});

/** The part of Better Auth that keeps people, sessions and what is on its way. */
export type People = Pick<AuthContext, "internalAdapter">;

/**
 * Makes a token that signs a person in once.
 * @param mailed it goes to the person's address, so whoever brings it back reads mail there
 */
export async function issueSignInToken(people: People, userId: string, mailed: boolean): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const minutes = mailed ? linkLife.signIn : HANDOVER_MINUTES;
	await people.internalAdapter.createVerificationValue({
		identifier: `sign-in:${token}`,
		value: JSON.stringify({ userId, mailed } satisfies z.infer<typeof promise>),
		expiresAt: new Date(Date.now() + minutes * MINUTE_MS),
	});
	return token;
}

/**
 * Signing in with a token instead of a password: mailed to the person, or handed over after Microsoft and Google.
 * @param prove called when somebody has shown that their address is theirs
 */
export function tokenSignIn(links: MailedLinks, prove: (userId: string) => Promise<void>) {
	return {
		id: "token-sign-in",
		endpoints: {
			signInMagicLink: createAuthEndpoint(
				"/sign-in/magic-link",
				{ method: "POST", body: z.object({ email: z.email(), redirect: z.string().max(2_000).optional() }) },
				async (ctx) => {
					const found = await ctx.context.internalAdapter.findUserByEmail(ctx.body.email);
					// Also for nobody, so that it takes as long.
					const token = await issueSignInToken(ctx.context, found?.user.id ?? "", true);
					if (found) links.signIn(found.user.email, token, ctx.body.redirect);
					return ctx.json({ status: true });
				},
			),
			signInToken: createAuthEndpoint(
				"/sign-in/token",
				{ method: "POST", body: z.object({ token_hash: z.string().max(100), type: z.literal("magiclink") }) },
				async (ctx) => {
					const { internalAdapter } = ctx.context;
					const taken = await internalAdapter.consumeVerificationValue(`sign-in:${ctx.body.token_hash}`);
					if (!taken) throw invalid();
					const { userId, mailed } = promise.parse(JSON.parse(taken.value));
					if (mailed && userId !== "") await prove(userId);
					const user = userId === "" ? null : await internalAdapter.findUserById(userId);
					if (!user) throw invalid();
					const session = await internalAdapter.createSession(user.id);
					await setSessionCookie(ctx, { session, user });
					return ctx.json({ user: { id: user.id, email: user.email, name: user.name } });
				},
			),
		},
	} satisfies BetterAuthPlugin;
}
