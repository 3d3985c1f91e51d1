import type { Email } from "#shared/contracts/emails.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { receivingServerOf } from "../sender-trust/receiving-server.ts";
import { readStored, type StoredEmail } from "../store/read/read-stored.ts";
import { isResultOf } from "../trust/received-results.ts";
import { fetchMissing } from "./fetch-missing.ts";
import { fitReply } from "./fit-reply.ts";
import { originalPath } from "./message-task.ts";
import { openMessage } from "./open-message.ts";

/** One complete message: its row, plus text, HTML and authentication results parsed from its raw bytes. */
export async function openEmail(ctx: MailContext, ownerId: string, id: string): Promise<Email> {
	const stored = await fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, id));
	const { rawSha256: _, providerId: __, ...email } = stored;
	return fitReply({ ...email, ...(await bodyOf(ctx, ownerId, stored)) });
}

type Body = Pick<Email, "text" | "html" | "authentication" | "truncated" | "problem">;

async function bodyOf(ctx: MailContext, ownerId: string, email: StoredEmail): Promise<Body> {
	const preview: Body = {
		text: email.preview,
		html: null,
		authentication: null,
		truncated: [],
		problem: null,
	};
	try {
		const { text, html, truncated, authentication, authServer } = await openMessage(ctx, ownerId, email);
		const receiver = authServer === null ? null : await receivingServerOf(ctx, ownerId, email.accountId);
		const isOwn = receiver !== null && authServer !== null && isResultOf(receiver, authServer);
		return { text, html, truncated, authentication: isOwn ? authentication : null, problem: null };
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		if (cause.code === "not-found") return preview;
		if (cause.code !== "message-too-complex") throw cause;
		const original = originalPath(email.id);
		return { ...preview, problem: { code: "message-too-complex", detail: cause.message, original } };
	}
}
