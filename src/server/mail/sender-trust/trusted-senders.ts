import { addressKey } from "#shared/mail/address-key.ts";
import type { Database } from "../../db/database.ts";
import { lockAccount } from "../store/change.ts";
import { JUDGED, type JudgedRow, judgeStored } from "../store/trust/judge-stored.ts";

/** Messages judged at once: the newest of a sender. */
const MAX_MESSAGES = 500;

/**
 * Says that a sender's mail is safe, or takes that back, and judges the sender's latest messages again.
 * @returns how many of them have another verdict
 */
export async function setTrusted(
	database: Database,
	ownerId: string,
	{ email, isTrusted }: { email: string; isTrusted: boolean },
): Promise<number> {
	const sender = addressKey(email);
	await database.exec(isTrusted ? TRUST : DISTRUST, [ownerId, sender]);
	const accounts = await database.query<{ id: string }>(
		"select id from connected_accounts where owner_id = $1 and status <> 'deleting' order by id",
		[ownerId],
	);
	let changed = 0;
	for (const { id: accountId } of accounts)
		changed += await database.transaction(async () => {
			await lockAccount(database, accountId);
			const rows = await database.query<JudgedRow>(
				`select ${JUDGED.select()} from emails where owner_id = $1 and account_id = $2 and sender_email = $3
				order by received_date desc limit ${MAX_MESSAGES}`,
				[ownerId, accountId, sender],
			);
			return judgeStored({ database, ownerId, accountId }, rows, false);
		});
	return changed;
}

const TRUST = `insert into trusted_senders (owner_id, sender_email) values ($1, $2) on conflict do nothing`;
const DISTRUST = "delete from trusted_senders where owner_id = $1 and sender_email = $2";
