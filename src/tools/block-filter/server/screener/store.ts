import { z } from "zod";
import { type Database, storable } from "#kernel/database.ts";
import { readSettings, updateSettings } from "#kernel/settings.ts";
import { defineSettings, type SettingsValues } from "#shared/settings.ts";
import type { ScreenedSender } from "../../contract.ts";

/** The stored data of the screener: its settings per mailbox, and known senders. */

export type SenderState = ScreenedSender["state"];

/** Per mailbox. */
export const screenerSettings = defineSettings({
	id: "screener",
	isPerAccount: true,
	schema: z.object({
		isOn: z.boolean().default(false),
		/** Held mail is in the folder (or has the label) "Screener"; otherwise it stays in the inbox. */
		quarantines: z.boolean().default(true),
	}),
});
export type ScreenerSetting = SettingsValues<typeof screenerSettings>;

interface Key {
	ownerId: string;
	accountId: string;
}

export function readSetting(database: Database, { ownerId, accountId }: Key): Promise<ScreenerSetting> {
	return readSettings(database, { ownerId, accountId }, screenerSettings);
}

export async function saveSetting(
	database: Database,
	{ ownerId, accountId }: Key,
	{ isOn, quarantines }: ScreenerSetting,
): Promise<void> {
	await updateSettings(database, { ownerId, accountId }, screenerSettings, { isOn, quarantines });
}

/** Decisions on these senders, where they are known. */
export async function statesOf(
	database: Database,
	{ ownerId, accountId }: Key,
	senders: readonly string[],
): Promise<Map<string, SenderState>> {
	const rows = await database.query<{ email: string; state: SenderState }>(
		`select sender_email as email, state from screened_senders
		where owner_id = $1 and account_id = $2 and sender_email = any($3::text[])`,
		[ownerId, accountId, senders],
	);
	return new Map(rows.map((row) => [row.email, row.state]));
}

export async function addWaiting(
	database: Database,
	{ ownerId, accountId }: Key,
	senders: readonly { email: string; name: string; firstAt: Date }[],
): Promise<void> {
	await database.exec(
		`insert into screened_senders (owner_id, account_id, sender_email, sender_name, state, first_seen_at)
		select $1, $2, s.email, s.name, 'waiting', s.first_seen_at
		from unnest($3::text[], $4::text[], $5::timestamptz[]) as s (email, name, first_seen_at) on conflict do nothing`,
		[
			ownerId,
			accountId,
			senders.map(({ email }) => email),
			senders.map(({ name }) => storable(name)),
			senders.map(({ firstAt }) => firstAt),
		],
	);
}

/** @returns the senders that are known, with the previous decision and the date of their first mail */
export async function decide(
	database: Database,
	{ ownerId, accountId }: Key,
	senders: readonly string[],
	state: SenderState,
): Promise<{ email: string; before: SenderState; firstAt: Date }[]> {
	return database.query(
		`with before as materialized (
			select sender_email, state, first_seen_at from screened_senders
			where owner_id = $1 and account_id = $2 and sender_email = any($3::text[]) for update
		)
		update screened_senders s set state = $4, decided_at = case when $4 <> 'waiting' then now() end from before b
		where s.owner_id = $1 and s.account_id = $2 and s.sender_email = b.sender_email
		returning s.sender_email as email, b.state as before, b.first_seen_at as "firstAt"`,
		[ownerId, accountId, senders, state],
	);
}

/** Senders in a state, latest first. @param after cursor: the last row of the previous page */
export async function listSenders(
	database: Database,
	ownerId: string,
	query: {
		accountId: string | null;
		state: SenderState;
		limit: number;
		after: { firstAt: string; email: string } | null;
	},
): Promise<ScreenedSender[]> {
	const rows = await database.query<
		Omit<ScreenedSender, "firstAt" | "decidedAt" | "newest"> & {
			firstAt: Date;
			decidedAt: Date | null;
			id: string | null;
			subject: string;
			preview: string;
			receivedAt: Date;
		}
	>(
		`select s.account_id as "accountId", s.sender_email as "senderEmail", s.sender_name as "senderName", s.state,
			s.first_seen_at as "firstAt", s.decided_at as "decidedAt", n.id, n.subject, n.body_preview as preview,
			n.received_date as "receivedAt", (select count(*)::int from mail_messages_v1 e where e.owner_id = s.owner_id
				and e.account_id = s.account_id and e.sender_email = s.sender_email) as count
		from screened_senders s
		join mail_accounts_v1 a on a.owner_id = s.owner_id and a.id = s.account_id
		left join lateral (select e.id, e.subject, e.body_preview, e.received_date from mail_messages_v1 e
			where e.owner_id = s.owner_id and e.account_id = s.account_id and e.sender_email = s.sender_email
			order by e.received_date desc limit 1) n on true
		where s.owner_id = $1 and s.state = $2 and ($3::uuid is null or s.account_id = $3)
			and ($4::timestamptz is null or (s.first_seen_at, s.sender_email) < ($4::timestamptz, $5::text))
		order by s.first_seen_at desc, s.sender_email desc limit $6`,
		[ownerId, query.state, query.accountId, query.after?.firstAt ?? null, query.after?.email ?? null, query.limit],
	);
	return rows.map(({ firstAt, decidedAt, id, subject, preview, receivedAt, ...sender }) => ({
		...sender,
		firstAt: firstAt.toISOString(),
		decidedAt: decidedAt?.toISOString() ?? null,
		newest: id === null ? null : { id, subject, preview, receivedAt: receivedAt.toISOString() },
	}));
}

export async function countWaiting(database: Database, ownerId: string, accountId: string | null): Promise<number> {
	const row = await database.one<{ n: number }>(
		`select count(*)::int as n from screened_senders s
		join mail_accounts_v1 a on a.owner_id = s.owner_id and a.id = s.account_id
		where s.owner_id = $1 and s.state = 'waiting' and ($2::uuid is null or s.account_id = $2)`,
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}
