import { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, listWaiting, presentItem } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import type { EmailListName, ResponseBucket } from "../lists.ts";
import { bucketHours } from "./response-buckets.ts";
import { momentsOf, scopeOf } from "./scope.ts";

/** Which messages each list has: the same conditions that `figures.ts` counts by. */
const conditions: Record<Exclude<EmailListName, WaitingList>, string> = {
	people: "m.is_person",
	answered: "m.is_person and m.is_answered",
	replies: "m.is_own and m.answers_at is not null",
};

type WaitingList = keyof typeof waitingLists;
const waitingLists = { waiting_for_me: "me", waiting_for_them: "them" } as const;

interface ListQuery {
	account?: string | undefined;
	list: EmailListName;
	bucket?: ResponseBucket | undefined;
	limit: number;
	cursor?: string | undefined;
}

interface Page {
	items: (EmailItem & { responseHours: number | null })[];
	total: number;
	nextCursor: string | null;
}

/** A page of the emails that a figure counts, newest first. @throws AppError 400 `bad-cursor`, 404 */
export async function listActivityEmails(ctx: MailContext, ownerId: string, query: ListQuery): Promise<Page> {
	const { database } = ctx;
	if (query.list === "waiting_for_me" || query.list === "waiting_for_them")
		return listWaitingEmails(ctx, ownerId, { ...query, list: query.list });
	const { accountIds, current } = await scopeOf(ctx, ownerId, query.account ?? null);
	const after = cursorOf(query.cursor);
	const bucket = query.list === "replies" && query.bucket !== undefined ? bucketHours[query.bucket] : null;
	const where = `m.owner_id = $1 and m.account_id = any($2::uuid[]) and m.at >= $3::timestamptz and m.at < $4::timestamptz
		and ${conditions[query.list]} and ($5::int is null
			or m.at - m.answers_at >= $5 * interval '1 hour' and m.at - m.answers_at < $6 * interval '1 hour')`;
	const values = [ownerId, accountIds, ...momentsOf(current), bucket?.[0] ?? null, bucket?.[1] ?? null];
	const count = await database.one<{ total: number }>(
		`select count(*)::int as total from activity_messages m where ${where}`,
		values,
	);
	const rows = await database.query<ItemRow & { hours: number | null }>(
		`select ${ITEM_COLUMNS}, (extract(epoch from m.at - m.answers_at) / 3600)::float8 as hours from (
			select * from activity_messages m where ${where} and (m.at, m.email_id) < ($7::timestamptz, $8::uuid)
			order by m.at desc, m.email_id desc limit $9
		) m join mail_messages_v1 e on e.owner_id = m.owner_id and e.account_id = m.account_id and e.id = m.email_id
		order by m.at desc, m.email_id desc`,
		[...values, after?.date ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", query.limit + 1],
	);
	const shown = rows.slice(0, query.limit);
	const last = shown.at(-1);
	return {
		items: shown.map((row) => ({ ...presentItem(row), responseHours: row.hours })),
		total: count?.total ?? 0,
		nextCursor: rows.length > query.limit && last !== undefined ? cursorAfter(last) : null,
	};
}

/** The emails that decided, in the order of the follow-up tracker's lists. */
async function listWaitingEmails(
	ctx: MailContext,
	ownerId: string,
	{ list, account, limit, cursor }: ListQuery & { list: WaitingList },
): Promise<Page> {
	const page = await listWaiting(ctx, ownerId, { for: waitingLists[list], account, limit, cursor });
	const rows = await ctx.database.query<ItemRow>(
		`select ${ITEM_COLUMNS} from mail_messages_v1 e where e.owner_id = $1 and e.id = any($2::uuid[])`,
		[ownerId, page.items.map(({ emailId }) => emailId)],
	);
	const byId = new Map(rows.map((row) => [row.id, { ...presentItem(row), responseHours: null }]));
	return { ...page, items: page.items.flatMap(({ emailId }) => byId.get(emailId) ?? []) };
}
