import { z } from "zod";
import { emitWebhook, isWebhookWanted } from "../../platform/webhooks/emit.ts";
import type { WebhookEvent } from "../../platform/webhooks/events.ts";
import type { MailContext } from "../context/context.ts";

const address = z.object({ name: z.string(), email: z.string() });
const received = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	threadId: z.uuid(),
	/** Message-ID without angle brackets; null: it has none. */
	messageId: z.string().nullable(),
	from: address,
	/** The first 50. */
	to: z.array(address),
	/** All of them. */
	toCount: z.number(),
	subject: z.string(),
	receivedAt: z.string(),
	hasAttachments: z.boolean(),
	/** Opens it in the app. */
	link: z.string(),
});

/** Folders whose mail is not received, or not wanted. */
const OTHER_FOLDERS = ["sent", "drafts", "spam", "trash"];
/** Recipients in an event. */
const MAX_RECIPIENTS = 50;

/** New mail outside of Spam and Trash. */
export const emailReceived: WebhookEvent<z.infer<typeof received>> = {
	type: "email.received",
	summary: "A new email arrived",
	data: received,
	example: {
		id: "019a0000-0000-7000-8000-000000000001",
		accountId: "019a0000-0000-7000-8000-000000000002",
		threadId: "019a0000-0000-7000-8000-000000000003",
		messageId: "example-1@example.com",
		from: { name: "Ada Example", email: "ada@example.com" },
		to: [{ name: "", email: "you@example.org" }],
		toCount: 1,
		subject: "Example email",
		receivedAt: "2026-01-05T10:00:00.000Z",
		hasAttachments: false,
		link: "https://mail.example.org/inbox/019a0000-0000-7000-8000-000000000001",
	},
};

interface Row extends Omit<z.infer<typeof received>, "accountId" | "receivedAt" | "link" | "toCount"> {
	receivedAt: Date;
}

/** Sends new messages to the webhooks that receive them. */
export async function emitReceived(
	{ database, config }: Pick<MailContext, "database" | "config">,
	{ ownerId, accountId, emailIds }: { ownerId: string; accountId: string; emailIds: readonly string[] },
	maxRecipients = MAX_RECIPIENTS,
): Promise<void> {
	if (!(await isWebhookWanted(database, ownerId, emailReceived))) return;
	const rows = await database.query<Row>(
		`select id, thread_id as "threadId", message_id as "messageId",
			json_build_object('name', sender_name, 'email', sender_email) as "from", coalesce(recipients->'to', '[]') as "to",
			subject, received_date as "receivedAt", has_attachments as "hasAttachments"
		from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) and folder_role <> all($4::text[])
		order by received_date, id`,
		[ownerId, accountId, emailIds, OTHER_FOLDERS],
	);
	const facts = rows.map((row) => ({
		key: row.id,
		occurredAt: row.receivedAt,
		data: {
			...row,
			accountId,
			to: row.to.slice(0, maxRecipients),
			toCount: row.to.length,
			receivedAt: row.receivedAt.toISOString(),
			link: `${config.baseUrl}/inbox/${row.id}`,
		},
	}));
	await emitWebhook(database, emailReceived, { ownerId, facts });
}
