import { z } from "zod";
import { provide } from "#kernel/capabilities.ts";
import { changeableAccounts, type Started } from "#kernel/changes.ts";
import { AppError, badRequest, conflict, notFound } from "#kernel/errors.ts";
import type { MailContext, Requester } from "#kernel/module.ts";
import {
	cancelSchedule,
	cancelSchedules,
	type ScheduledTask,
	scheduleEachOnce,
	scheduleOnce,
} from "#kernel/schedule.ts";
import { snoozeEmail } from "#shared/capabilities/snooze-email.ts";
import { newId } from "#shared/ids.ts";
import type { Reminder } from "../contract.ts";
import { tool } from "../tool.ts";
import { isAnswered, isClosed } from "./answers.ts";
import { changeMail } from "./change.ts";
import { type MailRow, readMail } from "./mail.ts";
import {
	changeReminder,
	deleteReminders,
	insertReminders,
	lockReminder,
	type NewReminder,
	type ReminderKey,
	type ReminderRow,
	readReminder,
	snoozesOf,
} from "./store.ts";

const DECADE_MS = 10 * 366 * 24 * 3_600_000;
/** Folders whose messages are not snoozed. */
const ELSEWHERE = new Set(["sent", "drafts", "spam", "trash"]);

/** Returns a conversation to the inbox, or reminds of a message that no one answered. */
export const dueTask: ScheduledTask<MailContext, { id: string }> = {
	name: `${tool.id}.due`,
	input: z.object({ id: z.uuid() }),
	async run(ctx, { ownerId, input: { id } }) {
		await returnReminder(ctx, { ownerId, id }, "time");
	},
};

/** @throws AppError 400 `bad-time` */
export function requireFuture(ctx: Pick<MailContext, "now">, time: string): Date {
	const at = new Date(time);
	if (at.getTime() <= ctx.now()) throw badRequest("bad-time", "Choose a time in the future.");
	if (at.getTime() > ctx.now() + DECADE_MS) throw badRequest("bad-time", "Choose a time within the next ten years.");
	return at;
}

interface SnoozeRequest {
	ids: string[];
	until: string;
	/** What to do about them. */
	note?: string | undefined;
}

interface Snoozed {
	/** Ids. */
	reminders: string[];
	/** Snoozes that were still waiting and that the new ones replaced. */
	replaced: SnoozeRequest[];
	started: Started | null;
}

/**
 * Archives messages until a time; each conversation returns as one. Messages that are snoozed already get the new time, and keep
 * their note unless there is a new one.
 * @throws AppError 400 `bad-time`, `cannot-snooze`, `not-supported`; 404; 409 `disconnected`, `read-only`
 */
export async function snooze(
	ctx: MailContext,
	{ ownerId, device }: Requester,
	{ ids, until, note }: SnoozeRequest,
): Promise<Snoozed> {
	const dueAt = requireFuture(ctx, until);
	const found = await readMail(ctx.database, ownerId, ids);
	if (found.length === 0) throw notFound("None of these messages");
	const mail = found.filter(({ folder_role: role }) => !ELSEWHERE.has(role));
	if (mail.length === 0)
		throw badRequest("cannot-snooze", "Only messages in the inbox, the archive and your own folders can be snoozed.");
	const { created, before } = await replaceReminders(ctx, ownerId, { mail, dueAt, note });
	try {
		const started = await changeMail(ctx, ownerId, {
			action: { type: "archive" },
			reason: "snoozed",
			device,
			ids: mail.filter(({ folder_role: role }) => role !== "archive").map(({ id }) => id),
		});
		const replaced = before
			.filter(({ state }) => state === "waiting")
			.map(({ email_ids, due_at, note: text }) => ({
				...{ ids: email_ids, until: due_at.toISOString() },
				...(text !== null && { note: text }),
			}));
		return { reminders: created, replaced, started };
	} catch (cause) {
		await ctx.database.transaction(async () => {
			await removeReminders(ctx, ownerId, created);
			await addReminders(ctx, ownerId, before);
		});
		throw cause;
	}
}

