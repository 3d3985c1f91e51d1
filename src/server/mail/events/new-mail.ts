import { on, type Subscription } from "../../platform/event-streams/streams.ts";
import { mailReceived } from "./streams.ts";

/** New messages of one account, stored completely or, where the body cannot be fetched, with headers only. */
export interface NewMail {
	ownerId: string;
	accountId: string;
	/** Oldest first, at most a few hundred. */
	ids: string[];
	signal: AbortSignal;
}

/**
 * A subscriber of new mail, called at least once per message, with retries.
 * @param name see `Subscription`
 */
export function onNewMail<Ctx>(name: string, handle: (ctx: Ctx, mail: NewMail) => Promise<void>): Subscription<Ctx> {
	return {
		name,
		batchSize: 1,
		handlers: [
			on(mailReceived, async (ctx: Ctx, events, { ownerId, signal }) => {
				for (const { payload } of events)
					await handle(ctx, { ownerId, accountId: payload.accountId, ids: payload.emailIds, signal });
			}),
		],
	};
}
