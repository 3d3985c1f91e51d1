import type { MailContext } from "#kernel/module.ts";
import type { SpaceCell } from "../contract.ts";
import { accountsIn } from "./analysis/read.ts";
import { readAnalyses } from "./analysis/store.ts";

/** Storage usage, grouped in three ways. Spam and trash are excluded: they have their own card. */

/** Maximum sender cells; the rest is one cell. */
const MAX_CELLS = 40;

interface Scope {
	ownerId: string;
	accountIds: string[];
}

export async function readSpace(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string | null,
	by: "sender" | "year" | "kind",
): Promise<{ cells: SpaceCell[]; bytes: number }> {
	const scope = { ownerId, accountIds: (await accountsIn(ctx, ownerId, accountId)).map(({ id }) => id) };
	const cells = await ways[by](ctx, scope);
	return { cells, bytes: cells.reduce((sum, cell) => sum + cell.bytes, 0) };
}

const ways = { sender: bySender, year: byYear, kind: byKind };

async function bySender(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, accountIds }: Scope,
): Promise<SpaceCell[]> {
	const rows = await database.query<SpaceCell & { rank: number }>(
		`with senders as (
			select sender_email as email, max(sender_name) as name, sum(email_count)::int as count, sum(size_bytes)::bigint as bytes
			from mail_sender_stats_v1 where owner_id = $1 and account_id = any($2::uuid[]) and folder_role not in ('spam', 'trash', 'drafts')
			group by sender_email
		), ranked as (
			select *, row_number() over (order by email = '', bytes desc, email) as rank from senders where bytes > 0
		)
		select case when rank <= ${MAX_CELLS} and email <> '' then email end as key,
			case when rank > ${MAX_CELLS} or email = '' then '' when name = '' then email else name end as label,
			sum(count)::int as count, sum(bytes)::bigint as bytes, min(rank)::int as rank
		from ranked group by 1, 2 order by 5`,
		[ownerId, accountIds],
	);
	return rows.map(({ key, label, count, bytes }) => ({
		key,
		label: key === null ? "Everybody else" : label,
		count,
		bytes,
	}));
}

async function byYear(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, accountIds }: Scope,
): Promise<SpaceCell[]> {
	return database.query<SpaceCell>(
		`select extract(year from day)::int::text as key, extract(year from day)::int::text as label,
			sum(email_count)::int as count, sum(size_bytes)::bigint as bytes
		from mail_day_stats_v1 where owner_id = $1 and account_id = any($2::uuid[]) and folder_role not in ('spam', 'trash', 'drafts')
		group by 1 having sum(size_bytes) > 0 order by 4 desc, 1 desc`,
		[ownerId, accountIds],
	);
}

const kindLabels = {
	text: "Text and pictures in it",
	pictures: "Pictures",
	documents: "Documents",
	archives: "Packed files",
	media: "Sound and film",
	other: "Other files",
};

/** From the last analysis: attachments are not counted when mail changes. */
async function byKind(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, accountIds }: Scope,
): Promise<SpaceCell[]> {
	const totals = new Map<keyof typeof kindLabels, SpaceCell>();
	for (const { kinds } of await readAnalyses(database, ownerId, accountIds))
		for (const { kind, count, bytes } of kinds) {
			const known = totals.get(kind) ?? {
				key: kind === "text" ? null : kind,
				label: kindLabels[kind],
				count: 0,
				bytes: 0,
			};
			totals.set(kind, { ...known, count: known.count + count, bytes: known.bytes + bytes });
		}
	return [...totals.values()].sort((a, b) => b.bytes - a.bytes);
}
