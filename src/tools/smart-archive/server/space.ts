import { accountsIn } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { CATEGORIES } from "#shared/mail/categories.ts";
import type { SpaceCell } from "../contract.ts";
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
	maxCells = MAX_CELLS,
): Promise<{ cells: SpaceCell[]; bytes: number }> {
	const scope = { ownerId, accountIds: (await accountsIn(ctx, ownerId, accountId)).map(({ id }) => id) };
	const amounts = await ways[by](ctx, scope, maxCells);
	const contents = by === "kind" ? new Map<string, Contents>() : await contentsOf(ctx.database, scope, by);
	const cells = amounts.map((cell) => {
		const known = cell.key === null ? undefined : contents.get(cell.key);
		return { ...cell, ...(known ?? unknown) };
	});
	return { cells, bytes: cells.reduce((sum, cell) => sum + cell.bytes, 0) };
}

/** How much takes up space, without what it is. */
type Amount = Omit<SpaceCell, "month" | "category">;
type Contents = Pick<SpaceCell, "month" | "category">;

const unknown: Contents = { month: null, category: null };

/** When the mail of each sender or year is from, and its main category, by size. */
async function contentsOf(
	database: MailContext["database"],
	{ ownerId, accountIds }: Scope,
	by: "sender" | "year",
): Promise<Map<string, Contents>> {
	const key = by === "sender" ? "sender_email" : "extract(year from month)::int::text";
	const rows = await database.query<{ key: string; day: Date; category: string }>(
		`with parts as (
			select ${key} as key, category, sum(size_bytes)::float8 as bytes,
				sum(extract(epoch from month)::float8 * size_bytes) as weighted
			from mail_month_stats_v1 where owner_id = $1 and account_id = any($2::uuid[])
				and folder_role not in ('spam', 'trash', 'drafts') group by 1, 2
		)
		select key, to_timestamp(sum(weighted) / sum(bytes)) as day, (array_agg(category order by bytes desc))[1] as category
		from parts where bytes > 0 group by 1`,
		[ownerId, accountIds],
	);
	return new Map(
		rows.map(({ key: of, day, category }) => [
			of,
			{
				month: `${day.toISOString().slice(0, 7)}-01`,
				category: CATEGORIES.find((one) => one === category) ?? null,
			},
		]),
	);
}

const ways = { sender: bySender, year: byYear, kind: byKind };

async function bySender(
	{ database }: Pick<MailContext, "database">,
	{ ownerId, accountIds }: Scope,
	maxCells: number,
): Promise<Amount[]> {
	const rows = await database.query<Amount & { rank: number }>(
		`with senders as (
			select sender_email as email, max(sender_name) as name, sum(email_count)::int as count, sum(size_bytes)::bigint as bytes
			from mail_sender_stats_v1 where owner_id = $1 and account_id = any($2::uuid[]) and folder_role not in ('spam', 'trash', 'drafts')
			group by sender_email
		), ranked as (
			select *, row_number() over (order by email = '', bytes desc, email) as rank from senders where bytes > 0
		)
		select case when rank <= $3 and email <> '' then email end as key,
			case when rank > $3 or email = '' then '' when name = '' then email else name end as label,
			sum(count)::int as count, sum(bytes)::bigint as bytes, min(rank)::int as rank
		from ranked group by 1, 2 order by 5`,
		[ownerId, accountIds, maxCells],
	);
	return rows.map(({ key, label, count, bytes }) => ({
		key,
		label: key === null ? "Everybody else" : label,
		count,
		bytes,
	}));
}

async function byYear({ database }: Pick<MailContext, "database">, { ownerId, accountIds }: Scope): Promise<Amount[]> {
	return database.query<Amount>(
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
async function byKind({ database }: Pick<MailContext, "database">, { ownerId, accountIds }: Scope): Promise<Amount[]> {
	const totals = new Map<keyof typeof kindLabels, Amount>();
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
