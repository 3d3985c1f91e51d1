import type { JobKind } from "../../platform/jobs/jobs.ts";
import type { ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import { deliverInboxEvents, type Receiver } from "./deliver.ts";
import { enqueueInboxEvents, type InboxEventsInput, inboxEvents } from "./enqueue.ts";
import { accountsWithInboxEvents } from "./store.ts";

/**
 * Polling interval: bodies are fetched at any time, and a process may crash between storing mail and enqueueing this
 * job.
 */
const POLL_MS = 20_000;
/** Accounts enqueued per poll. */
const MAX_ACCOUNTS = 500;

/**
 * Delivers new mail to tools.
 * @param modules in delivery order; those without `onNewMail` are skipped
 */
export function createInboxEventsModule(modules: readonly ServerModule<MailContext>[]): ServerModule<MailContext> {
	return {
		name: "inbox-events",
		routes: () => [],
		jobs: [createInboxEventsJob(modules)],
		maintain: poll,
		background: pollForever,
	};
}

export function createInboxEventsJob(
	modules: readonly Pick<ServerModule<MailContext>, "name" | "onNewMail">[],
): JobKind<InboxEventsInput, MailContext> {
	const receivers = modules.filter((module): module is Receiver => module.onNewMail !== undefined);
	return { ...inboxEvents, run: (ctx, job) => deliverInboxEvents(ctx, receivers, job) };
}

/** Enqueues the events that no sync has enqueued. */
async function poll(ctx: MailContext): Promise<void> {
	for (const { ownerId, accountId } of await accountsWithInboxEvents(ctx.database, MAX_ACCOUNTS))
		await enqueueInboxEvents(ctx, ownerId, accountId);
}

function pollForever(ctx: MailContext): () => Promise<void> {
	let isStopping = false;
	let polling = Promise.resolve();
	const timer = setInterval(() => {
		polling = polling
			.then(() => (isStopping ? undefined : poll(ctx)))
			.catch((cause: unknown) => ctx.log.error({ err: cause }, "looking for new mail failed; it goes on in a moment"));
	}, POLL_MS);
	return async () => {
		isStopping = true;
		clearInterval(timer);
		await polling;
	};
}
