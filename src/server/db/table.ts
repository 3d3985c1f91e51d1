import type { Column } from "./column.ts";
import { toSqlJson } from "./json.ts";

/** Columns by their names in TypeScript: `senderEmail` is `sender_email` in the database. */
type Shape = Readonly<Record<string, Column<unknown, boolean>>>;

/** Some or all columns of a table, and the lists of them that statements need. */
export interface Columns<C extends Shape> {
	readonly table: string;
	readonly shape: C;
	/** These columns alone. */
	only<K extends keyof C>(...keys: K[]): Columns<Pick<C, K>>;
	without<K extends keyof C>(...keys: K[]): Columns<Omit<C, K>>;
	/** With these columns of the same table, each once. */
	and<D extends Shape>(other: Columns<D>): Columns<C & D>;
	/** To read `RowOf` these columns: `r.id, r.sender_email as "senderEmail"`. @param alias of the table, here `r` */
	select(alias?: string): string;
	/** As the table names them: `r.id, r.sender_email`. @param alias of the table, here `r` */
	names(alias?: string): string;
	/** To change them to those of another row: `id = n.id, sender_email = n.sender_email`. @param from here `n` */
	copy(from: string): string;
	/** Columns of the rows that `toJson` writes: `json_to_recordset($1) as n (id uuid, sender_email text)`. */
	readonly definitions: string;
	/** Rows as JSON for `definitions`. What is undefined is left out, and is null in the recordset. */
	toJson(rows: readonly Partial<Given<C>>[]): string;
	/** To change those that are given: `subject = $4, sender_email = $5`. @param after the last parameter in use, here 3 */
	assign(given: Partial<Given<C>>, after: number): { set: string; values: unknown[] };
}

/** A row as it is read: of a table, or of some of its columns. */
export type RowOf<T> =
	T extends Columns<infer C> ? { [K in keyof C]: C[K] extends Column<infer V, boolean> ? V : never } : never;

/** What is accepted for a column; times may also be ISO 8601. */
type Written<V> = V extends Date
	? Date | string
	: V extends Buffer
		? Uint8Array
		: V extends readonly (infer E)[]
			? readonly E[]
			: V;

type Given<C extends Shape> = { [K in keyof C]: C[K] extends Column<infer V, boolean> ? Written<V> : never };

type OptionalKey<C extends Shape> = {
	[K in keyof C]: C[K] extends Column<unknown, true> ? K : never;
}[keyof C];

/** A row to insert: what has a default or may be null can be left out. */
export type NewRow<T> =
	T extends Columns<infer C> ? Omit<Given<C>, OptionalKey<C>> & Partial<Pick<Given<C>, OptionalKey<C>>> : never;

/** Describes a table or view of the database; `test/tables.test.ts` compares it with the migrated one. */
export function table<C extends Shape>(name: string, shape: C): Columns<C> {
	const keys = Object.keys(shape);
	const prefixed = (alias: string | undefined, column: string): string => (alias ? `${alias}.${column}` : column);
	const given = (row: Partial<Given<C>>): [key: string, value: unknown][] =>
		keys.map((key): [string, unknown] => [key, row[key]]).filter(([, value]) => value !== undefined);
	return {
		table: name,
		shape,
		only: (...some) =>
			table(
				name,
				pick(shape, (key) => (some as string[]).includes(key)),
			),
		without: (...some) =>
			table(
				name,
				pick(shape, (key) => !(some as string[]).includes(key)),
			),
		and: (other) => table(name, { ...shape, ...other.shape }),
		select: (alias) =>
			keys.map((key) => prefixed(alias, toColumn(key) === key ? key : `${toColumn(key)} as "${key}"`)).join(", "),
		names: (alias) => keys.map((key) => prefixed(alias, toColumn(key))).join(", "),
		copy: (from) => keys.map((key) => `${toColumn(key)} = ${from}.${toColumn(key)}`).join(", "),
		definitions: keys.map((key) => `${toColumn(key)} ${shape[key]?.type}`).join(", "),
		toJson: (rows) =>
			toSqlJson(rows.map((row) => Object.fromEntries(given(row).map(([key, value]) => [toColumn(key), value])))),
		assign(row, after) {
			const entries = given(row);
			return {
				set: entries.map(([key], i) => `${toColumn(key)} = $${after + i + 1}`).join(", "),
				values: entries.map(([key, value]) => toParameter(shape[key]?.type, value)),
			};
		},
	};
}

/**
 * An INSERT of one or many rows, with its parameters: `database.exec(...insertInto(drafts, row))`.
 * @param rows the columns that none of them has get their default
 * @param rest what follows, such as `on conflict do nothing`
 */
export function insertInto<C extends Shape>(
	into: Columns<C>,
	rows: NewRow<Columns<C>> | readonly NewRow<Columns<C>>[],
	rest = "",
): [text: string, values: unknown[]] {
	const list: readonly Readonly<Record<string, unknown>>[] = Array.isArray(rows) ? rows : [rows];
	const isUsed = (key: string): boolean => list.length === 0 || list.some((row) => row[key] !== undefined);
	const used = table<Shape>(into.table, pick(into.shape, isUsed));
	const head = `insert into ${into.table} (${used.names()})`;
	if (Array.isArray(rows))
		return [
			`${head} select ${used.names("n")} from json_to_recordset($1) as n (${used.definitions}) ${rest}`,
			[used.toJson(rows)],
		];
	const { values } = used.assign(list[0] ?? {}, 0);
	return [`${head} values (${values.map((_, i) => `$${i + 1}`).join(", ")}) ${rest}`, values];
}

function pick<C extends Shape, D extends Shape>(shape: C, isKept: (key: string) => boolean): D {
	return Object.fromEntries(Object.entries(shape).filter(([key]) => isKept(key))) as unknown as D;
}

function toColumn(key: string): string {
	return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toParameter(type: string | undefined, value: unknown): unknown {
	return type === "jsonb" && value !== null ? toSqlJson(value) : value;
}
