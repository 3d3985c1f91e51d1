import { pollUndispatched } from "#server/platform/event-streams/dispatch.ts";
import { publish } from "#server/platform/event-streams/publish.ts";
import { pause } from "#shared/pause.ts";
import { openMailbox } from "./mailbox.ts";
import { numbers, recordingSubscriptions } from "./numbered-events.ts";

/**
 * A process that publishes and delivers numbered events, for tests that kill it. Arguments: data folder, database URL or
 * "", the file of received events, the first part of its ordering keys, its id as a worker. What it has published
 * is in the table `published`, written in the same transactions.
 */

const [dataDir = "", databaseUrl = "", file = "", slot = "", processId = ""] = process.argv.slice(2);
const { ctx } = await openMailbox(
	{ dataDir, databaseUrl: databaseUrl === "" ? null : databaseUrl },
	{ subscriptions: recordingSubscriptions(file), processId },
);
pollUndispatched(ctx);
process.stdout.write("running\n");

const never = new AbortController().signal;
for (let event = 0; ; event++) {
	const ownerId = `owner-${event % 2}`;
	const orderingKey = `${slot}-${event % 3}`;
	const isRolledBack = Math.random() < 0.1;
	await ctx.database
		.transaction(async () => {
			const next = await ctx.database.one<{ n: number }>(
				`insert into published (owner_id, ordering_key, n) select $1, $2, coalesce(max(n), 0) + 1 from published
				where owner_id = $1 and ordering_key = $2 returning n`,
				[ownerId, orderingKey],
			);
			const n = isRolledBack ? -1 : (next?.n ?? 0);
			await publish(ctx.database, numbers, { ownerId, orderingKey }, { n });
			if (isRolledBack) throw new Error("rolled back");
		})
		.catch((cause: unknown) => {
			if (!isRolledBack) throw cause;
		});
	await pause(2, never);
}
