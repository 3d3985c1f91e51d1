import { withoutTakeout } from "#shared/mail/takeout.ts";
import { kindConnectedBy } from "#shared/providers.ts";
import type { MailContext } from "../context/context.ts";
import type { ArchivedMessage } from "../provider/provider.ts";

/**
 * Messages of a mailbox that the user already has in an uploaded archive; their bytes are copied from there instead of
 * fetched. Requires that provider and archive use the same thread ids, as Gmail and Google Takeout do.
 */
export interface LocalArchive {
	/** Archived messages of these threads. Omits damaged messages, and drafts, which change under one Message-ID. */
	inThreads(threadIds: readonly string[]): Promise<ArchivedMessage[]>;
	/** Bytes by key, as the mailbox has them (without Takeout's headers); omits messages deleted meanwhile. */
	read(keys: readonly string[]): Promise<Map<string, ArchivedCopy>>;
	/** Keys of archived copies of stored messages without a body, by message id. */
	ofRows(ids: readonly string[]): Promise<Map<string, string>>;
}

export interface ArchivedCopy {
	raw: Uint8Array;
	/** Epoch milliseconds. */
	receivedAt: number;
}

type Parts = Pick<MailContext, "database" | "blobs">;

/** @returns null if the user has no archive that could contain mail of this account */
export async function findLocalArchive(
	{ database, blobs }: Parts,
	ownerId: string,
	accountId: string,
	hasThreads: boolean,
): Promise<LocalArchive | null> {
	if (!hasThreads) return null;
	const archives = await database.query<{ id: string }>(
		"select id from connected_accounts where owner_id = $1 and provider = $3 and id <> $2",
		[ownerId, accountId, kindConnectedBy("files")],
	);
	if (archives.length === 0) return null;
	const ids = archives.map(({ id }) => id);
	return {
		async inThreads(threadIds) {
			const names = [...new Set(threadIds)].map((threadId) => `thread ${threadId}`);
			const rows = await database.query<{ id: string; message_id: string; name: string }>(
				`select h.id, h.message_id, l.message_id as name from email_thread_links l
				join emails h on h.owner_id = l.owner_id and h.account_id = l.account_id and h.thread_id = l.thread_id
				where l.owner_id = $1 and l.account_id = any($2::uuid[]) and l.message_id = any($3::text[]) and ${SOUND}`,
				[ownerId, ids, names],
			);
			return rows.map((row) => ({
				key: row.id,
				messageId: row.message_id,
				threadId: row.name.slice("thread ".length),
			}));
		},
		async read(keys) {
			const rows = await database.query<{ id: string; account_id: string; raw_sha256: string; received_date: Date }>(
				`select h.id, h.account_id, h.raw_sha256, h.received_date from emails h
				where h.owner_id = $1 and h.account_id = any($2::uuid[]) and h.id = any($3::uuid[]) and ${SOUND}`,
				[ownerId, ids, keys],
			);
			const copies = new Map<string, ArchivedCopy>();
			for (const row of rows) {
				const raw = await blobs.get(row.account_id, row.raw_sha256, { once: true });
				if (raw === null) continue;
				const own = withoutTakeout(Buffer.from(raw).toString("latin1"));
				copies.set(row.id, { raw: Buffer.from(own, "latin1"), receivedAt: row.received_date.getTime() });
			}
			return copies;
		},
		async ofRows(rowIds) {
			const rows = await database.query<{ id: string; key: string }>(
				`select b.id, min(h.id::text) as key from emails b
				join email_thread_links bl on bl.owner_id = b.owner_id and bl.account_id = b.account_id
					and bl.thread_id = b.thread_id and bl.message_id like 'thread %'
				join email_thread_links hl on hl.owner_id = b.owner_id and hl.account_id = any($3::uuid[])
					and hl.message_id = bl.message_id
				join emails h on h.owner_id = hl.owner_id and h.account_id = hl.account_id and h.thread_id = hl.thread_id
					and h.message_id = b.message_id and h.sender_email = b.sender_email
				where b.owner_id = $1 and b.account_id = $2 and b.id = any($4::uuid[]) and b.folder_role <> 'drafts' and ${SOUND}
				group by b.id having count(*) = 1`,
				[ownerId, accountId, ids, rowIds],
			);
			return new Map(rows.map((row) => [row.id, row.key]));
		},
	};
}

/** Condition on `h`, an alias of `emails`. */
const SOUND =
	"h.message_id is not null and h.raw_sha256 is not null and h.damage is null and h.folder_role <> 'drafts'";
