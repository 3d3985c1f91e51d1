import { emailItems } from "#kernel/changes.ts";
import type { MailContext } from "#kernel/module.ts";
import type { MutedConversation, Reminder } from "../contract.ts";
import { listMuted } from "./muted-store.ts";
import { listRows, type ReminderKey, type ReminderRow, readReminder } from "./store.ts";

export async function presentReminders(ctx: MailContext, ownerId: string): Promise<Reminder[]> {
	return present(ctx, ownerId, await listRows(ctx.database, ownerId));
}

/** @throws AppError 404 */
export async function presentReminder(ctx: MailContext, key: ReminderKey): Promise<Reminder> {
	const [reminder] = await present(ctx, key.ownerId, [await readReminder(ctx.database, key)]);
	if (reminder === undefined) throw new Error("A reminder was not presented");
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

export async function presentMuted(ctx: MailContext, ownerId: string): Promise<MutedConversation[]> {
	const rows = await listMuted(ctx.database, ownerId);
	const items = await itemsOf(
		ctx,
		ownerId,
		rows.map((row) => ({ accountId: row.account_id, ids: [row.email_id] })),
	);
	return rows.map((row) => ({
		id: row.id,
		accountId: row.account_id,
		mutedAt: row.created_at.toISOString(),
		email: items.get(row.email_id) ?? null,
	}));
}

async function itemsOf(ctx: MailContext, ownerId: string, wanted: readonly { accountId: string; ids: string[] }[]) {
	const accounts = [...new Set(wanted.map(({ accountId }) => accountId))];
	const ids = wanted.flatMap((one) => one.ids);
	const items = ids.length === 0 ? [] : await emailItems(ctx.database, ownerId, accounts, ids);
	return new Map(items.map((item) => [item.id, item]));
}
