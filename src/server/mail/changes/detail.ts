import type { Operation } from "#shared/contracts/plans.ts";
import type { Database } from "../../db/database.ts";
import { present, readOperation } from "./operations.ts";

/** Messages listed per operation. */
const SHOWN = 50;

export interface ShownItem {
	emailId: string;
	subject: string;
	senderEmail: string;
	state: string;
	reason: string | null;
}

/** An operation with some of its messages; skipped and refused ones come first because they need attention. */
export async function operationDetail(
	database: Database,
	ownerId: string,
	id: string,
): Promise<Operation & { items: ShownItem[] }> {
	const row = await readOperation(database, ownerId, id);
	const odd =
		row.skipped + row.failed > 0
			? await shown(database, { ownerId, id }, { states: ["skipped", "failed"], limit: SHOWN / 2 })
			: [];
	const rest = await shown(
		database,
		{ ownerId, id },
		{ states: ["pending", "local", "done"], limit: SHOWN - odd.length },
	);
	return { ...present(row), items: [...odd, ...rest] };
}

/** Messages deleted since have no subject or sender. */
function shown(
	database: Database,
	{ ownerId, id }: { ownerId: string; id: string },
	{ states, limit }: { states: string[]; limit: number },
): Promise<ShownItem[]> {
	return database.query<ShownItem>(
		`select i.email_id as "emailId", coalesce(e.subject, '') as subject, coalesce(e.sender_email, '') as "senderEmail",
			i.state, i.reason
		from (select * from operation_items where owner_id = $1 and operation_id = $2 and state = any($3::text[]) limit $4) i
		left join emails e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
		order by e.received_date desc nulls last, i.email_id`,
		[ownerId, id, states, limit],
	);
}
