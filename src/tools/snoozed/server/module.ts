import type { Started } from "#kernel/changes.ts";
import { notFound } from "#kernel/errors.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import type { ScheduledTask } from "#kernel/schedule.ts";
import { snoozedContract } from "../contract.ts";
import { tool } from "../tool.ts";
import { mute } from "./mute.ts";
import { deleteMuted } from "./muted-store.ts";
import { presentEach, presentMuted, presentReminder, presentReminders } from "./present.ts";
import { provideSetReminder, remindOfSent } from "./remind.ts";
import { reminderUpdates } from "./reminder-updates.ts";
import { cancelReminder, dueTask, provideSnoozeEmail, rescheduleReminder, returnNow, snooze } from "./snooze.ts";
import { readReminder } from "./store.ts";

/** Mail that comes back: snoozed conversations, sent messages without an answer; and muted conversations. */
export const snoozedModule: ServerModule<MailContext> = {
	name: tool.id,
	schedules: [dueTask as ScheduledTask<MailContext>],
	subscriptions: [reminderUpdates],
	capabilities: [provideSetReminder, provideSnoozeEmail],
	routes: (ctx) => {
		const publish = (ownerId: string, accountId: string) => ctx.events.publish(ownerId, { type: "mail", accountId });
		return [
			implement(snoozedContract, {
				listReminders: ({ caller, query }) => presentReminders(ctx, caller.ownerId, query),
				async snooze({ caller, body }) {
					const { started, ...snoozed } = await snooze(ctx, caller, body);
					return { ...snoozed, ...changeOf(started) };
				},
				async remindWithoutReply({ caller: { ownerId }, body }) {
					const items = await presentEach(ctx, ownerId, await remindOfSent(ctx, ownerId, body));
					for (const accountId of new Set(items.map((one) => one.accountId))) publish(ownerId, accountId);
					return { items };
				},
				async changeReminder({ caller: { ownerId }, params: { id }, body }) {
					await rescheduleReminder(ctx, { ownerId, id }, body.dueAt);
					const reminder = await presentReminder(ctx, { ownerId, id });
					publish(ownerId, reminder.accountId);
					return reminder;
				},
				async returnNow({ caller: { ownerId }, params: { id } }) {
					await returnNow(ctx, { ownerId, id });
					return presentReminder(ctx, { ownerId, id });
				},
				async dismissReminder({ caller: { ownerId }, params: { id } }) {
					const { account_id: accountId } = await readReminder(ctx.database, { ownerId, id });
					await cancelReminder(ctx, { ownerId, id });
					publish(ownerId, accountId);
					return undefined;
				},
				listMuted: ({ caller, query }) => presentMuted(ctx, caller.ownerId, query),
				async muteConversations({ caller, body }) {
					const { muted, started } = await mute(ctx, caller, body.ids);
					return { muted, ...changeOf(started) };
				},
				async unmuteConversation({ caller: { ownerId }, params: { id } }) {
					if ((await deleteMuted(ctx.database, ownerId, [id])) === 0) throw notFound("The muted conversation");
					return undefined;
				},
			}),
		];
	},
};

function changeOf(started: Started | null) {
	return { job: started?.job ?? null, operation: started?.operation ?? null };
}
