import type { MailContext } from "../context/context.ts";
import type { EmailCursor } from "../store/read/items.ts";
import type { MessageWithoutBody } from "./fetch-bodies.ts";
import { FETCH_BYTES } from "./prepare.ts";

/** Maximum number of messages per request, if they are small. */
const MAX_AT_ONCE = 500;

/** The messages of an account stored with their header only: the work list of fetching bodies. */
export interface MissingBodies {
	/** The next messages that were not tried yet, up to 8 MB in total. */
	next(limit: number): Promise<MessageWithoutBody[]>;
	/** Continues from the newest message. */
	startOver(): void;
	/** These may be tried again. */
	release(providerIds: Iterable<string>): void;
	count(): Promise<number>;
}

/** Inbox first, newest first. */
export function createMissingBodies(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
	maxAtOnce = MAX_AT_ONCE,
): MissingBodies {
	/** Provider ids that are in progress or could not be fetched. */
	const tried = new Set<string>();
	let after: QueuePosition | null = null;
	return {
		async next(limit) {
			const max = Math.min(limit, maxAtOnce);
			const found: MessageWithoutBody[] = [];
			let bytes = 0;
			for (;;) {
				const rows = await listBodiless(ctx, { ownerId, accountId }, after, maxAtOnce);
				for (const row of rows) {
					if (found.length >= max || (found.length > 0 && bytes + row.sizeBytes > FETCH_BYTES)) return found;
					after = row.position;
					if (tried.has(row.providerId)) continue;
					tried.add(row.providerId);
					found.push(row);
					bytes += row.sizeBytes;
				}
				if (found.length > 0 || rows.length === 0) return found;
			}
		},
		startOver() {
			after = null;
		},
		release(providerIds) {
			for (const id of providerIds) tried.delete(id);
		},
		count: () => countBodiless(ctx, ownerId, accountId),
	};
}

/** A position in the list of messages without a body. */
interface QueuePosition extends EmailCursor {
	isInbox: boolean;
}

async function listBodiless(
	ctx: Pick<MailContext, "database">,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	after: QueuePosition | null,
	limit: number,
): Promise<(MessageWithoutBody & { position: QueuePosition })[]> {
	const rows = await ctx.database.query<{
		id: string;
		provider_id: string;
		size_bytes: number;
		is_inbox: boolean;
		received_date: Date;
	}>(
		`select id, provider_id, size_bytes, folder_role = 'inbox' as is_inbox, received_date from emails
		where owner_id = $1 and account_id = $2 and raw_sha256 is null
			and ((folder_role = 'inbox'), received_date, id) < ($3, $4::timestamptz, $5::uuid)
		order by (folder_role = 'inbox') desc, received_date desc, id desc limit $6`,
		after === null
			? [ownerId, accountId, true, "infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff", limit]
			: [ownerId, accountId, after.isInbox, after.date, after.id, limit],
	);
	return rows.map((row) => ({
		id: row.id,
		providerId: row.provider_id,
		sizeBytes: row.size_bytes,
		position: { isInbox: row.is_inbox, date: row.received_date.toISOString(), id: row.id },
	}));
}

async function countBodiless(ctx: Pick<MailContext, "database">, ownerId: string, accountId: string): Promise<number> {
	const row = await ctx.database.one<{ n: number }>(
		"select count(*)::int as n from emails where owner_id = $1 and account_id = $2 and raw_sha256 is null",
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}
