import { expect, it } from "vitest";
import { createLogger } from "../../log.ts";
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
