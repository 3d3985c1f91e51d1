import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { type SmtpError, type SmtpServer, smtpOptions } from "./smtp.ts";

export interface Connection {
	smtp: SMTPConnection;
	/** Sent through it. */
	messages: number;
	isBroken: boolean;
}

interface ConnectOptions {
	signal: AbortSignal;
	greetingMs?: number;
	/** Called when a connection is about to sign in, and when it has. */
	onWait(step: "sign_in" | "acceptance"): Promise<void>;
}

/** Ways to sign in with a password (RFC 4954). */
const WAYS = ["PLAIN", "LOGIN", "CRAM-MD5"];

/** How accounts sign in, so that a refused way is not tried for each connection. */
const ways = new WeakMap<SmtpServer, string>();

/**
 * Connects and signs in, in each way that the server offers until it accepts one: some refuse one that they offer.
 * @throws nodemailer's errors: the last refusal; or the signal's reason
 */
export async function connectTo(server: SmtpServer, address: string, options: ConnectOptions): Promise<Connection> {
	for (const tried = new Set<string>(); ; ) {
		let offered: string[] = [];
		try {
			return await open(server, address, options, async (smtp) => {
				if (!smtp.allowsAuth) return;
				offered = offeredBy(smtp);
				const way = [ways.get(server), ...offered].find((one) => one !== undefined && !tried.has(one));
				if (way !== undefined) tried.add(way);
				await options.onWait("sign_in");
				await signIn(smtp, server, way);
				if (way !== undefined) ways.set(server, way);
			});
		} catch (cause) {
			// Also one that closes the connection after a refusal gets to know the next.
			if (!isRefused(cause as SmtpError) || offered.every((one) => tried.has(one))) throw cause;
		}
	}
}

/** @param work done once the server has greeted */
async function open(
	server: SmtpServer,
	address: string,
	{ signal, greetingMs, onWait }: ConnectOptions,
	work: (smtp: SMTPConnection) => Promise<void>,
): Promise<Connection> {
	// Imported lazily to keep startup fast.
	const { default: SmtpConnection } = await import("nodemailer/lib/smtp-connection");
	signal.throwIfAborted();
	const smtp = new SmtpConnection(smtpOptions(server, address, greetingMs));
	const connection: Connection = { smtp, messages: 0, isBroken: false };
	await new Promise<void>((resolve, reject) => {
		const fail = (cause: unknown): void => {
			signal.removeEventListener("abort", stop);
			connection.isBroken = true;
			smtp.close();
			reject(cause as Error);
		};
		const stop = (): void => fail(signal.reason);
		const succeed = (): void => {
			signal.removeEventListener("abort", stop);
			resolve();
		};
		signal.addEventListener("abort", stop, { once: true });
		smtp.on("error", fail);
		smtp.once("end", () => {
			connection.isBroken = true;
		});
		smtp.connect((cause) => {
			if (cause) return fail(cause);
			work(smtp)
				.then(() => onWait("acceptance"))
				.then(succeed, fail);
		});
	});
	return connection;
}

/** nodemailer does not declare what the server offers. */
function offeredBy(smtp: SMTPConnection): string[] {
	const { _supportedAuth: offered = [] } = smtp as unknown as { _supportedAuth?: string[] };
	return offered.filter((way) => WAYS.includes(way));
}

function signIn(smtp: SMTPConnection, { username, password }: SmtpServer, method = ""): Promise<void> {
	const credentials = { user: username, pass: password };
	return new Promise((resolve, reject) =>
		smtp.login({ user: username, credentials, method }, (error) => (error ? reject(error) : resolve())),
	);
}

/** The server does not accept the way, or the password: not for now. */
function isRefused({ code, responseCode }: SmtpError): boolean {
	return code === "EAUTH" && responseCode !== undefined && responseCode >= 500;
}
