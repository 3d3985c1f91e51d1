import type { Database } from "../../db/database.ts";
import type { TextSource } from "./content.ts";
import type { IndexChange } from "./index-file.ts";
import { listStored, readMessagesToIndex, type StoredMessage } from "./outbox.ts";
import type { IncompleteAccount } from "./text-index.ts";

/** Messages read at a time. */
const PAGE = 100;

export interface Account {
	ownerId: string;
	accountId: string;
}

export interface RebuildOptions {
	database: Database;
	apply(change: IndexChange): Promise<void>;
	/** Waits until everything committed before is applied. */
	catchUp(): Promise<void>;
	/** Those of the messages that are not indexed. */
	missing(accountId: string, ids: readonly string[]): Promise<string[]>;
	/** The text of stored messages; waits until it is available. */
	source(signal: AbortSignal): Promise<TextSource>;
	/** Called while users wait for the database. @returns when to continue */
	pace(signal: AbortSignal): Promise<void>;
	onFailure(cause: unknown): void;
}

/** Indexes the stored messages of accounts in the background, newest first, while new changes are applied as well. */
export class Rebuilding {
	private readonly options: RebuildOptions;
	private readonly accounts = new Map<string, IncompleteAccount & Account>();
	/** Messages that changed since the current page was read. */
	private readonly changedIds = new Set<string>();
	private running: Promise<void> = Promise.resolve();
	private stopping = new AbortController();

	constructor(options: RebuildOptions) {
		this.options = options;
	}

	/** Accounts whose older messages are not indexed yet. */
	incomplete(accountIds: readonly string[]): (IncompleteAccount & Account)[] {
		return accountIds.flatMap((id) => this.accounts.get(id) ?? []);
	}

	/** Begins or continues with these accounts. */
	start(accounts: readonly (IncompleteAccount & Account)[]): void {
		this.stopping = new AbortController();
		this.accounts.clear();
		for (const account of accounts) this.accounts.set(account.accountId, account);
		const { signal } = this.stopping;
		this.running = this.run(signal).catch((cause) => {
			if (!signal.aborted) throw cause;
		});
	}

	async stop(): Promise<void> {
		this.stopping.abort();
		await this.running;
	}

	/** Resolves when all accounts are complete, or it was stopped. */
	finished(): Promise<void> {
		return this.running;
	}

	/** Called when a change was committed. */
	changed({ accountId, replace, remove, hide, isRemoved }: IndexChange): void {
		if (this.accounts.size === 0) return;
		if (isRemoved === true) this.accounts.delete(accountId);
		for (const id of remove ?? []) this.changedIds.add(id);
		for (const { id } of [...(hide ?? []), ...(replace ?? [])]) this.changedIds.add(id);
	}

	private async run(signal: AbortSignal): Promise<void> {
		while (this.accounts.size > 0 && !signal.aborted)
			for (const account of [...this.accounts.values()]) {
				if (signal.aborted) return;
				try {
					await this.indexPage(account, signal);
					await this.options.pace(signal);
				} catch (cause) {
					if (signal.aborted) return;
					this.options.onFailure(cause);
					await this.options.pace(signal);
				}
			}
	}

	private async indexPage(account: IncompleteAccount & Account, signal: AbortSignal): Promise<void> {
		const { accountId } = account;
		this.changedIds.clear();
		const page = await listStored(this.options.database, account, account.from, PAGE);
		const last = page.at(-1);
		if (last === undefined) {
			await this.options.apply({ accountId, progress: "complete" });
			this.accounts.delete(accountId);
			return;
		}
		await this.options.catchUp();
		const add = await this.read(account, page, signal);
		const from = { date: last.date, id: last.id };
		const unchanged = add.filter(({ id }) => !this.changedIds.has(id));
		if (signal.aborted || !this.accounts.has(accountId)) return;
		await this.options.apply({ accountId, add: unchanged, progress: from });
		for (;;) {
			const ids = page.map(({ id }) => id).filter((id) => this.changedIds.has(id));
			if (ids.length === 0) break;
			this.changedIds.clear();
			await this.options.catchUp();
			await this.options.apply(await this.stateOf(account, ids, signal));
		}
		if (this.accounts.has(accountId)) this.accounts.set(accountId, { ...account, from });
	}

	/** The change that brings these messages in the index to their stored state. */
	async stateOf(account: Account, ids: readonly string[], signal: AbortSignal): Promise<IndexChange> {
		const stored = await readMessagesToIndex(this.options.database, account, ids);
		const known = new Set(stored.map(({ id }) => id));
		const add = await this.read(
			account,
			stored.filter(({ sha256 }) => sha256 !== null),
			signal,
		);
		return { accountId: account.accountId, add, remove: ids.filter((id) => !known.has(id)), hide: stored };
	}

	/** The change that indexes these messages again, as they are stored now. */
	async replacementOf(account: Account, ids: readonly string[], signal: AbortSignal): Promise<IndexChange> {
		const stored = await readMessagesToIndex(this.options.database, account, ids);
		const source = await this.options.source(signal);
		const replace = await source(
			account,
			stored.filter(({ sha256 }) => sha256 !== null),
		);
		return { accountId: account.accountId, replace };
	}

	private async read(account: Account, messages: readonly StoredMessage[], signal: AbortSignal) {
		const missing = new Set(
			await this.options.missing(
				account.accountId,
				messages.map(({ id }) => id),
			),
		);
		if (missing.size === 0) return [];
		const source = await this.options.source(signal);
		return source(
			account,
			messages.filter(({ id }) => missing.has(id)),
		);
	}
}
