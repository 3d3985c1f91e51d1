import { z } from "zod";

const payload = z.object({
	email: z.string().toLowerCase(),
	updateTo: z.string().toLowerCase().optional(),
});

/** The addresses in the token of a verification link. */
export type VerificationToken = z.infer<typeof payload>;

/** Reads a verification link's token (a JWT of Better Auth) before its signature is checked; null if it is damaged. */
export function readVerificationToken(token: string): VerificationToken | null {
	try {
		const parsed: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
		return payload.parse(parsed);
	} catch {
		return null;
	}
}
