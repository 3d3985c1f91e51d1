import { z } from "zod";
import { defineContract } from "../contract.ts";

/** Maximum length of each field in characters; shared with the form. */
export const contactLimits = { name: 120, email: 254, subject: 200, message: 10_000 } as const;

const line = (what: string, max: number) =>
	z.string().trim().min(1, `Please enter ${what}.`).max(max, `Please use at most ${max} characters.`);

export const contactMessage = z.object({
	id: z.uuid(),
	name: z.string(),
	email: z.string(),
	subject: z.string(),
	message: z.string(),
	/** Probably spam sent by a bot. */
	isSuspectedSpam: z.boolean(),
	createdAt: z.string(),
	/** When it was emailed to the operator; null: not emailed. */
	mailedAt: z.string().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactContract = defineContract({
	"send-contact-email": {
		method: "POST",
		path: "/api/v1/contact",
		summary: "Send a message to the operator; stored, and emailed if SMTP_URL is set",
		access: "public",
		body: z.object({
			name: line("your name", contactLimits.name),
			email: z.email("Please enter a valid email address.").max(contactLimits.email),
			subject: line("a subject", contactLimits.subject),
			message: line("a message", contactLimits.message),
			/** Honeypot hidden from users; leave it empty. */
			website: z.string().max(2000).optional(),
		}),
		reply: z.object({ success: z.literal(true) }),
		problems: ["too-many-requests"],
	},
	listContactMessages: {
		method: "GET",
		path: "/api/v1/contact/messages",
		summary: "List contact form messages, newest first",
		access: "operator",
		query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50), cursor: z.uuid().optional() }),
		reply: z.object({ items: z.array(contactMessage), nextCursor: z.string().nullable() }),
	},
});
