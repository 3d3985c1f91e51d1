import { DatabaseSync } from "node:sqlite";
import { AccountIndex } from "./account-index.ts";
import { openToRead } from "./read-file.ts";
import type { IndexedMessage } from "./text-index.ts";

/** Format of the file and version of the tokens; a file of another version is built again. */
const VERSION = "2";

/** The file cannot be read by this version. */
export class OtherVersion extends Error {}

/** What the file knows of an account. */
export interface AccountState {
	accountId: string;
	/** False: its stored messages are being indexed, newest first. */
	isComplete: boolean;
	/** The oldest message indexed so far; null: none. */
	from: { date: string; id: string } | null;
}

export interface OpenedFile {
	/** The database that the file belongs to; null: a new file. */
	databaseId: string | null;
	/** Of the last change in it. */
	position: number;
	accounts: AccountState[];
}

/** A change to the index of an account. */
export interface IndexChange {
	accountId: string;
	add?: readonly IndexedMessage[];
	/** Whose text has changed; added where they are missing. */
	replace?: readonly IndexedMessage[];
	remove?: readonly string[];
	hide?: readonly { id: string; isHidden: boolean }[];
	/** Removes the account. */
	isRemoved?: boolean;
	/** The account's messages before this one are to be indexed; `complete`: none are. */
	progress?: { date: string; id: string } | "begin" | "complete";
	/** Stored with the change. */
	position?: number;
}

interface AccountRow {
	n: number;
	id: string;
	is_complete: number;
	from_date: string | null;
	from_id: string | null;
}

/**
 * The index of a database: one SQLite file with a full-text table for each account, so that a search costs as much as
 * the accounts that it is about, and removing an account leaves nothing behind.
 */
export class IndexFile {
	private readonly db: DatabaseSync;
	private readonly accounts = new Map<string, AccountIndex>();

	/** @throws when it is not such a file, or of another version */
	constructor(path: string, options: { readOnly?: boolean } = {}) {
		if (options.readOnly === true) this.db = openToRead(path);
		else this.db = openToWrite(path);
		if ((this.meta("version") ?? VERSION) !== VERSION) {
			this.db.close();
			throw new OtherVersion("The search index has another version");
		}
		if (options.readOnly !== true) this.setMeta("version", VERSION);
		for (const row of this.db.prepare("select * from accounts").all() as unknown as AccountRow[])
			this.accounts.set(row.id, new AccountIndex(this.db, row.n));
	}

	state(): OpenedFile {
		const rows = this.db.prepare("select * from accounts").all() as unknown as AccountRow[];
		const accounts = rows.map((row) => ({
			accountId: row.id,
			isComplete: row.is_complete === 1,
			from: row.from_date === null || row.from_id === null ? null : { date: row.from_date, id: row.from_id },
		}));
		return { databaseId: this.meta("database"), position: Number(this.meta("position") ?? 0), accounts };
	}

	/** Empties the file, for a database that is at this position. */
	reset(databaseId: string, position: number): void {
		this.inTransaction(() => {
			for (const accountId of [...this.accounts.keys()]) this.removeAccount(accountId);
			this.setMeta("database", databaseId);
			this.setMeta("position", String(position));
		});
		this.db.exec("pragma incremental_vacuum");
	}

	/** Applies changes, all or none. */
	apply(changes: readonly IndexChange[]): void {
		this.inTransaction(() => {
			for (const change of changes) this.applyOne(change);
		});
		if (changes.some(({ isRemoved }) => isRemoved)) this.db.exec("pragma incremental_vacuum");
	}

	private applyOne({ accountId, add, replace, remove, hide, isRemoved, progress, position }: IndexChange): void {
		if (isRemoved === true) this.removeAccount(accountId);
		else if (add !== undefined || replace !== undefined || progress !== undefined) {
			const account = this.open(accountId);
			// In order of their positions: FTS5 writes what it has collected when a row id is smaller than the one before.
			for (const message of oldestFirst(add ?? [])) account.add(message);
			for (const message of replace ?? []) account.replace(message);
			if (progress !== undefined) this.setProgress(accountId, progress);
		}
		const known = this.accounts.get(accountId);
		for (const id of remove ?? []) known?.remove(id);
		if ((remove ?? []).length > 0)
			this.db.prepare("update accounts set deletions = max(deletions, 0) + 1 where id = ?").run(accountId);
		for (const { id, isHidden } of hide ?? []) known?.hide(id, isHidden);
		if (position !== undefined) this.setMeta("position", String(position));
	}

