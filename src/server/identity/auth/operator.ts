import type { Database } from "../../db/database.ts";

/** The user who runs this installation: the first to sign up, or the first after all users have left. */
export interface Operator {
	/** Null until someone has signed up. */
	id(): Promise<string | null>;
	/** The latest result of `id`; for code that cannot query the database. */
	known(): string | null;
}

/**
 * A trigger on `users` decides who it is. Not cached between requests: the last user may leave and another may sign up.
 */
export function createOperator(database: Database): Operator {
	let found: string | null = null;
	return {
		async id() {
			const row = await database.one<{ user_id: string }>("select user_id from operator", []);
			found = row?.user_id ?? null;
			return found;
		},
		known: () => found,
	};
}
