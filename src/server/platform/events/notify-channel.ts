import pg from "pg";
import type { Logger } from "../../log.ts";
import { type EventTransport, EXPIRE_EVENTS, FORGET_EVERY_MS, type Message } from "./transport.ts";

const CHANNEL = "mailstead_events";
/** NOTIFY takes less than 8,000 bytes; a larger event lies in a table, and what is notified says where. */
const PAYLOAD_LIMIT = 7_900;
const RECONNECT_MS = 1_000;

/** Stands for an event that is too large to be notified. */
interface Elsewhere extends Omit<Message, "payload"> {
	stored: number;
}

/** Events through NOTIFY, on a connection of its own that listens, and comes back when it breaks. */
export async function openLine(
	databaseUrl: string,
	hear: (message: Message) => void,
	log: Logger,
): Promise<EventTransport> {
	let closed = false;
	let client: pg.Client | null = null;
	let timer: NodeJS.Timeout | undefined;
	// In the order in which they were notified, though some have to be fetched.
	let heard: Promise<unknown> = Promise.resolve();

	const receive = async (text: string): Promise<void> => {
		try {
			const message = JSON.parse(text) as Message | Elsewhere;
			if (!("stored" in message)) return hear(message);
			const found = await client?.query<{ message: Message }>("select message from passing_events where id = $1", [
				message.stored,
			]);
			for (const row of found?.rows ?? []) hear(row.message);
		} catch (cause) {
			log.warn({ err: cause }, "an event of another process could not be read");
		}
	};
	const connect = async (): Promise<void> => {
		const next = await listen(
			databaseUrl,
			(text) => {
				heard = heard.then(() => receive(text));
			},
			lost,
		);
		if (closed) await next.end();
		else client = next;
	};
	const lost = (cause: unknown): void => {
		client = null;
		log.warn({ err: cause }, "the events connection broke; it is made anew");
		if (!closed) timer = setTimeout(() => void connect().catch(lost), RECONNECT_MS);
	};
	await connect();
	const forgetting = setInterval(() => {
		client
			?.query(EXPIRE_EVENTS)
			.catch((cause: unknown) => log.warn({ err: cause }, "events that were passed on could not be deleted"));
	}, FORGET_EVERY_MS);
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
			clearInterval(forgetting);
			await heard;
			await client?.end();
		},
	};
}

const SEND_LARGE = `
with stored as (insert into passing_events (message) values ($2::jsonb) returning id, message)
select pg_notify($1, json_build_object('from', message->'from', 'name', message->'name', 'stored', id)::text) from stored`;

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
