import type { ImapFlow } from "imapflow";
import { CannotConnect } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { connect } from "../connection/connection.ts";
import { type MailServer, readAccount } from "../connection/settings.ts";
import { readFolders } from "../folders/folders.ts";
import { atFirstAddress } from "../smtp/smtp.ts";
import { connectTo } from "../smtp/smtp-connection.ts";
import { type Attempt, faultOf, wrongServerType } from "./connect-errors.ts";

/** Milliseconds. */
interface Timeouts {
	/** For the greeting: a user waits, and servers with a deliberate greeting delay take five seconds. */
	greetingMs: number;
	/** Without a successful sign-in, before the server is also probed. */
	pollMs: number;
	/** For what a probe hears, twice. */
	probeMs: number;
}

const TIMEOUTS: Timeouts = { greetingMs: 8_000, pollMs: 1_500, probeMs: 2_500 };

/** Signs in to both servers and lists the folders. @throws CannotConnect */
export async function testConnection(
	environment: ProviderEnvironment,
	signal: AbortSignal,
	timeouts = TIMEOUTS,
): Promise<void> {
	const { greetingMs } = timeouts;
	const account = readAccount(environment.account);
	const { imap, smtp } = account;
	await attempt({ side: "incoming", server: imap, timeouts }, environment, signal, async (only, stopped) => {
		const client = await connect(only, account, { signal: stopped, greetingMs });
		await list(client, imap.host, stopped);
	});
	if (smtp === null) return;
	await attempt({ side: "outgoing", server: smtp, timeouts }, environment, signal, (only, stopped) =>
		atFirstAddress(only, smtp, stopped, async (address) => {
			const onWait = async () => undefined;
			const connection = await connectTo(smtp, address, { signal: stopped, greetingMs, onWait });
			connection.smtp.quit();
		}),
	);
}

async function list(client: ImapFlow, host: string, signal: AbortSignal): Promise<void> {
	const stop = (): void => client.close();
	signal.addEventListener("abort", stop, { once: true });
	try {
		const { folders } = await readFolders(client, false);
		if (!folders.some(({ role }) => role === "inbox"))
			throw new CannotConnect(
				"refused-account",
				"incoming",
				`${host} accepts the sign-in, but has no mailbox for you.`,
			);
		await client.logout();
	} finally {
		signal.removeEventListener("abort", stop);
		client.close();
	}
}

/** @throws CannotConnect, or the signal's reason */
async function attempt(
	{ side, server, timeouts }: { side: Attempt["side"]; server: MailServer; timeouts: Timeouts },
	environment: ProviderEnvironment,
	signal: AbortSignal,
	work: (environment: ProviderEnvironment, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const { pollMs, probeMs } = timeouts;
	let address = "";
	const watched: ProviderEnvironment = {
		...environment,
		async resolveHost(host) {
			const found = await environment.resolveHost(host);
			address = found[0] ?? "";
			return found;
		},
	};
	const ended = new AbortController();
	const stopped = AbortSignal.any([signal, ended.signal]);
	try {
		await Promise.race([work(watched, stopped), detectProtocol()]);
	} catch (cause) {
		signal.throwIfAborted();
		throw await faultOf({ side, server, address, probeMs, signal }, cause);
	} finally {
		ended.abort();
	}

	/** A port with another protocol may never answer: detect that in parallel. */
	async function detectProtocol(): Promise<never> {
		await new Promise((resolve) => {
			const timer = setTimeout(resolve, pollMs);
			stopped.addEventListener("abort", () => clearTimeout(timer), { once: true });
		});
		const found = address === "" ? null : await wrongServerType({ side, server, address, probeMs, signal: stopped });
		if (found !== null && !stopped.aborted) throw new CannotConnect(found[0], side, found[1]);
		return new Promise(() => undefined);
	}
}
