import { publish } from "../../platform/event-streams/publish.ts";
import type { MailContext } from "../context/context.ts";
import { mailReceived } from "../events/streams.ts";
import { lockAccount } from "../store/change.ts";
import { claimReadyInboxEvents } from "./store.ts";
import { emitReceived } from "./webhook.ts";

/** Messages per event. */
const AT_ONCE = 200;

/** Publishes an account's new messages that are ready, oldest first. @returns how many */
export async function publishInboxEvents(
	ctx: Pick<MailContext, "database" | "config">,
	ownerId: string,
	accountId: string,
): Promise<number> {
	const { database } = ctx;
	for (let published = 0; ; ) {
		const rows = await database.transaction(async () => {
			await lockAccount(database, accountId);
			const ready = await claimReadyInboxEvents({ database, ownerId, accountId }, AT_ONCE);
			const emailIds = ready.filter((row) => !row.isGone).map((row) => row.id);
			if (emailIds.length > 0) {
				await publish(database, mailReceived, { ownerId, orderingKey: accountId }, { accountId, emailIds });
				await emitReceived(ctx, { ownerId, accountId, emailIds });
			}
			return ready;
		});
		published += rows.filter((row) => !row.isGone).length;
		if (rows.length < AT_ONCE) return published;
	}
}
