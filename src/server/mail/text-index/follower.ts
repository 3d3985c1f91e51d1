import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { findDamage } from "./check-file.ts";
import type { TextSource } from "./content.ts";
import type { IndexChange, OpenedFile } from "./index-file.ts";
import { IndexClosed, IndexDamaged, type IndexThread, startIndexThread } from "./index-thread.ts";
import { countOutbox, listAccountIds, readLastPosition, readOutbox, readOutboxState, trimOutbox } from "./outbox.ts";
import { type Account, Rebuilding } from "./rebuild.ts";

/** Messages per write, during which searches wait: many, as each write has its own cost, unless users are searching. */
const CHUNK = { usually: 240, betweenSearches: 40 };
/** Users who have searched are likely to search again within this time. */
const SEARCHING_MS = 15_000;
/** Entries of the outbox read at a time. */
const PAGE = 100;
/** Characters waiting to be written; a transaction with more to add waits. */
const MAX_WAITING = 24_000_000;
/** What was written is deleted from the outbox after this time. */
const TRIM_MS = 5_000;
const RETRY_MS = 1_000;

/** A change at its position in the outbox. */
type Change = IndexChange & { position: number };

export interface FollowerOptions {
	database: Database;
	/** Of the index file. */
	path: string;
	source(signal: AbortSignal): Promise<TextSource>;
	pace(signal: AbortSignal): Promise<void>;
	/** @param event for the log */
	onFailure(event: string, cause: unknown): void;
}

/**
 * Keeps the index file up to date with the database: applies what was just committed, and after a restart what is in
 * the outbox.
 */
export class Follower {
	readonly rebuilding: Rebuilding;
	private readonly options: FollowerOptions;
	private thread: IndexThread;
	/** Resolves once the file is open and belongs to this database. */
	private opening: Promise<void>;
	private isOpen = false;
	/** The file could not be opened or written; it is tried again. */
	private isFailing = false;
	/** Written to the outbox; the transaction may still roll back. */
	private readonly offered = new Map<number, Change>();
	/** Committed, in order. */
	private readonly queue: Change[] = [];
	private waitingSize = 0;
	private announced = 0;
	private reached = 0;
	private trimmed = 0;
	private writing: Promise<void> = Promise.resolve();
	private isWriting = false;
	/** How often the outbox got entries that are not in the queue, by an earlier process or as the queue was given up. */
	private missed = 0;
	/** In epoch milliseconds. */
	private lastSearch = 0;
	/** How many of those times they were written. */
	private recovered = 0;
	private checking: Promise<void> = Promise.resolve();
	private trimTimer: NodeJS.Timeout | null = null;
	private readonly closing = new AbortController();
	private readonly waiting = new Set<() => void>();

	constructor(options: FollowerOptions) {
		this.options = options;
		this.thread = startIndexThread(options.path);
		this.rebuilding = new Rebuilding({
			database: options.database,
			apply: async (change) => void (await this.call("apply", [change])),
			catchUp: async () => {
				// What was just read from the database may be announced only later.
				const last = await readLastPosition(this.options.database);
				while (!this.closing.signal.aborted && !(await this.catchUp(RETRY_MS, last)));
			},
			missing: (accountId, ids) => this.call("missing", accountId, ids),
			source: (signal) => options.source(signal),
			pace: (signal) => options.pace(signal),
			onFailure: (cause) => this.failed("search_index.rebuild_failed", cause),
		});
		this.opening = this.open(false);
	}

	/** Waits until the index is open, and it is known what it lacks. @returns false after the timeout */
	async opened(timeoutMs: number): Promise<boolean> {
		const late = timeout(timeoutMs);
		await Promise.race([this.opening, late.passed]);
		late.clear();
		return this.isOpen;
	}

	/** Number of messages of these accounts that are committed and not written yet. */
	async countWaiting(accountIds: readonly string[]): Promise<number> {
		if (this.recovered < this.missed) return countOutbox(this.options.database, accountIds, this.reached);
		const own = this.queue.filter(({ accountId }) => accountIds.includes(accountId));
		return own.reduce((sum, { add = [] }) => sum + add.length, 0);
	}

	/** Calls the index once it is open. A damaged file is replaced. */
	call: IndexThread["call"] = async (operation, ...args) => {
		await this.opening;
		try {
			return await this.thread.call(operation, ...args);
		} catch (cause) {
			if (cause instanceof IndexDamaged) this.failed("search_index.damaged", cause);
			throw cause;
		}
	};

	/** A change that its transaction has written to the outbox. */
	offer(change: Change): void {
		this.offered.set(change.position, change);
		this.waitingSize += sizeOf(change);
	}

