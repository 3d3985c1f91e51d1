import { AppError } from "#kernel/errors.ts";
import type { GuardedTcp } from "#kernel/net.ts";
import type { Reply } from "./outcome.ts";

type Connection = Awaited<ReturnType<GuardedTcp>>;

interface SessionOptions {
	tcp: GuardedTcp;
	host: string;
	port: number;
	/** The name that EHLO gives (RFC 5321 §4.1.1.1). */
	heloName: string;
	signal?: AbortSignal | undefined;
}

/** A conversation with a mail server that asks for addresses and never sends a message. */
export interface Session {
	/** What the server said to EHLO, e.g. `mx.example.org at your service, [192.0.2.1]`. */
	greeting: string;
	/**
	 * The reply to RCPT, in a transaction that is reset afterwards. The sender is empty, as of delivery reports.
	 * @param address as SMTP carries it
	 * @throws AppError when the connection is lost; the signal's reason
	 */
	ask(address: string): Promise<Reply>;
	/** Says QUIT and closes the connection. */
	end(): Promise<void>;
}

/** The server refuses the conversation itself, whatever the address. */
export class SessionRefused extends Error {
	override name = "SessionRefused";
	readonly reply: Reply;
	constructor(reply: Reply) {
		super(`${reply.code} ${reply.text}`);
		this.reply = reply;
	}
}

/** A server that waits before it replies is waited for. */
const SILENCE_MS = 45_000;
const TOTAL_MS = 180_000;
const CONNECT_MS = 10_000;

/**
 * Opens a conversation, encrypted where the server offers STARTTLS. Certificates are not verified (RFC 7435): nothing
 * secret is sent. Where TLS fails, the server is contacted again without it.
 * @throws AppError from the connection; SessionRefused; the signal's reason
 */
export async function openSession(options: SessionOptions): Promise<Session> {
	try {
		return await converse(options, true);
	} catch (cause) {
		if (!(cause instanceof AppError && cause.code === "tls-failed")) throw cause;
		return converse(options, false);
	}
}

async function converse(options: SessionOptions, mayEncrypt: boolean): Promise<Session> {
	const { tcp, host, port, heloName, signal } = options;
	const limits = { connectMs: CONNECT_MS, silenceMs: SILENCE_MS, totalMs: TOTAL_MS, ...(signal && { signal }) };
	const connection = await tcp(host, port, limits);
	const say = async (line: string): Promise<Reply> => {
		await connection.write(`${line}\r\n`);
		return readReply(connection, host);
	};
	try {
		expectCode(await readReply(connection, host), 220);
		let hello = expectCode(await say(`EHLO ${heloName}`), 250);
		const greeting = hello.lines[0] ?? "";
		if (mayEncrypt && hello.lines.some((line) => /^STARTTLS\s*$/i.test(line))) {
			if ((await say("STARTTLS")).code === 220) {
				await connection.startTls({ servername: host, verify: false });
				hello = expectCode(await say(`EHLO ${heloName}`), 250);
			}
		}
		const acceptsUtf8 = hello.lines.some((line) => /^SMTPUTF8\b/i.test(line));
		return {
			greeting,
			ask: (address) => askFor(say, address, acceptsUtf8),
			async end() {
				try {
					await say("QUIT");
				} catch {
					// Everything was said.
				} finally {
					connection.close();
				}
			},
		};
	} catch (cause) {
		connection.close();
		throw cause;
	}
}

async function askFor(say: (line: string) => Promise<Reply>, address: string, acceptsUtf8: boolean): Promise<Reply> {
	if (/[\r\n\0]/.test(address)) throw new Error("The address has a line break");
	const needsUtf8 = /[^\0-\x7f]/.test(address);
	if (needsUtf8 && !acceptsUtf8) return { code: 252, text: "The server doesn't offer SMTPUTF8." };
	const sender = await say(`MAIL FROM:<>${needsUtf8 ? " SMTPUTF8" : ""}`);
	if (sender.code !== 250) throw new SessionRefused(sender);
	const reply = await say(`RCPT TO:<${address}>`);
	if (reply.code === 421) throw new SessionRefused(reply);
	expectCode(await say("RSET"), 250);
	return reply;
}

interface Lines extends Reply {
	lines: string[];
}

/** @throws SessionRefused */
function expectCode(reply: Lines | Reply, code: number): Lines {
	if (reply.code !== code) throw new SessionRefused(reply);
	return { lines: [], ...reply };
}

/** A reply of at most 100 lines. @throws AppError */
async function readReply(connection: Connection, host: string): Promise<Lines> {
	const lines: string[] = [];
	for (;;) {
		const line = await connection.readLine();
		if (line === null) throw new AppError(502, "connection-closed", `${host} closed the connection.`);
		const [, code, more, text = ""] = /^(\d{3})(?:([ -])(.*))?$/.exec(line) ?? [];
		if (code === undefined || lines.length === 100) throw new AppError(502, "bad-reply", `${host} doesn't speak SMTP.`);
		lines.push(text.slice(0, 500));
		if (more !== "-") return { code: Number(code), text: lines.join(" ").slice(0, 1_000), lines };
	}
}
