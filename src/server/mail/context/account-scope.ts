import type { Database } from "../../db/database.ts";

/** An account of an owner: the key of all rows of a mailbox. */
export interface AccountKey {
	ownerId: string;
	accountId: string;
}

/** The rows of one account in the database. */
export interface AccountScope extends AccountKey {
	database: Database;
}
