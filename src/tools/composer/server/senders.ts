import type { Database } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { listSenders } from "#kernel/send.ts";
import { readSettings, updateSettings } from "#kernel/settings.ts";
import type { Sender } from "../contract.ts";
import { senderSettings } from "../settings.ts";

/** The mailboxes to send from, with what their messages carry. */
export async function presentSenders(ctx: MailContext, ownerId: string): Promise<Sender[]> {
	const items: Sender[] = [];
	for (const sender of await listSenders(ctx, ownerId))
		items.push({ ...sender, ...(await settingsOf(ctx.database, ownerId, sender.accountId)) });
	return items;
}

function settingsOf(database: Database, ownerId: string, accountId: string) {
	return readSettings(database, { ownerId, accountId }, senderSettings);
}

/** @throws AppError 404 */
export async function changeSender(
	ctx: MailContext,
	{ ownerId, id }: { ownerId: string; id: string },
	change: { fromName?: string | undefined; signature?: string | undefined },
): Promise<Sender> {
	const sender = (await listSenders(ctx, ownerId)).find(({ accountId }) => accountId === id);
	if (sender === undefined) throw notFound("The mailbox");
	return { ...sender, ...(await updateSettings(ctx.database, { ownerId, accountId: id }, senderSettings, change)) };
}
