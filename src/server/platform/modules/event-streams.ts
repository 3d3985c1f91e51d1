import type { PlatformContext } from "../context/context.ts";
import { createDeliverJob } from "../event-streams/deliver.ts";
import { pollUndispatched } from "../event-streams/dispatch.ts";
import { deleteExpired, deleteUnseenSubscriptions, saveSubscriptions } from "../event-streams/store.ts";
import type { Subscription } from "../event-streams/streams.ts";
import type { ServerModule } from "./module.ts";

const DAY_MS = 24 * 3_600_000;
/** Retention of events, and of those that a failing or parked subscriber has not handled. */
const RETENTION_MS = 7 * DAY_MS;
const UNREAD_RETENTION_MS = 30 * DAY_MS;
/** Events deleted per statement. */
const CHUNK = 2_000;

/** Delivers published events to the modules that subscribe to them. */
export function createEventStreamsModule<Ctx extends PlatformContext>(
	modules: readonly ServerModule<Ctx>[],
): ServerModule<Ctx> {
	const subscriptions = modules.flatMap((module) => module.subscriptions ?? []);
	return {
		name: "event-streams",
		routes: () => [],
		jobs: [createDeliverJob(subscriptions)],
		start: (ctx) => registerSubscriptions(ctx, subscriptions),
		background: pollUndispatched,
		async maintain(ctx) {
			await registerSubscriptions(ctx, subscriptions);
			await deleteUnseenSubscriptions(ctx.database);
			await expireEvents(ctx);
		},
	};
}

/** Must run before anything is published that these subscribers are to receive. */
export async function registerSubscriptions<Ctx extends PlatformContext>(
	{ database }: Ctx,
	subscriptions: readonly Subscription<Ctx>[],
): Promise<void> {
	const pairs = subscriptions.flatMap(({ name, handlers }) =>
		handlers.map(({ stream }) => ({ subscriber: name, stream: stream.name })),
	);
	await saveSubscriptions(database, pairs);
}

/** Deletes expired events of all owners. */
export async function expireEvents(
	{ database, now }: Pick<PlatformContext, "database" | "now">,
	chunk = CHUNK,
): Promise<void> {
	const before = new Date(now() - RETENTION_MS);
	const unreadBefore = new Date(now() - UNREAD_RETENTION_MS);
	while ((await deleteExpired(database, { before, unreadBefore, limit: chunk })) === chunk);
}
