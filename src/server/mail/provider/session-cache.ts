import type { Logger } from "../../log.ts";
import { AuthExpired, CannotConnect, Unavailable } from "./errors.ts";
import type { ProviderSession } from "./session.ts";

/** How long an idle session stays open: connecting costs round trips, and servers count connections. */
const IDLE_MS = 60_000;

/** The open sessions of this process: one per account, shared by all callers. */
export interface SessionCache {
	/**
	 * Returns the account's session, opening it if necessary.
	 * @param version of the settings it is opened with: a session of another version is not reused
	 */
	borrow(accountId: string, version: string, open: () => Promise<ProviderSession>): Promise<BorrowedSession>;
	/** Stops reusing the account's session; it is closed once all borrowers have released it. */
	retire(accountId: string): void;
	/** Closes all sessions, in use or not. */
	close(): Promise<void>;
}

export interface BorrowedSession {
	/** Its `close` releases it. */
	session: ProviderSession;
	/** Aborted when the session broke or its account changed: long-lived borrowers must borrow again. */
	retired: AbortSignal;
}

interface Entry {
	accountId: string;
	version: string;
	opening: Promise<ProviderSession>;
	users: number;
	idle: NodeJS.Timeout | undefined;
	retired: AbortController;
	closing: Promise<void> | undefined;
}

export function createSessionCache(log: Logger): SessionCache {
	const current = new Map<string, Entry>();
	const all = new Set<Entry>();

	function enter(accountId: string, version: string, opening: Promise<ProviderSession>): Entry {
		const retired = new AbortController();
		const entry: Entry = { accountId, version, opening, users: 0, idle: undefined, retired, closing: undefined };
		current.set(accountId, entry);
		all.add(entry);
		opening.catch(() => retire(entry));
		return entry;
	}

	function failed(entry: Entry, cause: unknown): void {
		if (cause instanceof AuthExpired) cause.accountVersion = entry.version;
		if (isBroken(cause)) retire(entry);
	}

	function retire(entry: Entry): void {
		if (current.get(entry.accountId) === entry) current.delete(entry.accountId);
		entry.retired.abort();
		if (entry.users === 0) void closeNow(entry);
	}

	function closeNow(entry: Entry): Promise<void> {
		clearTimeout(entry.idle);
		const close = async (): Promise<void> => {
			try {
				// A session that failed to open needs no closing.
				const session = await entry.opening.catch(() => null);
				await session?.close();
			} catch (cause) {
				log.warn(
					{ event: "session.close_failed", err: cause, account: entry.accountId },
					"a mailbox's session did not close cleanly",
				);
			} finally {
				all.delete(entry);
			}
		};
		entry.closing ??= close();
		return entry.closing;
	}

	function release(entry: Entry): void {
		entry.users--;
		if (entry.users > 0) return;
		if (entry.retired.signal.aborted) void closeNow(entry);
		else entry.idle = setTimeout(() => retire(entry), IDLE_MS).unref();
	}

	return {
		async borrow(accountId, version, open) {
			const known = current.get(accountId);
			if (known !== undefined && known.version !== version) retire(known);
			const entry = current.get(accountId) ?? enter(accountId, version, open());
			entry.users++;
			clearTimeout(entry.idle);
			try {
				const session = await entry.opening;
				const onFailure = (cause: unknown): void => failed(entry, cause);
				return { session: lend(session, onFailure, () => release(entry)), retired: entry.retired.signal };
			} catch (cause) {
				failed(entry, cause);
				release(entry);
				throw cause;
			}
		},
		retire(accountId) {
			const entry = current.get(accountId);
			if (entry !== undefined) retire(entry);
		},
		async close() {
			for (const entry of current.values()) retire(entry);
			await Promise.all([...all].map(closeNow));
		},
	};
}

/** Errors that mean the connection or its sign-in is lost, as opposed to one refused request. */
function isBroken(cause: unknown): boolean {
	return cause instanceof Unavailable || cause instanceof AuthExpired || cause instanceof CannotConnect;
}

/** Wraps the session for one borrower: `close` releases it, once, and failures are observed. */
function lend(session: ProviderSession, onFailure: (cause: unknown) => void, onClose: () => void): ProviderSession {
	let isOpen = true;
	const close = async (): Promise<void> => {
		if (isOpen) onClose();
		isOpen = false;
	};
	const seen = (cause: unknown): never => {
		onFailure(cause);
		throw cause;
	};
	return {
		...session,
		reader: observed(session.reader, seen),
		writer: observed(session.writer, seen),
		...(session.sender && { sender: observed(session.sender, seen) }),
		...(session.drafts && { drafts: observed(session.drafts, seen) }),
		...(session.watcher && { watcher: observed(session.watcher, seen) }),
		close,
	};
}

/** The part of a session, with its failures observed. */
function observed<Part extends object>(part: Part, seen: (cause: unknown) => never): Part {
	return new Proxy(part, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name);
			if (typeof member === "object" && member !== null) return observed(member, seen);
			if (typeof member !== "function") return member;
			return (...args: unknown[]) => {
				const answer: unknown = Reflect.apply(member, target, args);
				if (answer instanceof Promise) return answer.catch(seen);
				return isIterable(answer) ? watched(answer, seen) : answer;
			};
		},
	});
}

function isIterable(answer: unknown): answer is AsyncIterable<unknown> {
	return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

async function* watched<T>(items: AsyncIterable<T>, seen: (cause: unknown) => never): AsyncGenerator<T, void> {
	try {
		yield* items;
	} catch (cause) {
		seen(cause);
	}
}
