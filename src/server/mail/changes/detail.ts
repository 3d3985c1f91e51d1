import { z } from "zod";
import type { Operation } from "#shared/contracts/plans.ts";
import type { Database } from "../../db/database.ts";
import { cutPage, readCursor } from "../../key-cursor.ts";
import { present, readOperation } from "./operations.ts";

/** Messages per page. */
const PAGE = 50;

export interface ShownItem {
	emailId: string;
	subject: string;
	senderEmail: string;
	state: string;
	reason: string | null;
}

export interface OperationDetail extends Operation {
	items: ShownItem[];
	/** Items of all pages. */
	total: number;
	nextCursor: string | null;
}

const cursorKey = z.tuple([z.boolean(), z.string().regex(/^-?[0-9]{1,17}$/), z.uuid()]);

/**
 * An operation with a page of its messages; skipped and refused ones come first because they need attention, then the newest.
 * Messages deleted since have no subject or sender.
 * @throws AppError 404, 400 `bad-cursor`
 */
export async function operationDetail(
	database: Database,
	ownerId: string,
	{ id, limit = PAGE, cursor }: { id: string; limit?: number; cursor?: string | undefined },
): Promise<OperationDetail> {
	const [isRegular = null, at = null, emailId = null] = readCursor(cursor, cursorKey) ?? [];
	const row = await readOperation(database, ownerId, id);
	const found = await database.query<ShownItem & { isRegular: boolean; at: string; total: number }>(
		`select i.email_id as "emailId", coalesce(e.subject, '') as subject, coalesce(e.sender_email, '') as "senderEmail",
			i.state, i.reason, i.regular as "isRegular", i.at::text as at, i.total
		from (
			select * from (
				select account_id, email_id, state, reason, state not in ('skipped', 'failed') as regular,
					(extract(epoch from coalesce(received_date, 'epoch')) * -1000)::bigint as at, count(*) over ()::int as total
				from operation_items where owner_id = $1 and operation_id = $2 and state <> 'excluded'
			) listed where $3::boolean is null or (regular, at, email_id) > ($3, $4::bigint, $5::uuid)
			order by regular, at, email_id limit $6
		) i
		left join emails e on e.owner_id = $1 and e.account_id = i.account_id and e.id = i.email_id
		order by i.regular, i.at, i.email_id`,
		[ownerId, id, isRegular, at, emailId, limit + 1],
	);
	const { page, nextCursor } = cutPage(found, limit, (item) => [item.isRegular, item.at, item.emailId]);
	return {
		...present(row),
		items: page.map(({ isRegular: _, at: __, total: ___, ...item }) => item),
		total: found[0]?.total ?? 0,
		nextCursor,
	};
}
