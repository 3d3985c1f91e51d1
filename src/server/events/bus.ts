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
const RECONNECT_MS = 1_000;

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
	const onPayload = (text: string): void => receive(text, self, emitter, log);
	let closed = false;
	let client: pg.Client | null = null;
	let timer: NodeJS.Timeout | undefined;
	// One statement at a time on this connection, in the order of the events.
	let last: Promise<unknown> = Promise.resolve();
	const connect = async (): Promise<void> => {
		const next = await listen(databaseUrl, onPayload, lost);
		if (closed) await next.end();
		else client = next;
	};
	const lost = (cause: unknown): void => {
		client = null;
		log.warn({ err: cause }, "the events connection broke; it is made anew");
		if (!closed) timer = setTimeout(() => void connect().catch(lost), RECONNECT_MS);
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
			clearTimeout(timer);
			await last;
			await client?.end();
		},
	};
}

/** @param onLost called once when the connection breaks after it stood: `pg` itself may tell of one break twice */
async function listen(
	databaseUrl: string,
	onPayload: (text: string) => void,
	onLost: (cause: Error) => void,
): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: databaseUrl, application_name: "mailstead events" });
	let stands = false;
	client.on("notification", ({ payload }) => onPayload(payload ?? ""));
	client.on("error", (cause) => {
		if (!stands) return;
		stands = false;
		onLost(cause);
	});
	await client.connect();
	await client.query(`listen ${CHANNEL}`);
	stands = true;
	return client;
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
