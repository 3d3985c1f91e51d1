import type { DatabaseSync, StatementSync } from "node:sqlite";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Query } from "#shared/search/query.ts";
import { ftsQueryOf, quotedLexeme } from "./fts-query.ts";
import { firstPosition, startOfSecond } from "./positions.ts";
import type { IndexedMessage } from "./text-index.ts";
import { hasOrder, hasPrefix, orderedWords, searchWordsOf } from "./words.ts";

/** ASCII characters of lexemes besides letters and digits; all others in ASCII separate them. */
const TOKEN_CHARACTERS = "!#$%&()*+,-./:;<=>?@[]^_{|}~`";
const FTS_OPTIONS = `content='', contentless_delete=1, detail=none, prefix='3 5',
	tokenize="ascii tokenchars '${TOKEN_CHARACTERS}'"`;

/** Part of an account's messages. */
export interface Range {
	/** Exclusive. */
	below: number;
	/** Inclusive. */
	from: number;
}

/** Positions of matching messages, newest first. */
export interface Found {
	positions: number[];
	/** Position below which the search continues; null: there are no more. */
	next: number | null;
}

export interface CountedFound extends Found {
	count: number;
}

/** The full-text index of one account, in tables of its own. */
export class AccountIndex {
	private readonly db: DatabaseSync;
	private readonly n: number;
	private readonly statements = new Map<string, StatementSync>();

	/** @param n number of the account in the file @param isNew its tables are created */
	constructor(db: DatabaseSync, n: number, isNew = false) {
		this.db = db;
		this.n = n;
		if (isNew)
			db.exec(`create virtual table words_${n} using fts5(lexemes, ${FTS_OPTIONS});
				create table messages_${n} (position integer primary key, id blob not null);
				create unique index messages_id_${n} on messages_${n} (id);
				create table texts_${n} (position integer primary key, words blob not null);
				create table hidden_${n} (position integer primary key);`);
	}

	/** Deletes the tables. */
	drop(): void {
		this.statements.clear();
		for (const table of ["words", "messages", "texts", "hidden"]) this.db.exec(`drop table ${table}_${this.n}`);
	}

	/** Does nothing if it is there. */
	add(message: IndexedMessage): void {
		const id = bytesOf(message.id);
		if (this.position(id) !== null) return;
		const first = firstPosition(message.receivedMs);
		const last = this.run("select max(position) as last from messages_# where position >= ? and position < ?", [
			first,
			first + SECOND,
		]) as { last: number | null };
		const position = last.last === null ? first : last.last + 1;
		this.execute("insert into messages_# (position, id) values (?, ?)", [position, id]);
		this.execute("insert into words_# (rowid, lexemes) values (?, ?)", [position, message.lexemes]);
		this.execute("insert into texts_# (position, words) values (?, ?)", [
			position,
			deflateRawSync(searchWordsOf(message), DEFLATE),
		]);
		if (message.isHidden) this.execute("insert into hidden_# (position) values (?)", [position]);
	}

	/** Adds it, if it is not there. */
	replace(message: IndexedMessage): void {
		const position = this.position(bytesOf(message.id));
		if (position === null) {
			this.add(message);
			return;
		}
		this.execute("delete from words_# where rowid = ?", [position]);
		this.execute("insert into words_# (rowid, lexemes) values (?, ?)", [position, message.lexemes]);
		this.execute("update texts_# set words = ? where position = ?", [
			deflateRawSync(searchWordsOf(message), DEFLATE),
			position,
		]);
	}

	remove(messageId: string): void {
		const position = this.position(bytesOf(messageId));
		if (position === null) return;
		for (const table of ["messages", "texts", "hidden"])
			this.execute(`delete from ${table}_# where position = ?`, [position]);
		this.execute("delete from words_# where rowid = ?", [position]);
	}

	hide(messageId: string, isHidden: boolean): void {
		const position = this.position(bytesOf(messageId));
		if (position === null) return;
		if (isHidden) this.execute("insert or ignore into hidden_# (position) values (?)", [position]);
		else this.execute("delete from hidden_# where position = ?", [position]);
	}

	/**
	 * The newest matching messages of a range: at least `limit` if there are as many, with all of the same second as the
	 * last.
	 */
	newest(words: Query, { below, from }: Range, limit: number, isVisibleOnly: boolean): Found {
		const positions: number[] = [];
		let end = from;
		for (const position of this.matching(words, { below, from }, isVisibleOnly)) {
			if (position < end) return { positions, next: end };
			positions.push(position);
			if (positions.length === limit) end = startOfSecond(position);
		}
		return { positions, next: positions.length >= limit && end > from ? end : null };
	}

	/** Number of messages of a range with all the words, up to a limit; phrases count as all of their words. */
	count(words: Query, { below, from }: Range, limit: number, isVisibleOnly: boolean): number {
		const visible = isVisibleOnly ? VISIBLE : "";
		const row = this.run(
			`select count(*) as n from (select rowid from words_# where words_# match ? and rowid < ? and rowid >= ? ${visible} limit ?)`,
			[ftsQueryOf(words), below, from, limit],
		) as { n: number };
		return row.n;
	}

