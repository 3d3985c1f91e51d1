import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { type ServerEvent, serverEvent } from "#shared/contracts/events.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { isPooled } from "../../db/pooler.ts";
import type { Logger } from "../../log.ts";
import { openNotifyTransport } from "./notify-channel.ts";
import { openPolledTransport } from "./polling.ts";
import { createOutbox, type EventTransport, type Message } from "./transport.ts";

/** Notifies open browsers and other processes of changes. Delivery is best effort: listeners re-read. */
export interface Events {
	publish(ownerId: string, event: ServerEvent): void;
	/** @returns unsubscribe */
	subscribe(ownerId: string, listener: (event: ServerEvent) => void): () => void;
	/** From any process: a job of this kind may be waiting. */
	onWake(listener: (kind: string) => void): () => void;
	wake(kind: string): void;
	/** From any process: whichever worker runs this job must stop. */
	onCancel(listener: (jobId: string) => void): () => void;
	cancel(jobId: string): void;
	/** From any process: the operator has changed the product's name or look. */
	onBrandChange(listener: () => void): () => void;
	brandChanged(): void;
	close(): Promise<void>;
}

/**
 * Creates the event bus. Within one process it is an emitter. On PostgreSQL, where there may be several processes,
 * every event is also sent through NOTIFY and received by the others; behind a pooler, which does not support LISTEN,
 * through a table that is polled twice a second. All processes of an installation must have the same settings for it.
 */
export async function createEvents(
	config: Pick<Config, "databaseUrl" | "databaseListenUrl">,
	database: Pick<Database, "pool" | "pooled">,
	log: Logger,
): Promise<Events> {
	const self = randomUUID();
	const emitter = new EventEmitter().setMaxListeners(0);
	const eventTransport =
		config.databaseUrl === null
			? null
			: await openEventTransport(config, config.databaseUrl, database, { log, receive });
	const outbox = eventTransport === null ? null : createOutbox(eventTransport, log);

	function receive({ from, name, payload }: Message): void {
		if (from === self) return;
		try {
			emitter.emit(name, name.startsWith("owner:") ? serverEvent.parse(payload) : payload);
		} catch (cause) {
			log.warn({ event: "events.not_understood", err: cause }, "an event of another process was not understood");
		}
	}
	const send = (name: string, payload: unknown): void => {
		emitter.emit(name, payload);
		outbox?.add({ from: self, name, payload });
	};
	const on = <T>(name: string, listener: (payload: T) => void): (() => void) => {
		emitter.on(name, listener);
		return () => void emitter.off(name, listener);
	};
	return {
		publish: (ownerId, event) => send(`owner:${ownerId}`, event),
		subscribe: (ownerId, listener) => on(`owner:${ownerId}`, listener),
		onWake: (listener) => on("wake", listener),
		wake: (kind) => send("wake", kind),
		onCancel: (listener) => on("cancel", listener),
		cancel: (jobId) => send("cancel", jobId),
		onBrandChange: (listener) => on("brand", listener),
		brandChanged: () => send("brand", null),
		async close() {
			await outbox?.close();
			await eventTransport?.close();
		},
	};
}

async function openEventTransport(
	{ databaseListenUrl: own }: Pick<Config, "databaseListenUrl">,
	databaseUrl: string,
	database: Pick<Database, "pool" | "pooled">,
	{ log, receive }: { log: Logger; receive: (message: Message) => void },
): Promise<EventTransport> {
	const pooled = own === null ? database.pooled : await isPooled(own);
	if (!pooled) return openNotifyTransport(own ?? databaseUrl, receive, log);
	log.warn(
		{ event: "events.polled" },
		own === null
			? "DATABASE_URL leads through a pooler: events are polled twice a second. Set DATABASE_LISTEN_URL to a direct PostgreSQL connection to receive them immediately."
			: "DATABASE_LISTEN_URL leads through a pooler as well: events are read twice a second. Set it to PostgreSQL itself.",
	);
	return openPolledTransport(database.pool, receive, log);
}
