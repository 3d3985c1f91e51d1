import type { Database } from "#server/db/database.ts";

type Run = (text: string, values: unknown[]) => Promise<object[]>;

/**
 * A database whose statements go through `intercept`. The rest is the original's.
 * @param intercept gets each statement, and what runs it; returns its rows
 */
export function interceptedStatements(
	database: Database,
	intercept: (text: string, values: unknown[], run: Run) => Promise<object[]>,
): Database {
	// As they are now: the result may replace them.
	const original = { query: database.query?.bind(database), exec: database.exec?.bind(database) };
	const query: Run = (text, values) => intercept(text, values, (...statement) => original.query(...statement));
	const own: Pick<Database, "query" | "one" | "exec"> = {
		query: <R>(text: string, values: unknown[]) => query(text, values) as Promise<R[]>,
		one: async <R>(text: string, values: unknown[]) => (await query(text, values))[0] as R | undefined,
		async exec(text, values) {
			let count = 0;
			await intercept(text, values, async (...statement) => {
				count = await original.exec(...statement);
				return [];
			});
			return count;
		},
	};
	return Object.assign(Object.create(database) as Database, own);
}