	/** What `newest` and `count` find, in one pass. */
	newestAndCount(words: Query, range: Range, limit: number, enough: number, isVisibleOnly: boolean): CountedFound {
		const { below, from } = range;
		if (hasOrder(words))
			return {
				...this.newest(words, range, limit, isVisibleOnly),
				count: this.count(words, range, enough, isVisibleOnly),
			};
		const rows = this.statement(
			`with matches as materialized (select rowid as position from words_# where words_# match ? and rowid < ? and rowid >= ?
				${isVisibleOnly ? VISIBLE : ""} order by rowid desc limit ?)
			select position, (select count(*) from matches) as n from matches where position >=
				coalesce((select position - position % ${SECOND} from matches order by position desc limit 1 offset ?), 0)
			order by position desc`,
		).all(...bound([ftsQueryOf(words), below, from, enough, limit - 1])) as { position: number; n: number }[];
		const count = rows[0]?.n ?? 0;
		// Of one second there may be more than were counted.
		if (rows.length >= enough) return { ...this.newest(words, range, limit, isVisibleOnly), count };
		const last = rows[limit - 1];
		const end = last === undefined ? from : startOfSecond(last.position);
		return { positions: rows.map(({ position }) => position), next: end > from ? end : null, count };
	}

	/** Number of messages with a lexeme, up to a limit. */
	countLexeme(lexeme: string, limit: number): number {
		const sql = "select count(*) as n from (select rowid from words_# where words_# match ? limit ?)";
		return (this.run(sql, [quotedLexeme(lexeme), limit]) as { n: number }).n;
	}

	/** Whether a message has a lexeme that begins like this. */
	hasBeginning(lexeme: string): boolean {
		return this.run("select 1 from words_# where words_# match ? limit 1", [`${quotedLexeme(lexeme)} *`]) !== undefined;
	}

	/** Position below which a window with `count` messages of the range ends; null: all are in it. */
	endOfWindow({ below, from }: Range, count: number): number | null {
		const row = this.run(
			"select position from messages_# where position < ? and position >= ? order by position desc limit 1 offset ?",
			[below, from, count],
		) as { position: number } | undefined;
		return row === undefined ? null : startOfSecond(row.position);
	}

	/** Those of the messages that are not indexed. */
	missing(ids: readonly string[]): string[] {
		return ids.filter((id) => this.position(bytesOf(id)) === null);
	}

	/** Positions of these messages, in no order; those not indexed are left out. */
	positionsOf(ids: readonly string[]): number[] {
		return ids.flatMap((id) => this.position(bytesOf(id)) ?? []);
	}

	/** The id of a message. */
	idAt(position: number): string {
		const row = this.run("select id from messages_# where position = ?", [position]) as { id: Uint8Array } | undefined;
		if (row === undefined) throw new Error(`No message is at the position ${position} of the search index`);
		return idOf(row.id);
	}

	/** The words of a message as `searchWordsOf` returns them; null when it is not indexed. */
	words(messageId: string): string | null {
		const position = this.position(bytesOf(messageId));
		return position === null ? null : this.textAt(position);
	}

	/** Ids after this one in their order, and whether each is hidden. */
	list(after: string | null, limit: number): { id: string; isHidden: boolean }[] {
		const rows = this.statement(
			`select id, position in (select position from hidden_#) as hidden from messages_# where id > ? order by id limit ?`,
		).all(...bound([after === null ? Buffer.alloc(0) : bytesOf(after), limit])) as { id: Uint8Array; hidden: number }[];
		return rows.map(({ id, hidden }) => ({ id: idOf(id), isHidden: hidden === 1 }));
	}

	/** Checks the full-text table, and that each message is in all tables. */
	isIntact(): boolean {
		try {
			this.execute("insert into words_# (words_#) values ('integrity-check')", []);
			const row = this.run(
				`select (select count(*) from messages_#) as messages, (select count(*) from texts_#) as texts,
					(select count(*) from words_#_docsize) as words,
					(select count(*) from hidden_# where position not in (select position from messages_#)) as extra`,
				[],
			) as { messages: number; texts: number; words: number; extra: number };
			return row.messages === row.texts && row.messages === row.words && row.extra === 0;
		} catch {
			return false;
		}
	}

	/**
	 * Rewrites a part of the full-text table, and removes what deleted messages left in it.
	 * @param isFirst begins to rewrite all of it
	 * @returns whether all of it is rewritten
	 */
	merge(isFirst: boolean): boolean {
		const changes = (): number => (this.run("select total_changes() as n", []) as { n: number }).n;
		const before = changes();
		this.execute("insert into words_# (words_#, rank) values ('merge', ?)", [isFirst ? -MERGE_PAGES : MERGE_PAGES]);
		return changes() - before < 2;
	}

