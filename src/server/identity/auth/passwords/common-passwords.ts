import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";

/** The body field that has the password, by endpoint. */
const fields: Record<string, string> = {
	"/sign-up/email": "password",
	"/reset-password": "newPassword",
	"/change-password": "newPassword",
};
/** Shorter ones are rejected for their length. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/** Rejects passwords that attackers try first. */
export function refuseCommonPasswords() {
	return {
		id: "common-passwords",
		hooks: {
			before: [
				{
					matcher: (context) => (context.path ?? "") in fields,
					handler: createAuthMiddleware(async (ctx) => {
						const given = (ctx.body as Record<string, unknown> | undefined)?.[fields[ctx.path] ?? ""];
						if (typeof given === "string" && (await isCommonPassword(given)))
							throw APIError.from("BAD_REQUEST", {
								code: "PASSWORD_TOO_COMMON",
								message: "This password is very common and easy to guess. Choose another.",
							});
					}),
				},
			],
		},
	} satisfies BetterAuthPlugin;
}

let known: Promise<ReadonlySet<string>> | null = null;

/** Whether a password is in the list of common ones (case-insensitive), or repeats one or two characters. */
async function isCommonPassword(password: string): Promise<boolean> {
	const text = password.toLowerCase();
	if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return false;
	if (new Set(text).size <= 2) return true;
	known ??= load();
	return (await known).has(text);
}

/** About 18,000 entries, loaded on first use. */
async function load(): Promise<ReadonlySet<string>> {
	const { dictionary } = await import("@zxcvbn-ts/language-common");
	return new Set(dictionary["passwords-common"].filter((entry) => entry.length >= MIN_LENGTH));
}
