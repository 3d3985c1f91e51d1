import type { OutgoingWait } from "#shared/contracts/outgoing.ts";
import type { Database } from "../../db/database.ts";
import { accountsLocked } from "../../platform/locks/account-lock.ts";
import type { SendOptions } from "../provider/sending.ts";
import type { OutgoingKey, OutgoingRow } from "./store.ts";

/** For which mail server an outgoing message waits, for what, and since when. */

/** Records what the current attempt waits for, unless another process has taken over. */
export async function recordWait(
	database: Database,
	{ ownerId, accountId, id }: OutgoingKey,
	{ attempt, step, now }: { attempt: number; step: Parameters<SendOptions["onWait"]>[0]; now: Date },
): Promise<void> {
	await database.exec(
		`update outgoing_messages set waiting_for = $5, waiting_since = $6
		where owner_id = $1 and account_id = $2 and id = $3 and attempts = $4 and state = 'sending' and submitted_at is null
			and waiting_server is not null`,
		[ownerId, accountId, id, attempt, step, now],
	);
}

/** Forgets what attempts waited for whose process crashed: the embedded database has no other process. */
export async function forgetWaits(database: Database): Promise<void> {
	await database.exec(
		`update outgoing_messages set waiting_server = null, waiting_for = null, waiting_since = null
		where state = 'sending' and waiting_for is not null`,
		[],
	);
}

/** Accounts from which mail is being sent now. In others a message in state `sending` was left by a crashed process. */
export async function accountsSending(
	database: Database,
	ownerId: string,
	rows: readonly OutgoingRow[],
): Promise<ReadonlySet<string>> {
	const accounts = rows.filter(({ state }) => state === "sending").map(({ account_id }) => account_id);
	return database.embedded || accounts.length === 0
		? new Set(accounts)
		: accountsLocked(database, { ownerId, accountIds: accounts, scope: "send" });
}

/** @param sending as `accountsSending` returns it */
export function waitOf(row: OutgoingRow, sending: ReadonlySet<string>): OutgoingWait | null {
	const { state, account_id, waiting_server: server, waiting_for: wait, waiting_since: since, next_attempt_at } = row;
	if (server === null || wait === null || since === null) return null;
	if (state === "sending" && !sending.has(account_id)) return null;
	const retryAt = wait === "retry" ? (next_attempt_at?.toISOString() ?? null) : null;
	return { server, for: wait, since: since.toISOString(), retryAt };
}
