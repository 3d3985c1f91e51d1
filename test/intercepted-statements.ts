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
	const query: Run = (text, values) => intercept(text, values, (...statement) => database.query(...statement));
	const own: Pick<Database, "query" | "one" | "exec"> = {
		query: <R>(text: string, values: unknown[]) => query(text, values) as Promise<R[]>,
		one: async <R>(text: string, values: unknown[]) => (await query(text, values))[0] as R | undefined,
		async exec(text, values) {
			let count = 0;
			await intercept(text, values, async (...statement) => {
				count = await database.exec(...statement);
				return [];
			});
			return count;
		},
	};
	return Object.assign(Object.create(database) as Database, own);
}
