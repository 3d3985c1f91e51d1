import type { ImapFlow } from "imapflow";
import { AuthExpired } from "#server/mail/provider/errors.ts";
import { pause } from "#shared/pause.ts";
import { randomBetween } from "#shared/random-between.ts";
import { select } from "./connection/command-queue.ts";
import { connect } from "./connection/connection.ts";
import { translate } from "./connection/errors.ts";
import { hasListStatus, readFolders } from "./folders/folders.ts";
import type { ImapSession } from "./session.ts";

/** Milliseconds after which IDLE is restarted: routers drop idle connections, servers after 30 minutes (RFC 2177). */
const IDLE_MS = 4 * 60_000;
/** Poll interval in milliseconds on servers without IDLE. */
const POLL_MS = 60_000;
/** Debounce in milliseconds. */
const GATHER_MS = 100;
/** Milliseconds of the first and longest reconnect delay. */
const RETRY_MS = { first: 1000, max: 5 * 60_000 };
/** Milliseconds within which a server must respond after IDLE. */
const ANSWER_MS = 30_000;

/**
 * Calls back on changes: in INBOX immediately (RFC 2177), in other folders whenever IDLE is restarted. Runs until the
 * signal aborts and reconnects when the connection breaks.
 * @throws AuthExpired
 */
export async function watch(session: ImapSession, onChange: () => void, signal: AbortSignal): Promise<void> {
	let failures = 0;
	let known: string | null = null;
	while (!signal.aborted) {
		try {
			const client = await connect(session.environment, session.account, { signal, silenceMs: IDLE_MS + ANSWER_MS });
			try {
				known = await listen(
					client,
					known,
					{
						onChange,
						onAlive: () => {
							failures = 0;
						},
					},
					signal,
				);
			} finally {
				client.close();
			}
		} catch (cause) {
			if (signal.aborted) return;
			const fault = translate(cause);
			if (fault instanceof AuthExpired) throw fault;
			known ??= "";
			// A sync will report what is wrong.
			if (failures === 0) onChange();
			const wait = Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** failures++);
			// Jitter: watchers do not reconnect all at once after a server outage.
			await pause(randomBetween(wait / 2, wait), signal).catch(() => undefined);
		}
	}
}

/** Listens until the connection breaks or the signal aborts. @returns the last known status of the folders */
async function listen(
	client: ImapFlow,
	before: string | null,
	{ onChange, onAlive }: { onChange: () => void; onAlive: () => void },
	signal: AbortSignal,
): Promise<string> {
	let gathering: NodeJS.Timeout | undefined;
	const notify = (): void => {
		gathering ??= setTimeout(() => {
			gathering = undefined;
			if (!signal.aborted) onChange();
		}, GATHER_MS);
	};
	const stop = (): void => client.close();
	signal.addEventListener("abort", stop, { once: true });
	try {
		await select(client, "INBOX", "read");
		for (const event of ["exists", "expunge", "flags"] as const) client.on(event, notify);
		// Report changes made while disconnected.
		notify();
		let known = before ?? "";
		while (!signal.aborted) {
			const now = await folderStatus(client);
			if (known !== "" && now !== known) notify();
			known = now;
			onAlive();
			await rest(client, signal);
			if (!client.usable) break;
		}
		return known;
	} finally {
		signal.removeEventListener("abort", stop);
		clearTimeout(gathering);
	}
}

/** Waits in IDLE, or until the next poll. */
async function rest(client: ImapFlow, signal: AbortSignal): Promise<void> {
	if (!client.capabilities.has("IDLE")) {
		await pause(POLL_MS, signal).catch(() => undefined);
		return client.noop();
	}
	const idling = client.idle();
	await Promise.race([idling, pause(IDLE_MS, signal).catch(() => undefined)]);
	if (signal.aborted) return;
	// DONE ends IDLE; a server that has gone away does not answer it.
	const timer = setTimeout(() => client.close(), ANSWER_MS);
	try {
		await client.noop();
		await idling;
	} finally {
		clearTimeout(timer);
	}
}

/** The status of all folders when one round trip returns it; otherwise only INBOX is watched. */
async function folderStatus(client: ImapFlow): Promise<string> {
	if (!hasListStatus(client)) return "";
	const { folders } = await readFolders(client, true);
	return JSON.stringify(folders.map(({ path, status }) => [path, status]));
}
