import type { z } from "zod";
import {
	cursorAfter,
	cursorOf,
	dateRangeOf,
	ITEM_COLUMNS,
	type ItemRow,
	presentItem,
	RECEIVED_ROLES,
} from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { unsubscriberContract } from "../../contract.ts";
import { ownedList } from "./owned.ts";

type Spec = (typeof unsubscriberContract)["listSubscriptionEmails"];

const OF_LIST = `e.owner_id = $1 and e.account_id = $2 and e.list_key = $3 and e.list_key <> ''
	and e.folder_role = any($4::text[]) and e.received_date >= $5 and e.received_date < $6`;

/** Messages of one list, newest first. @throws AppError 404, 400 `bad-range`, `bad-cursor` */
export async function listEmailsOf(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	query: z.output<Spec["query"]>,
): Promise<z.input<Spec["reply"]>> {
	const { accountId, listKey } = await ownedList(database, ownerId, query.subscription);
	const { from, until } = dateRangeOf(query);
	const after = cursorOf(query.cursor);
	const scope = [ownerId, accountId, listKey, RECEIVED_ROLES, from, until];
	const rows = await database.query<ItemRow>(
		`select ${ITEM_COLUMNS} from mail_messages_v1 e where ${OF_LIST} and (e.received_date, e.id) < ($7::timestamptz, $8::uuid)
		order by e.received_date desc, e.id desc limit $9`,
		[...scope, after?.date ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", query.limit + 1],
	);
	const counted = await database.one<{ total: number }>(
		`select count(*)::int as total from mail_messages_v1 e where ${OF_LIST}`,
		scope,
	);
	const shown = rows.slice(0, query.limit);
	const last = shown.at(-1);
	return {
		items: shown.map(presentItem),
		total: counted?.total ?? 0,
		nextCursor: rows.length > query.limit && last !== undefined ? cursorAfter(last) : null,
	};
}
