import { z } from "zod";
import { ANSWERS, ATTENDEE_STATUSES } from "#shared/calendar/status.ts";
import { defineContract } from "#shared/contract.ts";
import { tool } from "./tool.ts";

const eventTime = z.object({
	/** ISO 8601; of a whole day its date at 00:00 UTC. */
	at: z.string(),
	isDate: z.boolean(),
	/** In no time zone: `at` is as if it were UTC. */
	isFloating: z.boolean(),
});

const person = z.object({ name: z.string(), email: z.string() });

export const answer = z.enum(ANSWERS);

const invitation = z.object({
	/** `request`: an invitation or its update; `reply`: an attendee's answer; `publish`: no one is invited. */
	method: z.enum(["request", "cancel", "reply", "publish"]),
	summary: z.string(),
	location: z.string(),
	start: eventTime,
	/** Of whole days the day after. */
	end: eventTime.nullable(),
	/** It takes place repeatedly: the rule (RFC 5545 §3.3.10). */
	recurrence: z.string().nullable(),
	organizer: person.nullable(),
	/** The first 500. */
	attendees: z.array(person.extend({ status: z.enum(ATTENDEE_STATUSES) })),
	/** All of them. */
	attendeeCount: z.number(),
	/** Who would answer: the attendee with an address of the user, else the mailbox. Null: it cannot be answered. */
	attendee: z.string().nullable(),
	/** Why it cannot be answered from here, for the user; null: it can, or there is nothing to answer. */
	obstacle: z.string().nullable(),
	/** The answer given here, to this version of the event. */
	answer: answer.nullable(),
	answeredAt: z.string().nullable(),
});
export type InvitationView = z.infer<typeof invitation>;

const id = z.object({ id: z.uuid() });

export const inboxContract = defineContract(
	{
		getInvitation: {
			method: "GET",
			path: "/api/v1/emails/{id}/invitation",
			summary: "Get the calendar event that a message is about, and the answer given to it",
			params: id,
			reply: z.object({ invitation: invitation.nullable() }),
			problems: ["message-too-complex"],
		},
		answerInvitation: {
			method: "POST",
			path: "/api/v1/emails/{id}/invitation/answer",
			summary: "Accept, tentatively accept or decline an invitation: its organizer gets the answer by email",
			params: id,
			scope: "mail:write",
			body: z.object({ answer }),
			reply: z.object({ invitation }),
			problems: ["no-invitation", "message-too-complex", "cannot-send"],
		},
	},
	{ scope: tool.scope },
);
