import type { Email, MessageWarning } from "#shared/contracts/emails.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { hasWrittenTo } from "../people/written-to.ts";
import { readStored, type StoredEmail } from "../store/read/read-stored.ts";
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

type Body = Pick<Email, "text" | "html" | "authentication" | "warnings" | "truncated" | "problem">;

async function bodyOf(ctx: MailContext, ownerId: string, email: StoredEmail): Promise<Body> {
	const preview: Body = {
		text: email.preview,
		html: null,
		authentication: null,
		warnings: [],
		truncated: [],
		problem: null,
	};
	try {
		const { text, html, truncated, authentication, warnings } = await openMessage(ctx, ownerId, email);
		return {
			text,
			html,
			truncated,
			authentication,
			warnings: await fitting(ctx, ownerId, email, warnings),
			problem: null,
		};
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		if (cause.code === "not-found") return preview;
		if (cause.code !== "message-too-complex") throw cause;
		const original = originalPath(email.id);
		return { ...preview, problem: { code: "message-too-complex", detail: cause.message, original } };
	}
}

/** What still concerns a sender that the user has written to: that it may be someone else, or sends a program. */
const ALSO_OF_CONTACTS: ReadonlySet<MessageWarning["kind"]> = new Set(["not_authentic", "look_alike", "program"]);

/** Leaves out warnings about the user's own messages, and those that a known sender does not deserve. */
async function fitting(
	ctx: MailContext,
	ownerId: string,
	{ folder, senderEmail }: StoredEmail,
	warnings: MessageWarning[],
): Promise<MessageWarning[]> {
	if (warnings.length === 0 || folder === "sent" || folder === "drafts") return [];
	if (!(await hasWrittenTo(ctx.database, ownerId, senderEmail))) return warnings;
	return warnings.filter(({ kind }) => ALSO_OF_CONTACTS.has(kind));
}
