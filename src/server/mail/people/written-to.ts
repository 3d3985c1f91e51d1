import { addressKey } from "#shared/mail/address-key.ts";
import type { Database } from "../../db/database.ts";
import { mistakenFor } from "../trust/mistaken-address.ts";

/** Those to whom the user has written most. */
const MAX_ADDRESSES = 2_000;

/** Whether the user has written to this address. */
export async function hasWrittenTo(database: Database, ownerId: string, address: string): Promise<boolean> {
	const row = await database.one<{ sent_count: number }>(
		"select sent_count from person_addresses where owner_id = $1 and address = $2",
		[ownerId, addressKey(address)],
	);
	return (row?.sent_count ?? 0) > 0;
}

/** The address that the user writes to, where this one is easily mistaken for it; null: none, or it is written to itself. */
export async function usualAddress(database: Database, ownerId: string, address: string): Promise<string | null> {
	if (await hasWrittenTo(database, ownerId, address)) return null;
	const rows = await database.query<{ address: string }>(
		`select address from person_addresses where owner_id = $1 and sent_count > 0
		order by sent_count desc, address limit ${MAX_ADDRESSES}`,
		[ownerId],
	);
	return mistakenFor(
		addressKey(address),
		rows.map((row) => row.address),
	);
}
