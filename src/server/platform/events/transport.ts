import type { Logger } from "../../log.ts";

/** An event on its way from one process to the others. */
export interface Message {
	/** The process that sent it. */
	from: string;
	/** `wake`, `cancel`, or `owner:` and the owner's id. */
	name: string;
	payload: unknown;
}

/** A way for events between processes. */
export interface EventTransport {
	/** In this order. */
	send(messages: readonly Message[]): Promise<void>;
	close(): Promise<void>;
}

/** While nobody takes them, more than so many are not kept: listeners re-read once they are back. */
const MOST_WAITING = 10_000;

/** SQL that forgets events which everybody has had time to read. */
export const EXPIRE_EVENTS = "delete from passing_events where created_at < now() - interval '1 minute'";
export const FORGET_EVERY_MS = 30_000;

/** Sends events one batch at a time: what comes while one is under way goes with the next. */
export function createOutbox(eventTransport: EventTransport, log: Logger) {
	let waiting: Message[] = [];
	let sending: Promise<void> | null = null;

	async function sendAll(): Promise<void> {
		while (waiting.length > 0) {
			const batch = waiting;
			waiting = [];
			try {
				await eventTransport.send(batch);
			} catch (cause) {
				log.warn({ err: cause }, "events were not passed on");
			}
		}
	}

	return {
		add(message: Message): void {
			if (waiting.length < MOST_WAITING) waiting.push(message);
			sending ??= sendAll().finally(() => {
				sending = null;
			});
		},
		/** Waits until what was added is sent. */
		async close(): Promise<void> {
			await sending;
		},
	};
}
