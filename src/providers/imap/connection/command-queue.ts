import type { ImapFlow, MailboxObject } from "imapflow";
import { Unavailable } from "#server/mail/provider/errors.ts";
import { translate } from "./errors.ts";

/** Time limit in milliseconds for one task, even while the server keeps responding. */
const WORK_MS = 10 * 60_000;
/** Byte limit for one task: a server that never stops sending is disconnected. */
const WORK_BYTES = 128 * 1024 * 1024;
const POLL_MS = 1000;

/** A connection that is opened on demand and runs one task at a time. */
export interface CommandQueue {
	/** @throws the signal's reason immediately when it aborts; a running task finishes in the background */
	use<T>(work: (client: ImapFlow) => Promise<T>, signal?: AbortSignal): Promise<T>;
	close(): Promise<void>;
}

/** @param connect opens an authenticated connection */
export function createCommandQueue(connect: () => Promise<ImapFlow>): CommandQueue {
	let client: ImapFlow | null = null;
	let tail: Promise<unknown> = Promise.resolve();
	let isClosed = false;

	async function run<T>(work: (client: ImapFlow) => Promise<T>, signal?: AbortSignal): Promise<T> {
		signal?.throwIfAborted();
		if (isClosed) throw new Unavailable("The session is closed");
		try {
			if (!client?.usable) client = await connect();
			if (isClosed) client.close();
			return await bounded(client, work(client));
		} catch (cause) {
			throw translate(cause);
		}
	}

	return {
		use(work, signal) {
			const result = tail.then(() => run(work, signal));
			tail = result.catch(() => undefined);
			return signal === undefined ? result : untilAborted(result, signal);
		},
		async close() {
			isClosed = true;
			const open = client;
			client = null;
			if (open?.usable) await Promise.race([open.logout().catch(() => undefined), pause(POLL_MS)]);
			open?.close();
		},
	};
}

/** Closes the connection when a task exceeds its time or byte limit; the task then fails with `Unavailable`. */
async function bounded<T>(client: ImapFlow, work: Promise<T>): Promise<T> {
	const received = client.stats().received;
	const started = performance.now();
	let excess = "";
	const watch = setInterval(() => {
		if (performance.now() - started > WORK_MS) excess = "takes too long";
		else if (client.stats().received - received > WORK_BYTES) excess = "sent more data than requested";
		if (excess !== "") client.close();
	}, POLL_MS);
	watch.unref();
	try {
		return await work;
	} catch (cause) {
		if (excess !== "") throw new Unavailable(`The mail server ${excess}`, { cause });
		throw cause;
	} finally {
		clearInterval(watch);
	}
}

function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = (): void => reject(signal.reason as Error);
		if (signal.aborted) stop();
		signal.addEventListener("abort", stop, { once: true });
		result.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** A folder at the moment of its selection. */
export interface SelectedFolder {
	validity: string;
	uidNext: number;
	messages: number;
	/** HIGHESTMODSEQ (RFC 7162 §3.1.2.1); null: the server has none for this folder. */
	modseq: string | null;
	/** Whether PERMANENTFLAGS allows new keywords, or this one. */
	canStore(keyword: string): boolean;
}

/** Mod-sequences at selection: imapflow advances its own value with every message it sees. */
const selected = new WeakMap<MailboxObject, string | null>();

/**
 * Selects a folder.
 * @param mode `read` uses EXAMINE, which leaves even \Recent unchanged (RFC 9051 §6.3.3)
 * @param isFresh false: the state of an already selected folder may be reused, which saves a round trip
 */
export async function select(
	client: ImapFlow,
	path: string,
	mode: "read" | "write",
	isFresh = true,
): Promise<SelectedFolder> {
	let { mailbox } = client;
	if (mailbox && mailbox.path === path && !!mailbox.readOnly === (mode === "read")) {
		// NOOP makes the server report pending changes (RFC 9051 §6.1.2).
		if (isFresh) await client.noop();
	} else {
		mailbox = await client.mailboxOpen(path, { readOnly: mode === "read" });
		const { highestModseq, noModseq } = mailbox;
		selected.set(mailbox, highestModseq && !noModseq ? String(highestModseq) : null);
	}
	const { uidValidity, exists, permanentFlags } = mailbox;
	// imapflow derives UIDNEXT from any message's UID when the server does not send it.
	if (!mailbox.uidNext && exists > 0) await client.fetchOne("*", { uid: true });
	return {
		validity: String(uidValidity ?? 0),
		uidNext: mailbox.uidNext || 1,
		messages: exists,
		modseq: selected.get(mailbox) ?? null,
		canStore: (keyword) =>
			permanentFlags === undefined ||
			[...permanentFlags].some((flag) => flag === "\\*" || flag.toLowerCase() === keyword.toLowerCase()),
	};
}
