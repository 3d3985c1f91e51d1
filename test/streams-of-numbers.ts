import { z } from "zod";
import type { Context } from "#server/identity/auth/context.ts";
import { publish } from "#server/platform/event-streams/publish.ts";
import { type EventStream, on, type Subscription } from "#server/platform/event-streams/streams.ts";
import { OWNER } from "./mailbox.ts";

/** Streams of numbers, and a subscriber that records them. */

const numbered = z.object({ n: z.number() });
export const numbers: EventStream<z.infer<typeof numbered>> = { name: "test.numbers", payload: numbered };
export const others: EventStream<z.infer<typeof numbered>> = { name: "test.others", payload: numbered };
export const shown: EventStream<z.infer<typeof numbered>> = {
	name: "test.shown",
	payload: numbered,
	forBrowser: true,
};

export interface Seen {
	owner: string;
	key: string;
	n: number;
}

/** @param fail throws for an event that it refuses */
export function recorder(
	name: string,
	seen: Seen[],
	fail: (n: number) => void = () => undefined,
): Subscription<Context> {
	return {
		name,
		handlers: [
			on(numbers, async (_: Context, events, { ownerId, orderingKey }) => {
				for (const { payload } of events) {
					fail(payload.n);
					seen.push({ owner: ownerId, key: orderingKey, n: payload.n });
				}
			}),
		],
	};
}

export async function send(
	{ database }: Context,
	n: number,
	scope: { ownerId?: string; orderingKey?: string } = {},
	stream = numbers,
): Promise<void> {
	await database.transaction(() => publish(database, stream, { ownerId: OWNER, ...scope }, { n }));
}

export const numbersOf = (seen: readonly Seen[]): number[] => seen.map(({ n }) => n);
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
