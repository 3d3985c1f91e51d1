import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import pg from "pg";
import { type ServerEvent, serverEvent } from "#shared/contracts/events.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";

/** Tells open browsers, and other processes, what has changed. Delivery is best effort: listeners re-read. */
export interface Events {
	publish(ownerId: string, event: ServerEvent): void;
	/** @returns stops listening */
	subscribe(ownerId: string, listener: (event: ServerEvent) => void): () => void;
	/** Between processes: a job to look for. */
	onWake(listener: (kind: string) => void): () => void;
	wake(kind: string): void;
	close(): Promise<void>;
}

const CHANNEL = "mailstead_events";
/** NOTIFY takes less than 8,000 bytes. */
const PAYLOAD_LIMIT = 7_900;

/**
 * Within one process an emitter is enough. On PostgreSQL, where there may be many, every event also goes
 * through NOTIFY and what other processes notify is emitted here.
 */
export async function createEvents(config: Pick<Config, "databaseUrl">, log: Logger): Promise<Events> {
	const emitter = new EventEmitter().setMaxListeners(0);
	const line = config.databaseUrl === null ? null : await openLine(config.databaseUrl, emitter, log);
	const send = (name: string, payload: unknown): void => {
		emitter.emit(name, payload);
		line?.send(name, payload);
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
		async close() {
			await line?.close();
		},
	};
}

interface Line {
	send(name: string, payload: unknown): void;
	close(): Promise<void>;
}

/** A connection of its own that listens, and comes back when it breaks. */
async function openLine(databaseUrl: string, emitter: EventEmitter, log: Logger): Promise<Line> {
	const self = randomUUID();
	const reconnectMs = 1_000;
	let closed = false;
	let client: pg.Client | null = null;
	// One statement at a time on this connection, in the order of the events.
	let last: Promise<unknown> = Promise.resolve();
	const connect = async (): Promise<void> => {
		const next = new pg.Client({ connectionString: databaseUrl, application_name: "mailstead events" });
		next.on("error", (cause) => {
			log.warn({ err: cause }, "the events connection broke");
			client = null;
			if (!closed) setTimeout(() => void connect().catch(retry), reconnectMs);
		});
		next.on("notification", ({ payload }) => receive(payload ?? "", self, emitter, log));
		await next.connect();
		await next.query(`listen ${CHANNEL}`);
		client = next;
	};
	const retry = (cause: unknown): void => {
		log.warn({ err: cause }, "the events connection cannot be made");
		if (!closed) setTimeout(() => void connect().catch(retry), reconnectMs);
	};
	await connect();
	return {
		send(name, payload) {
			const text = JSON.stringify({ from: self, name, payload });
			if (client === null || Buffer.byteLength(text) > PAYLOAD_LIMIT) return;
			last = last
				.then(() => client?.query("select pg_notify($1, $2)", [CHANNEL, text]))
				.catch((cause: unknown) => log.warn({ err: cause }, "an event was not passed on"));
		},
		async close() {
			closed = true;
			await last;
			await client?.end();
		},
	};
}

function receive(text: string, self: string, emitter: EventEmitter, log: Logger): void {
	try {
		const { from, name, payload } = JSON.parse(text) as { from: string; name: string; payload: unknown };
		if (from === self) return;
		emitter.emit(name, name === "wake" ? payload : serverEvent.parse(payload));
	} catch (cause) {
		log.warn({ err: cause }, "an event of another process was not understood");
	}
}
