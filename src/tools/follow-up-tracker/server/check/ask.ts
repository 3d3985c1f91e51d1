import { type EventStream, publish } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { pause } from "#shared/pause.ts";

const POLL_MS = 200;

interface Question<Payload, Answer> {
	ownerId: string;
	/** The event by which another tool is asked. */
	stream: EventStream<Payload>;
	payload: Payload;
	/** The answer; null: it is not there yet. */
	read: () => Promise<Answer | null>;
	/** How long it may take. */
	waitMs: number;
	signal: AbortSignal;
}

/** Asks another tool by an event, and waits until its answer can be read. @returns null: there was none in time */
export async function ask<Payload, Answer>(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, stream, payload, read, waitMs, signal }: Question<Payload, Answer>,
): Promise<Answer | null> {
	await database.transaction((tx) => publish(database, tx, stream, { ownerId }, payload));
	for (let waited = 0; waited < waitMs; waited += POLL_MS) {
		await pause(POLL_MS, signal);
		const answer = await read();
		if (answer !== null) return answer;
	}
	return null;
}
