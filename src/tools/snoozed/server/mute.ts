import type { Started } from "#kernel/changes.ts";
import { AppError, notFound } from "#kernel/errors.ts";
import type { NewMail } from "#kernel/events.ts";
import type { MailContext, Requester } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { changeMail } from "./change.ts";
import { type MailRow, readMail } from "./mail.ts";
import { deleteMuted, insertMuted, mutedAmong, mutedWith } from "./muted-store.ts";

/**
 * Mutes the conversations of these messages, and archives those of the messages that are in the inbox.
 * @throws AppError 400 `not-supported`; 404; 409 `disconnected`, `read-only`
 */
export async function mute(
	ctx: MailContext,
	{ ownerId, device }: Requester,
	ids: string[],
): Promise<{ muted: string[]; started: Started | null }> {
	const mail = await readMail(ctx.database, ownerId, ids);
	if (mail.length === 0) throw notFound("None of these messages");
	const newest = newestOfEach(mail);
	const muted = await ctx.database.transaction(async () => {
		const ids = newest.map(({ id }) => id);
		await deleteMuted(ctx.database, ownerId, await mutedWith(ctx.database, ownerId, ids));
		const now = new Date(ctx.now());
		const rows = newest.map(({ id, account_id }) => ({
			...{ id: newId(ctx.now()), account_id, email_id: id, created_at: now },
		}));
		return insertMuted(ctx.database, ownerId, rows);
	});
	try {
		const inbox = mail.filter(({ folder_role: role }) => role === "inbox").map(({ id }) => id);
		return {
			muted,
			started: await changeMail(ctx, ownerId, { action: { type: "archive" }, ids: inbox, reason: "muted", device }),
		};
	} catch (cause) {
		await deleteMuted(ctx.database, ownerId, muted);
		throw cause;
	}
}

function newestOfEach(mail: readonly MailRow[]): MailRow[] {
	const newest = new Map<string, MailRow>();
	for (const row of mail) {
		const key = `${row.account_id} ${row.thread_id}`;
		if (!newest.has(key)) newest.set(key, row);
	}
	return [...newest.values()];
}

/** Archives new messages of muted conversations; where the mailbox cannot be changed, they stay in the inbox. */
export async function archiveMuted(ctx: MailContext, { ownerId, accountId, ids }: NewMail): Promise<void> {
	const muted = await mutedAmong(ctx.database, { ownerId, accountId, ids });
	try {
		await changeMail(ctx, ownerId, { action: { type: "archive" }, ids: muted, reason: "muted" });
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		ctx.log.info({ event: "mute.not_archived", err: cause, owner: ownerId }, "Muted messages were not archived");
	}
}
