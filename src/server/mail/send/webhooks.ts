import { z } from "zod";
import type { Database } from "../../db/database.ts";
import { emitWebhook } from "../../platform/webhooks/emit.ts";
import type { WebhookEvent } from "../../platform/webhooks/events.ts";
import type { OutgoingKey, OutgoingRow } from "./store.ts";

const outgoing = {
	/** Of the outgoing message. */
	id: z.uuid(),
	accountId: z.uuid(),
	/** Message-ID without angle brackets. */
	messageId: z.string(),
	from: z.string(),
	subject: z.string(),
};
const exampleOutgoing = {
	id: "019a0000-0000-7000-8000-000000000001",
	accountId: "019a0000-0000-7000-8000-000000000002",
	messageId: "example-1@example.org",
	from: "you@example.org",
	subject: "Example email",
};

const sent = z.object({ ...outgoing, /** Whom a mail server accepted it for. */ to: z.array(z.string()) });
/** A mail server accepted a message; again for recipients that it accepts later. */
export const emailSent: WebhookEvent<z.infer<typeof sent>> = {
	type: "email.sent",
	summary: "An email was sent",
	data: sent,
	example: { ...exampleOutgoing, to: ["ada@example.com"] },
};

const bounced = z.object({
	...outgoing,
	recipient: z.string(),
	/** Enhanced status code (RFC 3463), as in 5.1.1. */
	status: z.string().nullable(),
	/** The mail server's words. */
	diagnostic: z.string().nullable(),
});
/** A message was refused for a recipient, or a delivery report says that it failed. */
export const emailBounced: WebhookEvent<z.infer<typeof bounced>> = {
	type: "email.bounced",
	summary: "An email could not be delivered to a recipient",
	data: bounced,
	example: { ...exampleOutgoing, recipient: "nobody@example.com", status: "5.1.1", diagnostic: "User unknown" },
};

const unsubscribed = z.object({ email: z.string(), reason: z.string().nullable() });
/** A person asked for no more mail. */
export const contactUnsubscribed: WebhookEvent<z.infer<typeof unsubscribed>> = {
	type: "contact.unsubscribed",
	summary: "A person unsubscribed from your emails",
	data: unsubscribed,
	example: { email: "ada@example.com", reason: "Unsubscribed from a campaign" },
};

/** An outgoing message that something happened to. */
interface Scope {
	database: Database;
	key: OutgoingKey;
	row: Pick<OutgoingRow, "message_id" | "sent_message_id" | "sender" | "subject" | "attempts">;
	now: Date;
}

const dataOf = ({ key, row }: Scope) => ({
	id: key.id,
	accountId: key.accountId,
	messageId: row.sent_message_id ?? row.message_id,
	from: row.sender,
	subject: row.subject,
});

/** @param to whom this attempt was accepted for */
export async function emitSent(scope: Scope, to: string[]): Promise<void> {
	const { database, key, row, now } = scope;
	const fact = { key: `${key.id}/${row.attempts}`, occurredAt: now, data: { ...dataOf(scope), to } };
	await emitWebhook(database, emailSent, { ownerId: key.ownerId, facts: [fact] });
}

/** @param failures each recipient is reported once, by the server that refuses it or by a delivery report */
export async function emitBounced(
	scope: Scope,
	failures: readonly { address: string; status: string | null; diagnostic: string | null }[],
): Promise<void> {
	const { database, key, now } = scope;
	const facts = failures.map(({ address, status, diagnostic }) => ({
		key: `${key.id}/${address.toLowerCase()}`,
		occurredAt: now,
		data: { ...dataOf(scope), recipient: address, status, diagnostic },
	}));
	await emitWebhook(database, emailBounced, { ownerId: key.ownerId, facts });
}

/** @param reason how the person asked */
export async function emitUnsubscribed(
	database: Database,
	{ ownerId, email, reason, now }: { ownerId: string; email: string; reason: string | null; now: Date },
): Promise<void> {
	const fact = { key: `${email}/${now.getTime()}`, occurredAt: now, data: { email, reason } };
	await emitWebhook(database, contactUnsubscribed, { ownerId, facts: [fact] });
}
