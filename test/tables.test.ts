import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Column } from "#server/db/column.ts";
import type { Columns } from "#server/db/table.ts";
import { testDatabase } from "./database.ts";

/** Each description of a table says what the migrated database has: all columns, their types, nulls and defaults. */

const root = path.join(import.meta.dirname, "..");
const DESCRIBED = /\btable\(\s*"(\w+)"/g;

const files = globSync("src/**/*.ts", { cwd: root })
	.filter((file) => !file.includes(".test."))
	.map((file) => ({
		file,
		tables: [...readFileSync(path.join(root, file), "utf8").matchAll(DESCRIBED)].map(([, name]) => name),
	}))
	.filter(({ tables }) => tables.length > 0);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());

type Described = Columns<Readonly<Record<string, Column<unknown, boolean>>>>;

const isDescription = (value: unknown): value is Described =>
	typeof value === "object" && value !== null && "table" in value && "shape" in value;

interface RealColumn {
	name: string;
	type: string;
	isNullable: boolean;
	isOptional: boolean;
	isView: boolean;
}

function columnsOf(table: string): Promise<RealColumn[]> {
	return database.query<RealColumn>(
		`select a.attname as name, replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') as type,
			not a.attnotnull as "isNullable", not a.attnotnull or a.atthasdef or a.attidentity <> '' as "isOptional",
			c.relkind = 'v' as "isView"
		from pg_attribute a join pg_class c on c.oid = a.attrelid
		where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attname`,
		[table],
	);
}

it("finds the descriptions", () => {
	expect(files.map(({ file }) => file)).toContain("src/server/mail/emails/emails.ts");
});

it.each(files)("$file describes $tables as they are", async ({ file, tables }) => {
	const described = Object.values(await import(path.join(root, file))).filter(isDescription);
	expect(new Set(described.map(({ table }) => table))).toEqual(new Set(tables));
	for (const table of tables) {
		const real = await columnsOf(table ?? "");
		const isView = real.some((column) => column.isView);
		const known = new Map(described.filter((one) => one.table === table).flatMap(({ shape }) => Object.entries(shape)));
		const columns = [...known].map(([key, { type, isNullable, isOptional }]) => ({
			name: key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			...{ type, isNullable, isOptional },
		}));
		const names = columns.map(({ name }) => name);
		// A view says nothing of nulls and defaults, and its reader may need a part of it.
		const expected = real
			.filter(({ name }) => !isView || names.includes(name))
			.map(({ name, type, ...rest }) => ({
				...{ name, type },
				...(isView ? {} : { isNullable: rest.isNullable, isOptional: rest.isOptional }),
			}));
		const given = columns
			.sort((a, b) => (a.name < b.name ? -1 : 1))
			.map(({ name, type, ...rest }) => ({ name, type, ...(isView ? {} : rest) }));
		expect([table, given]).toEqual([table, expected]);
	}
});
