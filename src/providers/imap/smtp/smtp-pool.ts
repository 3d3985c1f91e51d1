import { Readable } from "node:stream";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { Envelope } from "#server/mail/provider/sending.ts";
import { atFirstAddress, type SmtpError, type SmtpServer } from "./smtp.ts";
import { type Connection, connectTo } from "./smtp-connection.ts";

/** Idle connections are closed sooner than servers do, so that few messages meet a dead one. */
const IDLE_MS = 30_000;
/** Servers limit messages per connection (Exchange: 20, Postfix: 100). */
const MESSAGES_PER_CONNECTION = 20;

interface Transmission {
	envelope: Envelope;
	raw: Buffer;
	/** Identifies the message in delivery reports, where the server supports DSN (RFC 3461 §4.4). */
	envelopeId: string;
	signal: AbortSignal;
	/** Called when a new connection is about to sign in, and when it has. */
	onWait(step: "sign_in" | "acceptance"): Promise<void>;
	/** Called after the message and before its final dot, without which the server discards it (RFC 5321 §4.1.1.4). */
	onSubmit(): Promise<void>;
}

/** What the server replied, address by address. */
interface Transmitted {
	accepted: string[];
	/** With the reply to RCPT. */
	rejected: { address: string; reply: string }[];
}

/** One connection per account, kept open between messages. Messages are sent one after another. */
export interface SmtpPool {
	/** @throws nodemailer's errors */
	send(transmission: Transmission): Promise<Transmitted>;
	close(): void;
}

export function createSmtpPool(
	environment: ProviderEnvironment,
	server: SmtpServer,
	messagesPerConnection = MESSAGES_PER_CONNECTION,
): SmtpPool {
	let idle: Connection | null = null;
	let timer: NodeJS.Timeout | undefined;
	let last: Promise<unknown> = Promise.resolve();
	let isClosed = false;

	function drop(connection: Connection): void {
		connection.isBroken = true;
		connection.smtp.close();
		if (idle === connection) idle = null;
	}

	function release(connection: Connection): void {
		if (isClosed || connection.isBroken || connection.messages >= messagesPerConnection) {
			if (!connection.isBroken) connection.smtp.quit();
			return;
		}
		idle = connection;
		timer = setTimeout(() => {
			idle = null;
			if (!connection.isBroken) connection.smtp.quit();
		}, IDLE_MS).unref();
	}

	function claimIdle(): Connection | null {
		clearTimeout(timer);
		const connection = idle;
		idle = null;
		return connection?.isBroken === false ? connection : null;
	}

	async function attempt(connection: Connection, transmission: Transmission): Promise<Transmitted> {
		const stop = (): void => drop(connection);
		transmission.signal.addEventListener("abort", stop, { once: true });
		try {
			const sent = await transmit(connection, transmission);
			release(connection);
			return sent;
		} catch (cause) {
			drop(connection);
			throw cause;
		} finally {
			transmission.signal.removeEventListener("abort", stop);
		}
	}

	async function send(transmission: Transmission): Promise<Transmitted> {
		transmission.signal.throwIfAborted();
		const reused = claimIdle();
		if (reused !== null) {
			const { watched, isSubmitted } = watchSubmission(transmission);
			try {
				return await attempt(reused, watched);
			} catch (cause) {
				// The server has closed the idle connection, which a new one will show or not.
				if (isSubmitted() || transmission.signal.aborted || !isLost(cause as SmtpError)) throw cause;
			}
		}
		const connection = await atFirstAddress(environment, server, transmission.signal, (address) =>
			connectTo(server, address, transmission),
		);
		return attempt(connection, transmission);
	}

	return {
		send(transmission) {
			const result = last.then(() => send(transmission));
			last = result.catch(() => undefined);
			return result;
		},
		close() {
			isClosed = true;
			claimIdle()?.smtp.quit();
		},
	};
}

/** The transmission, and whether its message may be on its way. */
function watchSubmission(transmission: Transmission): { watched: Transmission; isSubmitted: () => boolean } {
	let isSubmitted = false;
	const watched: Transmission = {
		...transmission,
		async onSubmit() {
			isSubmitted = true;
			await transmission.onSubmit();
		},
	};
	return { watched, isSubmitted: () => isSubmitted };
}

/** The connection ended without a final reply; 421 announces that (RFC 5321 §3.8). */
function isLost({ code, responseCode }: SmtpError): boolean {
	return responseCode === 421 || (responseCode === undefined && code !== "EENVELOPE" && code !== "EAUTH");
}

function transmit(connection: Connection, { envelope, raw, envelopeId, onSubmit }: Transmission): Promise<Transmitted> {
	connection.messages++;
	async function* bytes(): AsyncGenerator<Buffer> {
		yield raw;
		await onSubmit();
	}
	const use8BitMime = raw.some((byte) => byte > 127);
	return new Promise((resolve, reject) => {
		const sent = { ...envelope, use8BitMime, size: raw.length, dsn: { id: envelopeId, return: "headers" as const } };
		connection.smtp.send(sent, Readable.from(bytes()), (cause, info) => {
			if (cause) return reject(cause);
			const replies = new Map((info?.rejectedErrors ?? []).map((one) => [one.recipient, one.response ?? ""]));
			resolve({
				accepted: info?.accepted.map(String) ?? [],
				rejected: (info?.rejected ?? []).map((one) => ({
					address: String(one),
					reply: replies.get(String(one)) ?? "",
				})),
			});
		});
	});
}
