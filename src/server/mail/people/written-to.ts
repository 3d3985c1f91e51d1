import { addressKey } from "#shared/mail/address-key.ts";
import type { Database } from "../../db/database.ts";

/** Whether the user has written to this address. */
export async function hasWrittenTo(database: Database, ownerId: string, address: string): Promise<boolean> {
	const row = await database.one<{ sent_count: number }>(
		"select sent_count from person_addresses where owner_id = $1 and address = $2",
		[ownerId, addressKey(address)],
	);
	return (row?.sent_count ?? 0) > 0;
}