	/** Those of the positions that match, newest first. */
	among(words: Query, positions: readonly number[]): number[] {
		const sorted = positions.toSorted((a, b) => a - b);
		const [from, last] = [sorted[0], sorted.at(-1)];
		if (from === undefined || last === undefined) return [];
		const range = { from, below: last + 1 };
		// FTS5 reads all beginnings of a prefix again in each lookup.
		const isLookup = !hasPrefix(words) && !this.hasFewer(range, positions.length * MESSAGES_PER_LOOKUP);
		return [...this.matching(words, range, false, { positions, isLookup })];
	}

	/** Whether a range has fewer messages than this. */
	private hasFewer({ below, from }: Range, count: number): boolean {
		const row = this.run("select 1 from messages_# where position < ? and position >= ? limit 1 offset ?", [
			below,
			from,
			count - 1,
		]);
		return row === undefined;
	}

	/** Positions of all matching messages of a range, newest first. @param among only these */
	private *matching(
		words: Query,
		{ below, from }: Range,
		isVisibleOnly: boolean,
		among?: { positions: readonly number[]; isLookup: boolean },
	): Generator<number> {
		const isOrdered = hasOrder(words);
		const conditions = [isVisibleOnly ? VISIBLE : ""];
		// With a plus, SQLite compares the row ids of one scan; without, it looks each of them up.
		if (among !== undefined)
			conditions.push(`and ${among.isLookup ? "" : "+"}rowid in (select value from json_each(?))`);
		const values = among === undefined ? [] : [JSON.stringify(among.positions)];
		// Iterated statements cannot be shared: another search may run while this one is open.
		const rows = this.db
			.prepare(
				this.numbered(
					`select rowid as position from words_# where words_# match ? and rowid < ? and rowid >= ?
						${conditions.join(" ")} order by rowid desc`,
				),
			)
			.iterate(...bound([ftsQueryOf(words), below, from, ...values])) as IterableIterator<{ position: number }>;
		for (const { position } of rows) if (!isOrdered || this.holds(words, position, true)) yield position;
	}

	/**
	 * Whether a message matches, including the order of words in phrases.
	 * @param hasWords it is known to have the words of this part
	 */
	private holds(part: Query, position: number, hasWords: boolean): boolean {
		switch (part.kind) {
			case "and":
				return part.parts.every((one) => this.holds(one, position, hasWords));
			case "or":
				return part.parts.some((one) => this.holds(one, position, false));
			case "not":
				return hasWords || !this.holds(part.part, position, false);
			case "text": {
				if (!hasWords && !this.hasLexemes(part, position)) return false;
				const ordered = orderedWords(part);
				if (ordered === null) return true;
				const text = this.textAt(position);
				const end = part.field === "subject" ? text.indexOf("\n") : text.length;
				const at = text.indexOf(ordered);
				return at >= 0 && at + ordered.length <= end;
			}
			default:
				throw new Error(`${part.kind} is not about words`);
		}
	}

	private hasLexemes(part: Query, position: number): boolean {
		return (
			this.run("select 1 from words_# where words_# match ? and rowid = ?", [ftsQueryOf(part), position]) !== undefined
		);
	}

	private textAt(position: number): string {
		const row = this.run("select words from texts_# where position = ?", [position]) as
			| { words: Uint8Array }
			| undefined;
		return row === undefined ? "" : inflateRawSync(row.words, INFLATE).toString("utf8");
	}

	private position(id: Uint8Array): number | null {
		const row = this.run("select position from messages_# where id = ?", [id]) as { position: number } | undefined;
		return row?.position ?? null;
	}

	private run(sql: string, values: readonly (string | number | Uint8Array)[]): unknown {
		return this.statement(sql).get(...bound(values));
	}

	private execute(sql: string, values: readonly (string | number | Uint8Array)[]): void {
		this.statement(sql).run(...bound(values));
	}

	private statement(sql: string): StatementSync {
		const known = this.statements.get(sql);
		if (known !== undefined) return known;
		const prepared = this.db.prepare(this.numbered(sql));
		this.statements.set(sql, prepared);
		return prepared;
	}

	private numbered(sql: string): string {
		return sql.replaceAll("_#", `_${this.n}`);
	}
}

/** Texts of 4 kB are read in half the CPU time of zstd, whose streams cost more to set up, and take no more space. */
const DEFLATE = { level: 5 };
/** Bytes allocated at a time: most texts are shorter. */
const INFLATE = { chunkSize: 8_192 };
/** About as many messages of a range are read in the time of looking one of them up. */
const MESSAGES_PER_LOOKUP = 200;
/** Pages written per step. */
const MERGE_PAGES = 200;
const VISIBLE = "and rowid not in (select position from hidden_#)";
/** Positions of one second. */
const SECOND = firstPosition(1_000);

/** Numbers are bound as floating-point values, with which FTS5 ignores conditions on row ids. */
function bound(values: readonly (string | number | Uint8Array)[]): (string | bigint | Uint8Array)[] {
	return values.map((value) => (typeof value === "number" ? BigInt(value) : value));
}

function bytesOf(id: string): Buffer {
	return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Uint8Array): string {
	const hex = Buffer.from(bytes).toString("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
