import type { MailContext } from "../context/context.ts";

interface Sizes {
	/** Messages read at once. */
	page: number;
	/** Messages removed in one transaction. */
	chunk: number;
}
const SIZES: Readonly<Sizes> = { page: 1_000, chunk: 200 };

interface Whose {
	ctx: Pick<MailContext, "database">;
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
}

/**
 * After a complete listing, removes messages that it did not include.
 * @param remove removes messages by provider id, except those moved from here meanwhile: they may have got an id that
 * the listing did not see, and are left for the next one
 */
export async function removeUnlisted(
	{ ctx, ownerId, accountId, signal }: Whose,
	listed: ReadonlySet<string>,
	remove: (providerIds: string[]) => Promise<void>,
	{ page, chunk }: Sizes = SIZES,
): Promise<void> {
	for (let after = ""; ; ) {
		signal.throwIfAborted();
		const rows = await ctx.database.query<{ provider_id: string }>(
			`select provider_id from emails where owner_id = $1 and account_id = $2 and provider_id > $3
			order by provider_id limit ${page}`,
			[ownerId, accountId, after],
		);
		const gone = rows.map((row) => row.provider_id).filter((id) => !listed.has(id));
		for (let from = 0; from < gone.length; from += chunk) await remove(gone.slice(from, from + chunk));
		const last = rows.at(-1);
		if (last === undefined) return;
		after = last.provider_id;
	}
}
