import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";

/** The planner replaces each published view by its table: a query costs the same. */

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());

/** View to table, for views of one table. */
async function views(): Promise<[view: string, table: string][]> {
	const rows = await database.query<{ view: string; table: string }>(
		`select view_name as view, min(table_name) as table from information_schema.view_table_usage
		where view_schema = current_schema() and view_name ~ '_v[0-9]+$' group by 1 having count(*) = 1 order by 1`,
		[],
	);
	return rows.map((row) => [row.view, row.table]);
}

async function planOf(sql: string): Promise<string> {
	const rows = await database.query<{ "QUERY PLAN": string }>(`explain ${sql}`, []);
	return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

it("are planned like their tables", async () => {
	const published = await views();
	expect(published.map(([view]) => view)).toContain("mail_messages_v1");
	for (const [view, table] of published) {
		const left = view === "mail_accounts_v1" ? "s.status <> 'deleting' and " : "";
		const query = (source: string): string =>
			`select s.* from ${source} s where ${source === table ? left : ""}s.owner_id = 'ada' limit 10`;
		const columns = await database.query<{ name: string }>(
			"select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 order by attnum",
			[view],
		);
		const named = (source: string): string =>
			query(source).replace("s.*", columns.map(({ name }) => `s.${name}`).join(", "));
		expect([view, await planOf(named(view))]).toEqual([
			view,
			(await planOf(named(table))).replaceAll(`${table} s`, table),
		]);
	}
});

it.each([
	[
		"a page of a folder",
		(
			source: string,
		) => `select e.id from ${source} e where e.owner_id = 'ada' and e.account_id = $id and e.folder_id = 'x'
			order by e.received_date desc, e.id desc limit 50`,
	],
	[
		"a sender's unread mail",
		(source: string) => `select count(*) from ${source} e where e.owner_id = 'ada' and e.account_id = $id
			and e.sender_email = 'bea@example.org' and not e.is_read`,
	],
])("use the indexes of their tables: %s", async (_, query) => {
	const id = "'01a1f767-c935-77a0-bb9e-6bd6c560a3af'";
	const plan = (source: string): Promise<string> => planOf(query(source).replace("$id", id));
	expect(await plan("mail_messages_v1")).toEqual((await plan("emails")).replaceAll("emails e", "emails"));
	expect(await plan("mail_messages_v1")).toContain("Index");
});
