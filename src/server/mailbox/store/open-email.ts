import type { Email } from "#shared/contracts/emails.ts";
import { type AuthResults, parseAuthResults } from "#shared/mail/auth-results.ts";
import type { Context } from "../../context.ts";
import { parseFull } from "../parse/parse-message.ts";
import { readWhole } from "./whole-email.ts";

/** One message, whole: what the database has, and text, HTML and authentication read from its own bytes. */
export async function openEmail(ctx: Context, ownerId: string, id: string): Promise<Email> {
	const { rawSha256, providerId: _, ...email } = await readWhole(ctx, ownerId, id);
	const raw = rawSha256 === null ? null : await ctx.blobs.get(email.accountId, rawSha256);
	if (raw === null) return { ...email, text: email.preview, html: null, authentication: null };
	const full = await parseFull(raw);
	// The topmost is the last server's, which is the reader's own; those below may be the sender's invention.
	const topmost = full.headers.find(({ name }) => name.toLowerCase() === "authentication-results");
	const results = topmost === undefined ? null : parseAuthResults(topmost.value);
	return { ...email, text: full.text, html: full.html, authentication: results === null ? null : verdicts(results) };
}

type Verdict = NonNullable<Email["authentication"]>["spf"];

function verdicts(found: AuthResults): NonNullable<Email["authentication"]> {
	const of = (method: string, ...properties: string[]): Verdict => {
		const result = found.results.find((one) => one.method === method);
		if (result === undefined) return null;
		const value = properties.map((name) => result.properties[name]).find((text) => text !== undefined);
		return { result: result.verdict, domain: value?.split("@").at(-1) ?? null };
	};
	return {
		spf: of("spf", "smtp.mailfrom", "smtp.helo"),
		dkim: of("dkim", "header.d", "header.i"),
		dmarc: of("dmarc", "header.from"),
	};
}