	/** The index of an account; null when it has no messages. */
	account(accountId: string): AccountIndex | null {
		return this.accounts.get(accountId) ?? null;
	}

	/** Checks the full-text tables. @returns accounts whose index is damaged */
	damaged(): string[] {
		return [...this.accounts].filter(([, account]) => !account.isIntact()).map(([id]) => id);
	}

	/**
	 * Rewrites a part of the index of an account from which messages were deleted: only then are their words gone.
	 * @returns whether there is more to do
	 */
	optimize(): boolean {
		const row = this.db.prepare("select id, deletions from accounts where deletions <> 0 limit 1").get() as
			| { id: string; deletions: number }
			| undefined;
		if (row === undefined) return false;
		const isFinished = this.accounts.get(row.id)?.merge(row.deletions > 0) ?? true;
		// Negative while the index is rewritten.
		this.db.prepare("update accounts set deletions = ? where id = ?").run(isFinished ? 0 : -1, row.id);
		return true;
	}

	/** Writes all commits to the disk. @returns the position that is safe there */
	flush(): number {
		this.db.prepare("pragma wal_checkpoint(truncate)").get();
		return Number(this.meta("position") ?? 0);
	}

	close(): void {
		this.db.close();
	}

	/** A new account is complete: all of its messages are added when they are stored. */
	private open(accountId: string): AccountIndex {
		const known = this.accounts.get(accountId);
		if (known !== undefined) return known;
		const { lastInsertRowid } = this.db.prepare("insert into accounts (id, is_complete) values (?, 1)").run(accountId);
		const created = new AccountIndex(this.db, Number(lastInsertRowid), true);
		this.accounts.set(accountId, created);
		return created;
	}

	private removeAccount(accountId: string): void {
		this.accounts.get(accountId)?.drop();
		this.accounts.delete(accountId);
		this.db.prepare("delete from accounts where id = ?").run(accountId);
	}

	private setProgress(accountId: string, progress: NonNullable<IndexChange["progress"]>): void {
		const from = typeof progress === "string" ? null : progress;
		this.db
			.prepare("update accounts set is_complete = ?, from_date = ?, from_id = ? where id = ?")
			.run(progress === "complete" ? 1 : 0, from?.date ?? null, from?.id ?? null, accountId);
	}

	private inTransaction(work: () => void): void {
		this.db.exec("begin immediate");
		try {
			work();
			this.db.exec("commit");
		} catch (cause) {
			if (this.db.isTransaction) this.db.exec("rollback");
			this.reloadAccounts();
			throw cause;
		}
	}

	/** After a rollback, tables of new accounts do not exist. */
	private reloadAccounts(): void {
		const rows = this.db.prepare("select * from accounts").all() as unknown as AccountRow[];
		const known = new Map(rows.map((row) => [row.id, row.n]));
		for (const id of [...this.accounts.keys()]) if (!known.has(id)) this.accounts.delete(id);
		for (const [id, n] of known) if (!this.accounts.has(id)) this.accounts.set(id, new AccountIndex(this.db, n));
	}

	private meta(key: string): string | null {
		const row = this.db.prepare("select value from meta where key = ?").get(key) as { value: string } | undefined;
		return row?.value ?? null;
	}

	private setMeta(key: string, value: string): void {
		this.db
			.prepare("insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value")
			.run(key, value);
	}
}

function openToWrite(path: string): DatabaseSync {
	const db = new DatabaseSync(path);
	// A commit is written to the disk before the changes in it are removed from the outbox, see `flush`.
	// Before the first table is created: free pages are returned, so that a removed account leaves nothing in the file.
	db.exec(`pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000;
		pragma wal_autocheckpoint = 4000;
		pragma secure_delete = fast; pragma temp_store = memory;
		create table if not exists meta (key text primary key, value text not null) without rowid;
		create table if not exists accounts (n integer primary key, id text not null unique,
			is_complete integer not null, from_date text, from_id text, deletions integer not null default 0);`);
	return db;
}

function oldestFirst(messages: readonly IndexedMessage[]): IndexedMessage[] {
	return messages.toSorted((a, b) => a.receivedMs - b.receivedMs);
}
