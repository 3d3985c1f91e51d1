import type { Logger } from "../../log.ts";

/** An event sent from one process to the others. */
export interface Message {
	/** Id of the sending process. */
	from: string;
	/** `wake`, `cancel`, or `owner:` and the owner's id. */
	name: string;
	payload: unknown;
}

/** Carries events between processes. */
export interface EventTransport {
	/** Sends in this order. */
	send(messages: readonly Message[]): Promise<void>;
	close(): Promise<void>;
}

/** Maximum number of unsent messages; more are dropped, because listeners re-read after a reconnect. */
const MAX_WAITING = 10_000;

/** SQL that deletes events every process has had time to read. */
export const EXPIRE_EVENTS = "delete from transient_events where created_at < now() - interval '1 minute'";
export const EXPIRE_INTERVAL_MS = 30_000;

/** Sends events in batches: those added while a batch is in flight go into the next. */
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
				log.warn({ event: "events.not_sent", err: cause }, "events could not be sent to other processes");
			}
		}
	}

	function start(): void {
		sending ??= sendAll().finally(() => {
			sending = null;
			// Added just as the loop ended.
			if (waiting.length > 0) start();
		});
	}

	return {
		add(message: Message): void {
			if (waiting.length < MAX_WAITING) waiting.push(message);
			start();
		},
		/** Resolves when everything added has been sent. */
		async close(): Promise<void> {
			while (sending !== null) await sending;
		},
	};
}
