import type { MailContext } from "../context/context.ts";

const PAGE = 1_000;
/** Messages removed in one transaction. */
const CHUNK = 200;

interface Whose {
	ctx: Pick<MailContext, "database">;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
}

/**
 * After a complete listing, removes messages that it did not include. Messages moved by us meanwhile may have got an id
 * that the listing did not see; they are left for the next one.
 * @param since start of the listing, epoch milliseconds
 * @param remove removes messages by provider id
 */
export async function removeUnlisted(
	{ ctx, ownerId, accountId, signal }: Whose,
	listed: ReadonlySet<string>,
	since: number,
	remove: (providerIds: string[]) => Promise<void>,
): Promise<void> {
	for (let after = ""; ; ) {
		signal.throwIfAborted();
		const rows = await ctx.database.query<{ provider_id: string }>(
			`select provider_id from emails where owner_id = $1 and account_id = $2 and provider_id > $3
			order by provider_id limit ${PAGE}`,
			[ownerId, accountId, after],
		);
		const gone = rows.map((row) => row.provider_id).filter((id) => !listed.has(id));
		const moved = gone.length === 0 ? new Set() : await movedSince(ctx, ownerId, accountId, gone, since);
		const lost = gone.filter((id) => !moved.has(id));
		for (let from = 0; from < lost.length; from += CHUNK) await remove(lost.slice(from, from + CHUNK));
		const last = rows.at(-1);
		if (last === undefined) return;
		after = last.provider_id;
	}
}

async function movedSince(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
	providerIds: string[],
	since: number,
): Promise<Set<string>> {
	const rows = await ctx.database.query<{ provider_id: string }>(
		`select e.provider_id from emails e where e.owner_id = $1 and e.account_id = $2 and e.provider_id = any($3::text[])
			and exists (select from operation_items i join operations o on o.owner_id = i.owner_id and o.id = i.operation_id
				where i.owner_id = e.owner_id and i.account_id = e.account_id and i.email_id = e.id
					and i.to_folder_id is not null and coalesce(o.finished_at, 'infinity') >= $4)`,
		[ownerId, accountId, providerIds, new Date(since).toISOString()],
	);
	return new Set(rows.map((row) => row.provider_id));
}
