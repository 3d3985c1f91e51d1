import type { Database } from "../../db/database.ts";

/** Who runs this installation: the first person who signed up, or the first after everybody has left. */
export interface Operator {
	/** Null until somebody has signed up. */
	id(): Promise<string | null>;
	/** What `id` found last; for places that may not ask the database. */
	known(): string | null;
}

/** The database decides who it is (a trigger on `users`). Not kept between requests: the last person may leave and another come. */
export function createOperator(database: Database): Operator {
	let found: string | null = null;
	return {
		async id() {
			const [row] = await database.query<{ user_id: string }>("select user_id from operator", []);
			found = row?.user_id ?? null;
			return found;
		},
		known: () => found,
	};
}
