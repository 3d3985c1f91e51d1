import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { createLogger } from "../../log.ts";
import { openPolledTransport } from "./polling.ts";
import { createOutbox, type EventTransport, type Message } from "./transport.ts";

const message = (name: string): Message => ({ from: "process", name, payload: null });

// Whether it is before, during or after the last look for more.
it.each([0, 1, 2, 3, 4, 5, 6, 8])("sends an event that comes %i steps after others were sent", async (steps) => {
	const sent: Message[] = [];
	const transport: Pick<EventTransport, "send"> = {
		async send(batch) {
			await Promise.resolve();
			sent.push(...batch);
			if (sent.length === 1) void later(steps);
		},
	};
	const outbox = createOutbox(transport as EventTransport, createLogger({ logLevel: "silent" }));
	async function later(count: number): Promise<void> {
		for (let i = 0; i < count; i++) await Promise.resolve();
		outbox.add(message("second"));
	}
	outbox.add(message("first"));
	await expect.poll(() => sent, { timeout: 5_000 }).toEqual([message("first"), message("second")]);
	await outbox.close();
});

it.each([2, 3, 8])("receives each event once and in order, %i at a time", async (maxPerPoll) => {
	const database = await testDatabase();
	const received: string[] = [];
	const transport = await openPolledTransport(
		database.pool,
		({ name }) => received.push(name),
		createLogger({ logLevel: "silent" }),
		maxPerPoll,
	);
	const names = ["1", "2", "3", "4", "5", "6", "7", "8"];
	await transport.send(names.map(message));
	await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(names.length);
	await transport.send([message("last")]);
	await expect.poll(() => received.at(-1), { timeout: 10_000 }).toBe("last");
	expect(received).toEqual([...names, "last"]);
	await transport.close();
	await database.remove();
});
