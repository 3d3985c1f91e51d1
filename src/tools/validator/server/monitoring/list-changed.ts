import { z } from "zod";
import type { MailContext } from "#kernel/module.ts";
import { emitWebhook, type WebhookEvent } from "#kernel/webhooks.ts";
import { tool } from "../../tool.ts";
import { changesSince } from "./store.ts";

/** Addresses that an event names; `count` has all. */
const MAX_NAMED = 50;

const verdict = z.object({ status: z.string(), reason: z.string() });
const changed = z.object({
	/** Of the monitored list. */
	id: z.uuid(),
	name: z.string(),
	/** Addresses whose verdict changed. */
	count: z.number(),
	/** The first of them, at most 50. */
	changes: z.array(z.object({ email: z.string(), from: verdict, to: verdict })),
	/** Opens the validator in the app. */
	link: z.string(),
});

/** A check of a monitored list found verdicts that changed. */
export const listChanged: WebhookEvent<z.infer<typeof changed>> = {
	type: "validation.list_changed",
	summary: "Addresses of a monitored list changed",
	data: changed,
	example: {
		id: "019a0000-0000-7000-8000-000000000001",
		name: "Customers",
		count: 1,
		changes: [
			{
				email: "ada@example.com",
				from: { status: "valid", reason: "mailbox-exists" },
				to: { status: "invalid", reason: "null-mx" },
			},
		],
		link: `https://mail.example.org${tool.path}`,
	},
};

/** Sends what a check has changed, in the transaction that ends it; nothing where nothing changed. */
export async function emitListChanged(
	{ database, config }: MailContext,
	{ ownerId, id, name, since, at }: { ownerId: string; id: string; name: string; since: Date | null; at: Date },
	limit = MAX_NAMED,
): Promise<void> {
	const { count, items } = await changesSince(database, ownerId, { id, since, limit });
	if (count === 0) return;
	const changes = items.map(({ email, from, to }) => ({ email, from, to }));
	const data = { id, name, count, changes, link: `${config.baseUrl}${tool.path}` };
	const facts = [{ key: `${id}/${at.toISOString()}`, occurredAt: at, data }];
	await emitWebhook(database, listChanged, { ownerId, facts });
}
