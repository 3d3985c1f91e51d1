import type { ImapFlow } from "imapflow";
import { AuthExpired } from "#server/mail/provider/errors.ts";
import { pause } from "#shared/pause.ts";
import { select } from "./command-queue.ts";
import { connect } from "./connection.ts";
import { translate } from "./errors.ts";
import { readFolders, tellsStatusWithList } from "./folders.ts";
import type { ImapSession } from "./session.ts";

/** Milliseconds after which IDLE is said again: routers forget quiet connections, servers after half an hour (RFC 2177). */
const IDLE_MS = 4 * 60_000;
/** Milliseconds between looks where the server knows no IDLE. */
const POLL_MS = 60_000;
/** Milliseconds in which several changes are one. */
const GATHER_MS = 100;
/** Milliseconds until the first and the last attempts to reconnect. */
const RETRY_MS = { first: 1000, most: 5 * 60_000 };
/** Milliseconds within which a server that slept must answer. */
const ANSWER_MS = 30_000;

/**
 * Calls back when something happens in the inbox, at once (RFC 2177), and in other folders, whenever IDLE is said
 * again. Lasts until the signal aborts; connections that break are made again.
 * @throws AuthExpired
 */
export async function watch(session: ImapSession, onChange: () => void, signal: AbortSignal): Promise<void> {
	let failures = 0;
	let known: string | null = null;
	while (!signal.aborted) {
		try {
			const client = await connect(session.environment, session.account, { signal, silenceMs: IDLE_MS + ANSWER_MS });
			try {
				known = await listen(client, known, onChange, signal, () => {
					failures = 0;
				});
			} finally {
				client.close();
			}
		} catch (cause) {
			if (signal.aborted) return;
			const fault = translate(cause);
			if (fault instanceof AuthExpired) throw fault;
			known ??= "";
			// Looking will tell what is wrong.
			if (failures === 0) onChange();
			const wait = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** failures++);
			// Jitter: the watchers of a server that was away do not come back all at once.
			await pause(wait * (0.5 + Math.random() / 2), signal).catch(() => undefined);
		}
	}
}

/** Listens until the connection breaks or the signal aborts. @returns the folders' last standing */
async function listen(
	client: ImapFlow,
	before: string | null,
	onChange: () => void,
	signal: AbortSignal,
	onAlive: () => void,
): Promise<string> {
	let gathering: NodeJS.Timeout | undefined;
	const tell = (): void => {
		gathering ??= setTimeout(() => {
			gathering = undefined;
			if (!signal.aborted) onChange();
		}, GATHER_MS);
	};
	const stop = (): void => client.close();
	signal.addEventListener("abort", stop, { once: true });
	try {
		await select(client, "INBOX", "read");
		for (const event of ["exists", "expunge", "flags"] as const) client.on(event, tell);
		// What came while nobody listened.
		tell();
		let known = before ?? "";
		while (!signal.aborted) {
			const now = await standing(client);
			if (known !== "" && now !== known) tell();
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

/** Waits in IDLE, or between two looks. */
async function rest(client: ImapFlow, signal: AbortSignal): Promise<void> {
	if (!client.capabilities.has("IDLE")) {
		await pause(POLL_MS, signal).catch(() => undefined);
		return client.noop();
	}
	const idling = client.idle();
	await Promise.race([idling, pause(IDLE_MS, signal).catch(() => undefined)]);
	if (signal.aborted) return;
	// Ends IDLE; a server that has gone away meanwhile does not answer.
	const timer = setTimeout(() => client.close(), ANSWER_MS);
	try {
		await client.noop();
		await idling;
	} finally {
		clearTimeout(timer);
	}
}

/** How all folders stand, where one round trip tells it; else the inbox alone is watched. */
async function standing(client: ImapFlow): Promise<string> {
	if (!tellsStatusWithList(client)) return "";
	const { folders } = await readFolders(client, true);
	return JSON.stringify(folders.map(({ path, status }) => [path, status]));
}