/** Emails that other tools snooze. */
export const provideSnoozeEmail = provide(
	snoozeEmail,
	async (ctx: MailContext, { ownerId }, { emailId, until, note }) => {
		await snooze(ctx, { ownerId, device: null }, { ids: [emailId], until, note });
		return {};
	},
);

/** Creates a reminder for each conversation, in place of those that its messages had. */
function replaceReminders(
	ctx: MailContext,
	ownerId: string,
	{ mail, dueAt, note }: { mail: readonly MailRow[]; dueAt: Date; note: string | undefined },
): Promise<{ created: string[]; before: ReminderRow[] }> {
	const ids = mail.map(({ id }) => id);
	return ctx.database.transaction(async () => {
		const before = await snoozesOf(ctx.database, ownerId, ids);
		await removeReminders(
			ctx,
			ownerId,
			before.map(({ id }) => id),
		);
		const created = byConversation(mail).flatMap((messages) => {
			const [newest] = messages;
			if (newest === undefined) return [];
			const own = messages.map(({ id }) => id);
			const earlier = before.filter(({ email_ids: known }) => known.some((id) => own.includes(id)));
			return waitingRow(ctx, {
				...{ account_id: newest.account_id, kind: "snooze", message_id: null, outgoing_id: null },
				...{ subject: newest.subject, due_at: dueAt },
				note: note ?? earlier.findLast((one) => one.note !== null)?.note ?? null,
				email_ids: [...new Set([...own, ...earlier.flatMap((one) => one.email_ids)])],
			});
		});
		await addReminders(ctx, ownerId, created);
		return { created: created.map(({ id }) => id), before };
	});
}

/** A new reminder, which waits. */
export function waitingRow(ctx: Pick<MailContext, "now">, row: NewReminder): ReminderRow {
	return {
		...{ ...row, id: newId(ctx.now()), created_at: new Date(ctx.now()) },
		...{ state: "waiting", returned_at: null, return_reason: null },
	};
}

/** Deletes reminders; their messages stay where they are. @returns whether there were any */
export async function removeReminders(ctx: MailContext, ownerId: string, ids: readonly string[]): Promise<boolean> {
	await cancelSchedules(ctx, dueTask, { ownerId, keys: ids });
	return (await deleteReminders(ctx.database, ownerId, ids)).length > 0;
}

/** Stores reminders, and schedules those that have not come back. */
export async function addReminders(ctx: MailContext, ownerId: string, rows: readonly ReminderRow[]): Promise<void> {
	await insertReminders(ctx.database, ownerId, rows);
	const runs = rows
		.filter(({ state }) => state !== "returned")
		.map(({ id, due_at: runAt }) => ({ key: id, input: { id }, runAt }));
	await scheduleEachOnce(ctx, dueTask, { ownerId, runs });
}

