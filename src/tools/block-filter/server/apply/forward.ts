import { AppError } from "#kernel/errors.ts";
import type { NewMail } from "#kernel/events.ts";
import { enqueueFreshSync, fetchNow } from "#kernel/mail.ts";
import { notSupported, withSession } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Rule } from "../rule.ts";
import { draftOf } from "./draft.ts";
import { recordOutcome } from "./processed-messages.ts";

/** Size limit of common mail servers: larger messages are not put into a draft. */
const MAX_BYTES = 20 * 1024 * 1024;

interface Forwarded {
	id: string;
	subject: string;
	sha256: string | null;
	sizeBytes: number;
}

/**
 * Puts each message, unmodified, into a draft to the rule's address: the user reviews and sends it. Each is marked done
 * individually, so that a retry creates no second draft.
 * @throws AppError where the mailbox cannot store drafts, or a message is too large or unavailable
 */
export async function forwardAll(ctx: MailContext, mail: NewMail, rule: Rule, ids: readonly string[]): Promise<void> {
	const { ownerId, accountId, signal } = mail;
	await fetchNow(ctx, { ownerId, accountId }, ids, signal);
	const from = await addressOf(ctx, ownerId, accountId);
	let refused: AppError | null = null;
	for (const message of await messagesOf(ctx, mail, ids)) {
		signal.throwIfAborted();
		const raw = message.sha256 === null ? null : await ctx.blobs.get(accountId, message.sha256, { once: true });
		if (raw === null || raw.length > MAX_BYTES) {
			const why =
				raw === null ? "cannot be forwarded, because its text could not be fetched" : "is too large to be forwarded";
			refused = new AppError(409, "refused", `“${message.subject}” ${why}.`);
			await recordOutcome(ctx.database, mail, [message.id], "failed");
			continue;
		}
		const draft = await draftOf({ from, to: rule.forwardTo ?? "", subject: message.subject, raw, id: message.id });
		await withSession(
			ctx,
			mail,
			async (session) => {
				if (session.drafts === undefined) throw notSupported("Drafts can't be created in this mailbox.");
				await session.drafts.save(draft);
			},
			false,
		);
		await recordOutcome(ctx.database, mail, [message.id], "done");
	}
	await enqueueFreshSync(ctx, { ownerId, accountId }, "push");
	if (refused !== null) throw refused;
}

async function messagesOf(
	ctx: Pick<MailContext, "database">,
	{ ownerId, accountId }: NewMail,
	ids: readonly string[],
): Promise<Forwarded[]> {
	return ctx.database.query<Forwarded>(
		`select id, subject, raw_sha256 as sha256, size_bytes as "sizeBytes" from mail_messages_v1
		where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) order by received_date, id`,
		[ownerId, accountId, ids],
	);
}

async function addressOf(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
): Promise<string | null> {
	const row = await ctx.database.one<{ email: string | null }>(
		"select email from mail_accounts_v1 where owner_id = $1 and id = $2",
		[ownerId, accountId],
	);
	return row?.email ?? null;
}
