import type { z } from "zod";
import {
	accountsOf,
	cursorAfter,
	cursorOf,
	ITEM_COLUMNS,
	type ItemRow,
	presentItem,
	RECEIVED_ROLES,
} from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { unsubscriberContract } from "../../contract.ts";
import { readSubscriptionId, subscriptionIdOf } from "../subscription-id.ts";
import { NAME_COLUMNS, nameOf } from "./owned.ts";

type Spec = (typeof unsubscriberContract)["readDigest"];

interface IssueRow extends ItemRow {
	list_key: string;
	headers: Record<string, string>;
	list_unsubscribe: ListUnsubscribe | null;
}

/** Messages of the kept lists, newest first: the newest few of each list, merged. */
export async function readDigest(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	query: z.output<Spec["query"]>,
): Promise<z.input<Spec["reply"]>> {
	const after = cursorOf(query.cursor);
	const one = query.subscription === undefined ? null : readSubscriptionId(query.subscription);
	const rows = await database.query<IssueRow>(
		`select n.* from list_decisions d cross join lateral (
			select ${ITEM_COLUMNS}, e.list_key, ${NAME_COLUMNS} from mail_messages_v1 e
			where e.owner_id = $1 and e.account_id = d.account_id and e.list_key = d.list_key and e.list_key <> ''
				and e.folder_role = any($3::text[]) and (e.received_date, e.id) < ($4::timestamptz, $5::uuid)
			order by e.received_date desc, e.id desc limit $6
		) n
		where d.owner_id = $1 and d.account_id = any($2::uuid[]) and d.decision = 'kept' and ($7::text is null or d.list_key = $7)
		order by n.received_date desc, n.id desc limit $6`,
		[
			ownerId,
			await accountsOf(database, ownerId, one?.accountId ?? query.account ?? null),
			RECEIVED_ROLES,
			...[after?.date ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"],
			...[query.limit + 1, one?.listKey ?? null],
		],
	);
	const shown = rows.slice(0, query.limit);
	const last = shown.at(-1);
	return {
		items: shown.map((row) => ({
			...presentItem(row),
			subscription: subscriptionIdOf({ accountId: row.account_id, listKey: row.list_key }),
			name: nameOf(row),
		})),
		nextCursor: rows.length > query.limit && last !== undefined ? cursorAfter(last) : null,
	};
}
