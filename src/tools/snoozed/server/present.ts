import { emailItems } from "#kernel/changes.ts";
import type { KeyPage } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { MutedConversation, Reminder } from "../contract.ts";
import { listMuted } from "./muted-store.ts";
import { listRows, type ReminderKey, type ReminderQuery, type ReminderRow, readReminders } from "./store.ts";

/** A page of reminders. @throws AppError 400 `bad-cursor` */
export async function presentReminders(
	ctx: MailContext,
	ownerId: string,
	query: ReminderQuery,
): Promise<KeyPage<Reminder>> {
	const { rows, ...page } = await listRows(ctx.database, ownerId, query);
	return { items: await present(ctx, ownerId, rows), ...page };
}

/** In this order. @throws AppError 404 when one is not there */
export async function presentEach(ctx: MailContext, ownerId: string, ids: readonly string[]): Promise<Reminder[]> {
	const reminders = await present(ctx, ownerId, await readReminders(ctx.database, ownerId, ids));
	const byId = new Map(reminders.map((one) => [one.id, one]));
	return ids.map((id) => {
		const reminder = byId.get(id);
		if (reminder === undefined) throw notFound("The reminder");
		return reminder;
	});
}

/** @throws AppError 404 */
export async function presentReminder(ctx: MailContext, { ownerId, id }: ReminderKey): Promise<Reminder> {
	const [reminder] = await presentEach(ctx, ownerId, [id]);
	if (reminder === undefined) throw notFound("The reminder");
	return reminder;
}

async function present(ctx: MailContext, ownerId: string, rows: readonly ReminderRow[]): Promise<Reminder[]> {
	const items = await itemsOf(
		ctx,
		ownerId,
		rows.map((row) => ({ accountId: row.account_id, ids: row.email_ids })),
	);
	return rows.map((row) => {
		const own = row.email_ids.flatMap((id) => items.get(id) ?? []);
		const [email = null] = own.sort((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt));
		return {
			id: row.id,
			kind: row.kind,
			accountId: row.account_id,
			state: row.state === "returned" ? "returned" : "waiting",
			dueAt: row.due_at.toISOString(),
			returnedAt: row.returned_at?.toISOString() ?? null,
			returnReason: row.return_reason,
			subject: row.subject,
			note: row.note,
			emailIds: row.email_ids,
			email,
		};
	});
}

/** A page of muted conversations. @throws AppError 400 `bad-cursor` */
export async function presentMuted(
	ctx: MailContext,
	ownerId: string,
	query: Pick<ReminderQuery, "limit" | "cursor">,
): Promise<KeyPage<MutedConversation>> {
	const { rows, ...page } = await listMuted(ctx.database, ownerId, query);
	const items = await itemsOf(
		ctx,
		ownerId,
		rows.map((row) => ({ accountId: row.account_id, ids: [row.email_id] })),
	);
	const conversations = rows.map((row) => ({
		id: row.id,
		accountId: row.account_id,
		mutedAt: row.created_at.toISOString(),
		email: items.get(row.email_id) ?? null,
	}));
	return { items: conversations, ...page };
}

async function itemsOf(ctx: MailContext, ownerId: string, wanted: readonly { accountId: string; ids: string[] }[]) {
	const accounts = [...new Set(wanted.map(({ accountId }) => accountId))];
	const ids = wanted.flatMap((one) => one.ids);
	const items = ids.length === 0 ? [] : await emailItems(ctx.database, ownerId, accounts, ids);
	return new Map(items.map((item) => [item.id, item]));
}
