import { appendFileSync } from "node:fs";
import { z } from "zod";
import type { Context } from "#server/identity/auth/context.ts";
import { type EventStream, on, type Subscription } from "#server/platform/event-streams/streams.ts";

/** Events for tests that kill processes: each subscriber appends what it receives to a file. */

const numbered = z.object({ n: z.number() });

export const numbers: EventStream<z.infer<typeof numbered>> = { name: "test.numbers", payload: numbered };
export const SUBSCRIBERS = ["test-one", "test-two"];
/** Events per delivery. */
export const BATCH_SIZE = 10;

/** @param file each event is a row in it: subscriber, owner, ordering key, number */
export function recordingSubscriptions(file: string): Subscription<Context>[] {
	return SUBSCRIBERS.map((name) => ({
		name,
		batchSize: BATCH_SIZE,
		handlers: [
			on(numbers, async (_: Context, events, { ownerId, orderingKey }) => {
				for (const { payload } of events) appendFileSync(file, `${name} ${ownerId} ${orderingKey} ${payload.n}\n`);
			}),
		],
	}));
}
