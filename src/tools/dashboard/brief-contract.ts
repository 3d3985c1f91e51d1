import { z } from "zod";
import { engine } from "#shared/contracts/model.ts";

/** What a line of the brief is about. Each opens its email. */
const briefItem = z.object({
	emailId: z.uuid(),
	/** Of the sender; the address where there is no name. */
	sender: z.string(),
	subject: z.string(),
	/** A sentence of the email, or the preview. */
	line: z.string(),
	at: z.string(),
});
export type BriefItem = z.infer<typeof briefItem>;

export const brief = z.object({
	/** Unread mail from people that arrived in the last 24 hours, newest first. */
	newMail: z.object({
		items: z.array(briefItem),
		/** The search that lists them all. */
		q: z.string(),
		total: z.number(),
	}),
	/** Conversations of the last 30 days that wait for the user, each with the sentence that decided. */
	waiting: z.object({
		items: z.array(briefItem.extend({ /** It asks something. */ isQuestion: z.boolean() })),
		total: z.number(),
	}),
	/** Events of invitations that take place today, by their start. */
	invitations: z.object({
		items: z.array(
			z.object({
				emailId: z.uuid(),
				summary: z.string(),
				location: z.string(),
				/** ISO 8601; without an offset: local time. */
				start: z.string(),
				/** The whole day. */
				isDate: z.boolean(),
			}),
		),
		/** Emails with invitations of the last 90 days that were read, the newest. */
		read: z.number(),
		/** All of them. */
		emails: z.number(),
	}),
	/** What emails of the last two weeks ask for by a date of the next seven days, by date. */
	dates: z.object({
		items: z.array(briefItem.extend({ due: z.iso.date() })),
		/** Found in the emails that were read. */
		total: z.number(),
		/** Emails of people that were read, the newest. */
		read: z.number(),
		/** All of them. */
		emails: z.number(),
	}),
});
export type Brief = z.infer<typeof brief>;

export const writtenBrief = z.object({
	sentences: z.array(
		z.object({
			text: z.string(),
			/** Ids of the emails that it rests on. */
			sources: z.array(z.uuid()),
			/** False: a number in it is in none of its emails. */
			isSupported: z.boolean(),
		}),
	),
	/** Sentences without a source, which are left out. */
	dropped: z.number(),
	engine,
});
export type WrittenBrief = z.infer<typeof writtenBrief>;

/** `account`: absent: all mailboxes. `zone`: an IANA time zone, for "today". */
export const briefQuery = z.object({ account: z.uuid().optional(), zone: z.string().max(64).default("UTC") });
