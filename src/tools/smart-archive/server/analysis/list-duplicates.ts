import type { Database } from "#kernel/database.ts";
import { badCursor } from "#kernel/errors.ts";
import { accountsIn, readWords } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Copies, Copy } from "../../contract.ts";
import { differencesOf } from "../duplicates/differences.ts";
import { isRemovable } from "./selections.ts";

/** Groups of duplicates for display, with the differences within each. */

/** Maximum messages shown per group. */
const MAX_COPIES = 20;

interface Row extends Omit<Copy, "receivedAt" | "differences"> {
	keptId: string;
	receivedAt: Date;
	/** Words of subject and text; null when they are not known. */
	words: string | null;
}

/** @throws AppError 400 `bad-cursor`, 404 */
export async function listCopies(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string | null,
	{ kind, limit, cursor }: { kind: "exact" | "near"; limit: number; cursor?: string | undefined },
	maxCopies = MAX_COPIES,
): Promise<{ items: Copies[]; nextCursor: string | null }> {
	if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) throw badCursor();
	const accountIds = (await accountsIn(ctx, ownerId, accountId)).map(({ id }) => id);
	// Groups without a copy that can be removed are omitted.
	const groups = await ctx.database.query<{ id: string; count: number; removable: number }>(
		`select d.kept_id as id, count(*)::int as count, count(*) filter (where ${isRemovable})::int as removable
		from duplicate_emails d
		join mail_messages_v1 e on e.owner_id = d.owner_id and e.account_id = d.account_id and e.id = d.email_id
		join mail_messages_v1 k on k.owner_id = d.owner_id and k.account_id = d.account_id and k.id = d.kept_id
		where d.owner_id = $1 and d.account_id = any($2::uuid[]) and d.kind = $3 and ($4::uuid is null or d.kept_id < $4)
			and e.folder_role not in ('spam', 'trash') and k.folder_role not in ('spam', 'trash')
		group by d.kept_id having count(*) filter (where ${isRemovable}) > 0 order by d.kept_id desc limit $5`,
		[ownerId, accountIds, kind, cursor ?? null, limit + 1],
	);
	const shown = groups.slice(0, limit);
	const page = shown.map(({ id }) => id);
	const found = await ctx.database.query<Omit<Row, "words">>(
		`select * from (
			select d.kept_id as "keptId", e.id, e.account_id as "accountId", e.subject, e.sender_name as "senderName",
				e.sender_email as "senderEmail", e.received_date as "receivedAt", e.size_bytes as "sizeBytes",
				coalesce(f.folder_name, '') as "folderName", e.is_starred as "isStarred",
				row_number() over (partition by d.kept_id order by e.id = d.kept_id desc, e.received_date desc, e.id) as rank
			from duplicate_emails d
			join mail_messages_v1 e on e.owner_id = d.owner_id and e.account_id = d.account_id and e.id = d.email_id
			left join mail_folders_v1 f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = e.folder_id
			where d.owner_id = $1 and d.account_id = any($2::uuid[]) and d.kind = $3 and d.kept_id = any($4::uuid[])
				and e.folder_role not in ('spam', 'trash')
		) copies where rank <= $5 order by "keptId" desc, rank`,
		[ownerId, accountIds, kind, page, maxCopies],
	);
	const rows = await withWords(ctx.database, ownerId, found);
	const items = shown.map(({ id: keptId, count, removable }) => ({
		...{ keptId, count, removable },
		copies: copiesOf(rows.filter((row) => row.keptId === keptId)),
	}));
	return { items, nextCursor: groups.length > limit ? (page.at(-1) ?? null) : null };
}

/** Characters of a text that are compared. */
const TEXT = 20_000;

async function withWords(database: Database, ownerId: string, rows: readonly Omit<Row, "words">[]): Promise<Row[]> {
	const words = new Map<string, string>();
	for (const [accountId, own] of Map.groupBy(rows, (row) => row.accountId)) {
		const ids = own.map(({ id }) => id);
		for (const [id, text] of await readWords(database, { ownerId, accountId }, ids)) words.set(id, text.slice(0, TEXT));
	}
	return rows.map((row) => ({ ...row, words: words.get(row.id) ?? null }));
}

function copiesOf(rows: readonly Row[]): Copy[] {
	const [first] = rows;
	return rows.map((row) => ({
		id: row.id,
		accountId: row.accountId,
		subject: row.subject,
		senderName: row.senderName,
		senderEmail: row.senderEmail,
		receivedAt: row.receivedAt.toISOString(),
		sizeBytes: row.sizeBytes,
		folderName: row.folderName,
		isStarred: row.isStarred,
		differences: first === undefined || row === first ? [] : differencesOf(first, row),
	}));
}
