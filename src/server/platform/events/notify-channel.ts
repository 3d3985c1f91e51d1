import pg from "pg";
import type { Logger } from "../../log.ts";
import { type EventTransport, EXPIRE_EVENTS, EXPIRE_INTERVAL_MS, type Message } from "./transport.ts";

const CHANNEL = "mailstead_events";
/**
 * NOTIFY payloads must be under 8,000 bytes; a larger event is stored in a table and the notification carries its id.
 */
const PAYLOAD_LIMIT = 7_900;
const RECONNECT_MS = 1_000;

/** A notification of an event that is too large for NOTIFY. */
interface StoredMessage extends Omit<Message, "payload"> {
	stored: number;
}

/** Events through NOTIFY, on a dedicated LISTEN connection that reconnects after errors. */
export async function openNotifyTransport(
	databaseUrl: string,
	onMessage: (message: Message) => void,
	log: Logger,
): Promise<EventTransport> {
	let closed = false;
	let client: pg.Client | null = null;
	let timer: NodeJS.Timeout | undefined;
	// Keeps the order of notifications although some payloads have to be fetched.
	let received: Promise<unknown> = Promise.resolve();

	const receive = async (text: string): Promise<void> => {
		try {
			const message = JSON.parse(text) as Message | StoredMessage;
			if (!("stored" in message)) return onMessage(message);
			const found = await client?.query<{ message: Message }>("select message from transient_events where id = $1", [
				message.stored,
			]);
			for (const row of found?.rows ?? []) onMessage(row.message);
		} catch (cause) {
			log.warn({ event: "events.not_read", err: cause }, "an event of another process could not be read");
		}
	};
	const connect = async (): Promise<void> => {
		const next = await listen(
			databaseUrl,
			(text) => {
				received = received.then(() => receive(text));
			},
			lost,
		);
		if (closed) await next.end();
		else client = next;
	};
	const lost = (cause: unknown): void => {
		client = null;
		log.warn({ event: "events.connection_lost", err: cause }, "the connection for events was lost; reconnecting");
		if (!closed) timer = setTimeout(() => void connect().catch(lost), RECONNECT_MS);
	};
	await connect();
	const expiring = setInterval(() => {
		client
			?.query(EXPIRE_EVENTS)
			.catch((cause: unknown) =>
				log.warn({ event: "events.cleanup_failed", err: cause }, "expired events could not be deleted"),
			);
	}, EXPIRE_INTERVAL_MS);
	return {
		async send(messages) {
			let small: string[] = [];
			const flush = async (): Promise<void> => {
				if (small.length > 0)
					await client?.query("select pg_notify($1, m) from unnest($2::text[]) m", [CHANNEL, small]);
				small = [];
			};
			for (const message of messages) {
				const text = JSON.stringify(message);
				if (Buffer.byteLength(text) <= PAYLOAD_LIMIT) small.push(text);
				else {
					await flush();
					await client?.query(SEND_LARGE, [CHANNEL, text]);
				}
			}
			await flush();
		},
		async close() {
			closed = true;
			clearTimeout(timer);
			clearInterval(expiring);
			await received;
			await client?.end();
		},
	};
}

const SEND_LARGE = `
with stored as (insert into transient_events (message) values ($2::jsonb) returning id, message)
select pg_notify($1, json_build_object('from', message->'from', 'name', message->'name', 'stored', id)::text) from stored`;

/** @param onLost called once when an established connection is lost; `pg` may emit several errors for one loss */
async function listen(
	databaseUrl: string,
	onPayload: (text: string) => void,
	onLost: (cause: Error) => void,
): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: databaseUrl, application_name: "mailstead events" });
	let connected = false;
	client.on("notification", ({ payload }) => onPayload(payload ?? ""));
	client.on("error", (cause) => {
		if (!connected) return;
		connected = false;
		onLost(cause);
	});
	await client.connect();
	await client.query(`listen ${CHANNEL}`);
	connected = true;
	return client;
}