function byConversation(mail: readonly MailRow[]): MailRow[][] {
	const groups = new Map<string, MailRow[]>();
	for (const row of mail) {
		const key = `${row.account_id} ${row.thread_id}`;
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	return [...groups.values()];
}

/** Deletes a reminder; its messages stay where they are. @returns whether there was one */
export function cancelReminder(ctx: MailContext, key: ReminderKey): Promise<boolean> {
	return ctx.database.transaction(() => removeReminders(ctx, key.ownerId, [key.id]));
}

/** @throws AppError 400 `bad-time`, 404, 409 `already-returned` */
export async function rescheduleReminder(ctx: MailContext, key: ReminderKey, time: string): Promise<void> {
	const dueAt = requireFuture(ctx, time);
	await readReminder(ctx.database, key);
	await ctx.database.transaction(async () => {
		const row = await lockReminder(ctx.database, key);
		if (row === null || (row.kind === "snooze" && row.state !== "waiting")) throw alreadyReturned();
		const change = { due_at: dueAt, state: "waiting" as const, returned_at: null, return_reason: null };
		await changeReminder(ctx.database, key, change);
		const { ownerId, id } = key;
		await scheduleOnce(ctx, dueTask, { ownerId, key: id, input: { id }, runAt: dueAt });
	});
}

/** The conflict of changing what has come back. */
function alreadyReturned(): AppError {
	return conflict("already-returned", "This conversation is back in the inbox.");
}

/**
 * Ends the wait: moves a snoozed conversation to the inbox, unread. Idempotent, and continues what a crash interrupted; a
 * reminder that was deleted, moved to a later time or answered is left alone.
 * @returns why the messages are still in the archive, although the reminder is due; null where they are not
 */
export async function returnReminder(
	ctx: MailContext,
	key: ReminderKey,
	reason: NonNullable<Reminder["returnReason"]>,
): Promise<AppError | null> {
	const { ownerId, id } = key;
	const row = await ctx.database.transaction(async () => {
		const locked = await lockReminder(ctx.database, key);
		if (locked === null || (locked.state === "returned" && reason !== "user")) return null;
		const isEarly = reason === "time" && locked.state === "waiting" && locked.due_at.getTime() > ctx.now();
		if (isEarly) return null;
		await cancelSchedule(ctx, dueTask, { ownerId, key: id });
		const change = { state: "returning" as const, return_reason: locked.return_reason ?? reason };
		await changeReminder(ctx.database, key, change);
		return locked;
	});
	if (row === null) return null;
	let obstacle: AppError | null = null;
	const isOver =
		row.kind === "no_reply" && ((await isAnswered(ctx, ownerId, row)) || (await isClosed(ctx, ownerId, row)));
	if (isOver) {
		await cancelReminder(ctx, key);
	} else {
		if (row.kind === "snooze") obstacle = await moveToInbox(ctx, ownerId, row);
		await changeReminder(ctx.database, key, { state: "returned", returned_at: new Date(ctx.now()) });
	}
	ctx.events.publish(ownerId, { type: "mail", accountId: row.account_id });
	return obstacle;
}

/**
 * Returns a snoozed conversation on request, also one that is due and could not be moved then.
 * @throws AppError 404; 409 `already-returned`, `disconnected`, `read-only`
 */
export async function returnNow(ctx: MailContext, key: ReminderKey): Promise<void> {
	const row = await readReminder(ctx.database, key);
	if (row.kind !== "snooze") throw alreadyReturned();
	if (row.state === "returned") {
		const mail = await readMail(ctx.database, key.ownerId, row.email_ids);
		if (!mail.some(isArchived)) throw alreadyReturned();
	}
	const obstacle = await returnReminder(ctx, key, "user");
	if (obstacle !== null) throw obstacle;
}

const isArchived = ({ folder_role: role }: MailRow): boolean => role === "archive";

/** @returns why they could not be moved */
async function moveToInbox(ctx: MailContext, ownerId: string, row: ReminderRow): Promise<AppError | null> {
	const mail = await readMail(ctx.database, ownerId, row.email_ids);
	const archived = mail.filter(isArchived).map(({ id }) => id);
	try {
		const [account] = await changeableAccounts(ctx, ownerId, row.account_id);
		const inbox = account?.folders.find(({ role }) => role === "inbox");
		if (inbox === undefined) return null;
		const reason = "snoozed";
		await changeMail(ctx, ownerId, { action: { type: "move", folderId: inbox.id }, ids: archived, reason });
		const newest = mail.slice(0, 1).map(({ id }) => id);
		await changeMail(ctx, ownerId, { action: { type: "mark_read", value: false }, ids: newest, reason });
		return null;
	} catch (cause) {
		// A disconnected or read-only mailbox cannot be changed; the reminder shows above the inbox all the same.
		if (!(cause instanceof AppError)) throw cause;
		ctx.log.info({ event: "snooze.not_moved", err: cause, owner: ownerId }, "A snoozed conversation was not moved");
		return cause;
	}
}
