import { isIP } from "node:net";
import { AuthExpired, RateLimited, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { tlsOptions } from "../connection/connection.ts";
import type { ImapAccount } from "../connection/settings.ts";

/** Milliseconds. */
const CONNECT_MS = 10_000;
const GREETING_MS = 15_000;
const SILENCE_MS = 120_000;
const WAIT_SECONDS = 60;

export type SmtpServer = NonNullable<ImapAccount["smtp"]>;

/** Properties that nodemailer adds to its errors. */
export interface SmtpError extends Error {
	code?: string;
	responseCode?: number;
	response?: string;
	command?: string;
	/** When all recipients were refused. */
	rejectedErrors?: { recipient?: string; response?: string }[];
}

/** nodemailer's options of a connection. @param address an address allowed by `resolveHost` */
export function smtpOptions(smtp: SmtpServer, address: string, greetingMs = GREETING_MS) {
	const { host, port, security } = smtp;
	return {
		host: address,
		port,
		secure: security === "tls",
		requireTLS: security === "starttls",
		ignoreTLS: security === "none",
		tls: tlsOptions(smtp),
		...(isIP(host) ? {} : { servername: host }),
		logger: false,
		connectionTimeout: CONNECT_MS,
		greetingTimeout: greetingMs,
		socketTimeout: SILENCE_MS,
	};
}

/** Tries the server's addresses in order until one answers. @throws nodemailer's errors, or the signal's reason */
export async function atFirstAddress<T>(
	environment: ProviderEnvironment,
	{ host }: SmtpServer,
	signal: AbortSignal | undefined,
	work: (address: string) => Promise<T>,
): Promise<T> {
	let failure: unknown;
	for (const address of await environment.resolveHost(host)) {
		signal?.throwIfAborted();
		try {
			return await work(address);
		} catch (cause) {
			failure = cause;
			signal?.throwIfAborted();
			const { code, command } = cause as SmtpError;
			// Once a server has answered, the message may have been sent.
			if (!(command === "CONN" && (code === "ESOCKET" || code === "ETIMEDOUT" || code === "ECONNECTION"))) break;
		}
	}
	throw failure;
}

/** The server's text, without codes. */
export function smtpErrorText({ response = "" }: SmtpError): string {
	return response
		.replace(/^\d{3}[ -](\d\.\d+\.\d+ )?/, "")
		.replace(/\s+/g, " ")
		.trim()
		.slice(0, 200);
}

/** Maps an SMTP failure to one of the kernel's errors. */
export function translateSmtp(cause: unknown): unknown {
	if (!(cause instanceof Error)) return cause;
	const error = cause as SmtpError;
	const detail = smtpErrorText(error);
	const quoted = detail === "" ? "" : `: “${detail}”`;
	const status = error.responseCode ?? 0;
	if (error.code === "EAUTH" && status !== 454 && status !== 421)
		return new AuthExpired(`The outgoing mail server no longer accepts the password${quoted}`);
	if (status === 450 || status === 451 || status === 452)
		return new RateLimited(WAIT_SECONDS, `The outgoing mail server asked to wait${quoted}`);
	if (status >= 500) return new Unsupported(`The message was not sent: the server rejected it${quoted}`, { cause });
	if (error.code !== undefined)
		return new Unavailable(`The outgoing mail server can't be reached (${error.code})${quoted}`, { cause });
	return cause;
}
