import type { OutgoingMessageView } from "#shared/contracts/outgoing.ts";
import type { Database } from "../../db/database.ts";
import { conflict } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { enqueueSending } from "./job.ts";
import { readOutgoing } from "./store.ts";

/** What a user can do about a message that has not left yet. */

/**
 * Tries a message now that waits for its next attempt. A sending limit still holds.
 * @throws AppError 404, 409 `not-waiting`
 */
export async function retryNow(ctx: MailContext, ownerId: string, id: string): Promise<OutgoingMessageView> {
	const { account } = await readOutgoing(ctx.database, ownerId, id);
	await ctx.database.transaction(async () => {
		const rows = await ctx.database.query(
			`update outgoing_messages set next_attempt_at = least(next_attempt_at, $4)
			where owner_id = $1 and account_id = $2 and id = $3 and state = 'queued' returning id`,
			[ownerId, account, id, new Date(ctx.now())],
		);
		if (rows.length === 0) throw conflict("not-waiting", "This message isn't waiting to be sent any more.");
		await enqueueSending(ctx, ownerId, account, { runNow: true });
	});
	return readOutgoing(ctx.database, ownerId, id);
}

/**
 * Takes a message back: no one who has not got it yet will. An attempt that runs finds it gone before it hands the message
 * over to the mail server (`recordSubmission`).
 * @returns the addresses that have got it; null: it is on its way, or needs nothing more
 */
export async function withdrawOutgoing(
	database: Database,
	ownerId: string,
	{ id, now }: { id: string; now: Date },
): Promise<string[] | null> {
	const message = await database.one<{ account_id: string }>(
		`update outgoing_messages set state = 'failed', explanation = null, raw = case when needs_copy then raw end,
			next_attempt_at = case when needs_copy then $3::timestamptz end,
			waiting_server = null, waiting_for = null, waiting_since = null
		where owner_id = $1 and id = $2 and (state = 'queued' or state = 'sending' and submitted_at is null)
		returning account_id`,
		[ownerId, id, now],
	);
	if (message === undefined) return null;
	const accepted = await database.query<{ address: string }>(
		`select address from outgoing_recipients
		where owner_id = $1 and account_id = $2 and outgoing_id = $3 and state = 'accepted'`,
		[ownerId, message.account_id, id],
	);
	if (accepted.length > 0)
		await database.exec(
			`update outgoing_messages set state = 'partially_sent' where owner_id = $1 and account_id = $2 and id = $3`,
			[ownerId, message.account_id, id],
		);
	return accepted.map(({ address }) => address);
}