	/** Called after the commit, in the order of commits. */
	announce(position: number): void {
		// Transactions run one at a time, so that lower positions were announced or rolled back.
		for (const [lower, change] of this.offered) {
			if (lower > position) continue;
			this.offered.delete(lower);
			if (lower !== position) this.waitingSize -= sizeOf(change);
			else {
				this.queue.push(change);
				this.rebuilding.changed(change);
			}
		}
		this.announced = Math.max(this.announced, position);
		if (this.isFailing) this.limitQueue();
		this.write();
	}

	/** Waits while much is waiting to be written. Mail is stored while the file cannot be written, too. */
	async waitForRoom(): Promise<void> {
		while (this.waitingSize > MAX_WAITING && this.queue.length > 0 && !this.isFailing && !this.closing.signal.aborted)
			await new Promise<void>((go) => this.waiting.add(go));
	}

	/** Gives up what is in the outbox anyway, when it becomes much. */
	private limitQueue(): void {
		if (this.waitingSize <= MAX_WAITING) return;
		for (const change of this.queue.splice(0)) this.waitingSize -= sizeOf(change);
		this.missed++;
	}

	/** Waits until everything announced before, and up to this position, is written. @returns false after the timeout */
	async catchUp(timeoutMs: number, position = 0): Promise<boolean> {
		this.lastSearch = Date.now();
		const late = timeout(timeoutMs);
		await Promise.race([this.opening, late.passed]);
		// Known once the file is open: the outbox may have entries of an earlier process.
		const target = Math.max(this.announced, position);
		while (this.reached < target && !late.isPassed() && !this.closing.signal.aborted)
			await Promise.race([late.passed, new Promise<void>((go) => this.waiting.add(go))]);
		late.clear();
		return this.isOpen && this.reached >= target;
	}

	/** Discards the file and indexes everything again. */
	async rebuild(): Promise<void> {
		this.reopen(true);
		await this.opening;
	}

	/** Everything written so far survives a crash of the machine; the outbox no longer has it. */
	async flush(): Promise<void> {
		const position = await this.call("flush");
		if (position <= this.trimmed) return;
		await trimOutbox(this.options.database, position);
		this.trimmed = position;
	}

	async close(): Promise<void> {
		await this.catchUp(10 * RETRY_MS);
		this.closing.abort();
		if (this.trimTimer !== null) clearTimeout(this.trimTimer);
		this.wake();
		await this.rebuilding.stop();
		await this.checking;
		await this.opening;
		await this.writing;
		await this.thread.close();
	}

	/** Opens the file: a new one when it is damaged, empty when it is not of this database, and applies what it missed. */
	private async open(isNew: boolean): Promise<void> {
		const { signal } = this.closing;
		for (let isDamaged = isNew; !signal.aborted; ) {
			try {
				const state = await readOutboxState(this.options.database);
				const accounts = await listAccountIds(this.options.database);
				let file = await this.thread.call("open", isDamaged);
				const hasGap = file.position < state.trimmedTo || file.position > Math.max(state.last, this.announced);
				if (file.databaseId !== state.databaseId || hasGap) {
					await this.thread.call("reset", state.databaseId, state.last);
					file = await this.thread.call("state");
				}
				this.trimmed = state.trimmedTo;
				this.announced = Math.max(this.announced, state.last);
				await this.resume(file, accounts);
				if (file.accounts.length > 0) this.check();
				return;
			} catch (cause) {
				if (signal.aborted) return;
				this.startFailing();
				this.options.onFailure("search_index.not_opened", cause);
				isDamaged ||= cause instanceof IndexDamaged;
				if (cause instanceof IndexClosed) this.thread = startIndexThread(this.options.path);
				await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
			}
		}
	}

	/** Looks for damage in all of the file: a search or a change meets only the pages that it reads. */
	private check(): void {
		const { thread } = this;
		this.checking = findDamage(this.options.path, this.closing.signal).then((damage) => {
			if (damage !== null && this.thread === thread) this.failed("search_index.damaged", new IndexDamaged(damage));
		});
	}

	private async resume(file: OpenedFile, accounts: readonly Account[]): Promise<void> {
		const stored = new Set(accounts.map(({ accountId }) => accountId));
		const known = new Map(file.accounts.map((state) => [state.accountId, state]));
		for (const accountId of known.keys())
			if (!stored.has(accountId)) await this.thread.call("apply", [{ accountId, isRemoved: true }]);
		const incomplete = accounts.flatMap((account) => {
			const state = known.get(account.accountId);
			return state?.isComplete === true ? [] : [{ ...account, from: state?.from ?? null }];
		});
		for (const { accountId } of incomplete)
			if (!known.has(accountId)) await this.thread.call("apply", [{ accountId, progress: "begin" }]);
		this.reached = file.position;
		this.rebuilding.start(incomplete);
		this.missed++;
		this.isOpen = true;
		this.write();
	}

