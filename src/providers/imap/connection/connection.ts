import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import type { ImapFlow, ImapFlowOptions } from "imapflow";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { softwareName } from "#shared/brand.ts";
import type { ImapAccount, MailServer } from "./settings.ts";
import { type SignIn, type SignInWay, signingIn } from "./sign-in.ts";

/** Connect timeout in milliseconds, per address. */
const CONNECT_MS = 10_000;
const GREETING_MS = 15_000;
/** Milliseconds without data after which a command fails. */
const SILENCE_MS = 60_000;
/** Larger messages are fetched in parts (`fetch.ts`). */
const LITERAL_LIMIT = 16 * 1024 * 1024;
/** A SEARCH response for a million messages is one line of 8 MB. */
const LINE_LIMIT = 32 * 1024 * 1024;

/** Verifies the certificate against the configured host name, although the connection uses a resolved address. */
export function tlsOptions({ host, certificate }: MailServer): ConnectionOptions {
	return {
		rejectUnauthorized: true,
		minVersion: "TLSv1.2",
		...(isIP(host) ? {} : { servername: host }),
		...(certificate === undefined ? {} : { ca: certificate }),
	};
}

export interface ConnectOptions {
	signal?: AbortSignal;
	/** Milliseconds without data after which the connection fails. */
	silenceMs?: number;
	greetingMs?: number;
}

/** How accounts sign in, so that a refused way is not tried for each connection. */
const ways = new WeakMap<ImapAccount["imap"], SignInWay>();

/**
 * Connects and signs in (RFC 9051 §2, RFC 8314).
 * @throws imapflow's errors: callers translate them
 */
export async function connect(
	environment: ProviderEnvironment,
	{ imap }: Pick<ImapAccount, "imap">,
	options: ConnectOptions = {},
): Promise<ImapFlow> {
	const { signal } = options;
	const addresses = await environment.resolveHost(imap.host);
	// Imported lazily to keep startup fast.
	const library = await import("imapflow");
	let failure: unknown;
	const signIn: SignIn = { known: ways.get(imap) ?? null, tried: new Set(), refusals: [], isInterrupted: false };
	const Client = signingIn(library.ImapFlow, signIn);
	for (let at = 0; at < addresses.length; at++) {
		signal?.throwIfAborted();
		const client = new Client(clientOptions(imap, addresses[at] ?? "", options));
		// An error without a command in flight is noticed by the next command, which finds the connection closed.
		client.on("error", () => undefined);
		const stop = (): void => client.close();
		signal?.addEventListener("abort", stop, { once: true });
		try {
			signIn.isInterrupted = false;
			await client.connect();
			if (signIn.known !== null) ways.set(imap, signIn.known);
			return client;
		} catch (cause) {
			client.close();
			failure = cause;
			if (signIn.isInterrupted) at--;
			// Another address of the same host may be reachable; a host that answered is not tried again.
			else if (!isUnreachable(cause)) break;
		} finally {
			signal?.removeEventListener("abort", stop);
		}
	}
	signal?.throwIfAborted();
	throw failure;
}

function clientOptions(
	imap: ImapAccount["imap"],
	address: string,
	{ silenceMs = SILENCE_MS, greetingMs = GREETING_MS }: ConnectOptions,
): ImapFlowOptions {
	return {
		host: address,
		port: imap.port,
		secure: imap.security === "tls",
		...(imap.security === "tls" ? {} : { doSTARTTLS: imap.security === "starttls" }),
		...(isIP(imap.host) ? {} : { servername: imap.host }),
		tls: tlsOptions(imap),
		auth: { user: imap.username, pass: imap.password },
		clientInfo: { name: softwareName, version: false, vendor: false, "support-url": false },
		logger: false,
		disableAutoIdle: true,
		// IMAP4rev2 drops commands that servers of both revisions still handle better in rev1.
		disableIMAP4rev2: true,
		qresync: true,
		connectionTimeout: CONNECT_MS,
		greetingTimeout: greetingMs,
		socketTimeout: silenceMs,
		maxLiteralSize: LITERAL_LIMIT,
		maxLineLength: LINE_LIMIT,
		maxResponseSize: LITERAL_LIMIT + LINE_LIMIT,
		maxLockHoldTime: false,
	};
}

function isUnreachable(cause: unknown): boolean {
	const { code } = cause as { code?: string };
	return ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "CONNECT_TIMEOUT"].includes(code ?? "");
}
