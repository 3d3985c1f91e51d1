import type { Database } from "../../db/database.ts";

/** An account of an owner: the key of all rows of a mailbox. */
export interface AccountKey {
	ownerId: string;
	accountId: string;
}

/** An open transaction on the rows of one account. */
export interface AccountTransaction extends AccountKey {
	database: Database;
}
