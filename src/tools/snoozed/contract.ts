import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { emailItem } from "#shared/contracts/emails.ts";
import { job } from "#shared/contracts/jobs.ts";
import { operation } from "#shared/contracts/plans.ts";
import { MAX_LISTED, MAX_MESSAGES, MAX_NOTE } from "./limits.ts";
import { tool } from "./tool.ts";

const reminder = z.object({
	id: z.uuid(),
	/** `no_reply`: of a sent message, unless someone replies. */
	kind: z.enum(["snooze", "no_reply"]),
	accountId: z.uuid(),
	/** `returned`: its time has come. */
	state: z.enum(["waiting", "returned"]),
	dueAt: z.string(),
	returnedAt: z.string().nullable(),
	/** `reply`: a new message in the conversation brought it back early. */
	returnReason: z.enum(["time", "reply", "user"]).nullable(),
	subject: z.string(),
	/** What to do about it, shown when it comes back; null: nothing was noted. */
	note: z.string().nullable(),
	/** All messages that were snoozed; of a sent message that one. */
	emailIds: z.array(z.uuid()),
	/** The newest of them; null: the sent message is not in Sent yet. */
	email: emailItem.nullable(),
});
export type Reminder = z.infer<typeof reminder>;

const muted = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	mutedAt: z.string(),
	/** The message by which it was muted; null: it was deleted. */
	email: emailItem.nullable(),
});
export type MutedConversation = z.infer<typeof muted>;

/** `returned`: their time has come; of the others, `snoozed` conversations and sent messages that wait for a reply. */
export const reminderPart = z.enum(["returned", "snoozed", "no_reply"]);
export type ReminderPart = z.infer<typeof reminderPart>;

const page = {
	limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(MAX_LISTED),
	cursor: z.string().max(200).optional(),
};
/** `total`: of all pages. */
const paged = { total: z.number(), nextCursor: z.string().nullable() };

const id = z.object({ id: z.uuid() });
const ids = z.array(z.uuid()).min(1).max(MAX_MESSAGES);
const time = z.iso.datetime({ offset: true });

/** What happened to the messages; null: all of them were archived already. */
const change = { job: job.nullable(), operation: operation.nullable() };

export const snoozedContract = defineContract(
	{
		listReminders: {
			method: "GET",
			path: "/api/v1/reminders",
			summary: "List snoozed conversations and reminders, those that came back first, then by time",
			query: z.object({ part: reminderPart.optional(), ...page }),
			reply: z.object({ items: z.array(reminder), ...paged }),
			problems: ["bad-cursor"],
		},
		snooze: {
			method: "POST",
			path: "/api/v1/snoozes",
			summary: "Snooze messages: archive them, and return them to the inbox at a time, with a note of what to do",
			body: z.object({
				ids,
				until: time,
				/** What to do about them; absent: a note that they had is kept. */
				note: z.string().trim().min(1).max(MAX_NOTE).optional(),
			}),
			reply: z.object({
				reminders: z.array(z.uuid()),
				/** Snoozes that these replaced, to restore them. */
				replaced: z.array(z.object({ ids: z.array(z.uuid()), until: z.string(), note: z.string().optional() })),
				...change,
			}),
			status: 201,
			problems: ["bad-time", "cannot-snooze", "not-supported", "disconnected", "read-only"],
		},
		remindWithoutReply: {
			method: "POST",
			path: "/api/v1/reminders",
			summary: "Remind of sent messages at a time, of each unless somebody replies before",
			body: z.object({ ids, dueAt: time }),
			reply: z.object({ items: z.array(reminder) }),
			status: 201,
			problems: ["bad-time", "not-sent"],
		},
		changeReminder: {
			method: "PATCH",
			path: "/api/v1/reminders/{id}",
			summary: "Change when a conversation comes back or a reminder is due",
			params: id,
			body: z.object({ dueAt: time }),
			reply: reminder,
			problems: ["bad-time", "already-returned"],
		},
		returnNow: {
			method: "POST",
			path: "/api/v1/reminders/{id}/return",
			summary: "Return a snoozed conversation to the inbox now",
			params: id,
			reply: reminder,
			problems: ["already-returned", "disconnected", "read-only"],
		},
		dismissReminder: {
			method: "DELETE",
			path: "/api/v1/reminders/{id}",
			summary: "Delete a reminder; messages that were snoozed stay where they are",
			params: id,
		},
		listMuted: {
			method: "GET",
			path: "/api/v1/muted-conversations",
			summary: "List muted conversations, newest first",
			query: z.object(page),
			reply: z.object({ items: z.array(muted), ...paged }),
			problems: ["bad-cursor"],
		},
		muteConversations: {
			method: "POST",
			path: "/api/v1/muted-conversations",
			summary: "Mute the conversations of these messages: archive them, and later replies as they arrive",
			body: z.object({ ids }),
			reply: z.object({ muted: z.array(z.uuid()), ...change }),
			status: 201,
			problems: ["not-supported", "disconnected", "read-only"],
		},
		unmuteConversation: {
			method: "DELETE",
			path: "/api/v1/muted-conversations/{id}",
			summary: "Unmute a conversation: later replies arrive in the inbox again",
			params: id,
		},
	},
	{ scope: tool.scope },
);