	private reopen(isNew: boolean): void {
		this.isOpen = false;
		const before = this.opening;
		this.opening = before.then(async () => {
			await this.rebuilding.stop();
			// Ends at the latest with the first change that cannot be written.
			await this.writing;
			await this.open(isNew);
		});
	}

	private write(): void {
		void this.opening.then(() => {
			if (this.isWriting) return;
			this.isWriting = true;
			this.writing = this.writeAll();
		});
	}

	private async writeAll(): Promise<void> {
		const { signal } = this.closing;
		try {
			for (;;) {
				const [first] = this.queue;
				const { missed } = this;
				if (signal.aborted || (first === undefined && this.recovered === missed)) break;
				if (first === undefined || this.recovered < missed) {
					await this.writeMissed();
					this.recovered = missed;
				} else await this.writeFirst(first);
				this.isFailing = false;
				this.wake();
			}
			this.isWriting = false;
			this.trimLater();
		} catch (cause) {
			this.isWriting = false;
			this.startFailing();
			this.failed("search_index.not_written", cause);
		}
	}

	private async writeFirst(change: Change): Promise<void> {
		if (change.position > this.reached) {
			await this.writeChange(change);
			this.reached = change.position;
		}
		// Unless the queue was given up meanwhile.
		if (this.queue[0] !== change) return;
		this.queue.shift();
		this.waitingSize -= sizeOf(change);
	}

	private startFailing(): void {
		this.isFailing = true;
		this.limitQueue();
		this.wake();
	}

	private failed(event: string, cause: unknown): void {
		if (this.closing.signal.aborted) return;
		this.options.onFailure(event, cause);
		if (cause instanceof IndexDamaged) this.reopen(true);
		else if (cause instanceof IndexClosed) {
			this.thread = startIndexThread(this.options.path);
			this.reopen(false);
		} else setTimeout(() => this.write(), RETRY_MS).unref(); // A full disk, for example.
	}

	/** Applies entries that an earlier process wrote, as their messages are stored now. */
	private async writeMissed(): Promise<void> {
		const { database } = this.options;
		for (;;) {
			const entries = await readOutbox(database, this.reached, PAGE);
			for (const { position, ids, isReplacement, ...account } of entries) {
				if (this.queue.some((change) => change.position === position)) return;
				const offered = this.offered.get(position);
				if (offered !== undefined) await this.writeChange(offered);
				else if (ids === null) await this.writeChange({ ...account, position, isRemoved: true });
				else {
					const { signal } = this.closing;
					const change = isReplacement
						? await this.rebuilding.replacementOf(account, ids, signal)
						: await this.rebuilding.stateOf(account, ids, signal);
					await this.writeChange({ ...change, position });
				}
				this.reached = Math.max(this.reached, position);
			}
			if (entries.length < PAGE) return;
		}
	}

	private async writeChange(change: Change): Promise<void> {
		const { add = [], position, ...rest } = change;
		const { accountId } = rest;
		const size = Date.now() - this.lastSearch < SEARCHING_MS ? CHUNK.betweenSearches : CHUNK.usually;
		let from = 0;
		for (; add.length - from > size; from += size)
			await this.thread.call("apply", [{ accountId, add: add.slice(from, from + size) }]);
		const last = add.slice(from);
		await this.thread.call("apply", [{ ...rest, ...(last.length > 0 && { add: last }), position }]);
	}

	private trimLater(): void {
		if (this.trimTimer !== null || this.reached <= this.trimmed || this.closing.signal.aborted) return;
		this.trimTimer = setTimeout(() => {
			this.trimTimer = null;
			this.flush().catch((cause) => this.failed("search_index.not_trimmed", cause));
		}, TRIM_MS);
		this.trimTimer.unref();
	}

	private wake(): void {
		for (const go of this.waiting) go();
		this.waiting.clear();
	}
}

function timeout(ms: number): { passed: Promise<void>; isPassed(): boolean; clear(): void } {
	let isPassed = false;
	let timer: NodeJS.Timeout | undefined;
	const passed = new Promise<void>((go) => {
		timer = setTimeout(() => {
			isPassed = true;
			go();
		}, ms);
	});
	return { passed, isPassed: () => isPassed, clear: () => clearTimeout(timer) };
}

/** Characters of its texts. */
function sizeOf({ add = [], replace = [] }: IndexChange): number {
	return [...add, ...replace].reduce(
		(sum, { lexemes, text, attachmentText = "" }) => sum + lexemes.length + text.length + attachmentText.length,
		0,
	);
}
