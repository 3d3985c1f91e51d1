import type { Database, Queryable } from "../../db/database.ts";

/** An open transaction on the rows of one account. */
export interface AccountTransaction {
	database: Database;
	tx: Queryable;
	ownerId: string;
	accountId: string;
}
