import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { publishInboxEvents } from "./publish.ts";
import { accountsWithInboxEvents } from "./store.ts";
import { emailReceived } from "./webhook.ts";

/** Polling interval: bodies are fetched at any time, and a process may crash between storing mail and publishing it. */
const POLL_MS = 20_000;
/** Accounts per poll. */
const MAX_ACCOUNTS = 500;

/** Publishes new mail once it is complete. */
export const inboxEventsModule: ServerModule<MailContext> = {
	name: "inbox-events",
	routes: () => [],
	maintain: (ctx) => publishWaiting(ctx),
	webhookEvents: [emailReceived],
	background: pollForever,
};

/** Publishes the events that no sync has published. One account that fails does not keep the others waiting. */
export async function publishWaiting(ctx: MailContext, limit = MAX_ACCOUNTS): Promise<void> {
	for (const { ownerId, accountId } of await accountsWithInboxEvents(ctx.database, limit))
		await publishInboxEvents(ctx, ownerId, accountId).catch((cause: unknown) =>
			ctx.log.error(
				{ event: "inbox_events.publish_failed", err: cause, account: accountId },
				"New mail could not be published; the next poll retries",
			),
		);
}

function pollForever(ctx: MailContext): () => Promise<void> {
	let isStopping = false;
	let polling = Promise.resolve();
	const timer = setInterval(() => {
		polling = polling
			.then(() => (isStopping ? undefined : publishWaiting(ctx)))
			.catch((cause: unknown) =>
				ctx.log.error({ event: "inbox_events.poll_failed", err: cause }, "Could not look for new mail to publish"),
			);
	}, POLL_MS);
	return async () => {
		isStopping = true;
		clearInterval(timer);
		await polling;
	};
}
