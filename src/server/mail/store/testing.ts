import type { ParsedMessage } from "#shared/mail/message.ts";
import { lexemesOf } from "#shared/search/tokens.ts";
import type { Database } from "../../db/database.ts";
import type { Classifier } from "../classify/classifier.ts";
import { PROVIDER_REASON } from "../classify/reason.ts";
import type { RemoteMessage } from "../provider/provider.ts";
import type { Incoming } from "./insert.ts";

/** Messages and checks for the tests of store and search. */

/** A message as returned by the parse workers; fields that the test omits are empty. */
export function incoming(
	remote: Pick<RemoteMessage, "id"> & Partial<RemoteMessage>,
	parsed: Partial<ParsedMessage> = {},
): Incoming {
	const message: ParsedMessage = {
		messageId: null,
		inReplyTo: [],
		references: [],
		subject: "",
		from: { name: "", email: "" },
		to: [],
		cc: [],
		bcc: [],
		replyTo: [],
		date: null,
		receivedDate: null,
		text: "",
		preview: "",
		hasHtml: false,
		attachments: [],
		listUnsubscribe: null,
		headers: {},
		sizeBytes: 100,
		damage: [],
		...parsed,
	};
	const flags = { read: false, starred: false, important: false, answered: false };
	return {
		remote: { folderId: "inbox", flags, labels: [], ...remote },
		content: { message, lexemes: lexemesOf(message).join(" "), sha256: "0".repeat(64) },
	};
}

/** The provider's category wins; otherwise list mail is a promotion. */
export const classifier: Classifier = ({ listKey }, fromProvider) =>
	fromProvider === null
		? { category: listKey === "" ? "primary" : "promotions", why: "The test says so.", by: "classifier", before: null }
		: { category: fromProvider, why: PROVIDER_REASON, by: "provider", before: null };

/** Adds an account, which lists and searches require. */
export async function addAccount(database: Database, ownerId: string, accountId: string): Promise<void> {
	await database.query(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, 'demo', $2::uuid::text)",
		[ownerId, accountId],
	);
}

/** Every stored count, next to the same counted from the messages: both must be equal. */
export async function countsAndRecounts(database: Database): Promise<{ saved: unknown[]; counted: unknown[] }[]> {
	const pairs: [string, string][] = [
		[
			"select owner_id, account_id, id, total_count, unread_count, size_bytes::int from email_folders where total_count <> 0 or unread_count <> 0 or size_bytes <> 0",
			"select owner_id, account_id, folder_id as id, count(*)::int as total_count, count(*) filter (where not is_read)::int as unread_count, sum(size_bytes)::int as size_bytes from emails group by 1, 2, 3",
		],
		[
			"select owner_id, account_id, sender_email, folder_role, sender_name, email_count, read_count, size_bytes::int, first_date, last_date from sender_stats",
			`select owner_id, account_id, sender_email, folder_role,
				(array_agg(sender_name order by received_date desc, sender_name collate "C" desc))[1] as sender_name,
				count(*)::int as email_count, count(*) filter (where is_read)::int as read_count, sum(size_bytes)::int as size_bytes,
				min(received_date) as first_date, max(received_date) as last_date from emails group by 1, 2, 3, 4`,
		],
		[
			"select owner_id, account_id, day::text, folder_role, email_count, read_count, size_bytes::int from day_stats",
			`select owner_id, account_id, (received_date at time zone 'UTC')::date::text as day, folder_role, count(*)::int as email_count,
				count(*) filter (where is_read)::int as read_count, sum(size_bytes)::int as size_bytes from emails group by 1, 2, 3, 4`,
		],
		[
			"select owner_id, account_id, name, total_count from email_labels",
			"select owner_id, account_id, label as name, count(*)::int as total_count from emails, unnest(labels) as label group by 1, 2, 3",
		],
		[
			"select owner_id, account_id, email_id as id, received_date from email_search",
			"select owner_id, account_id, id, received_date from emails where raw_sha256 is not null",
		],
		[
			"select distinct owner_id, account_id, email_id as id from email_attachments",
			`select distinct e.owner_id, e.account_id, e.id from emails e
			join email_attachments a on a.email_id = e.id and a.account_id = e.account_id and a.owner_id = e.owner_id`,
		],
		[
			"select owner_id, account_id, month::text, folder_role, category, list_key, sender_email, email_count, read_count, size_bytes::int from month_stats",
			`select owner_id, account_id, date_trunc('month', received_date at time zone 'UTC')::date::text as month, folder_role,
				coalesce(category, '') as category, list_key, sender_email, count(*)::int as email_count,
				count(*) filter (where is_read)::int as read_count, sum(size_bytes)::int as size_bytes
			from emails where list_key is not null group by 1, 2, 3, 4, 5, 6, 7`,
		],
	];
	const inOrder = (rows: object[]): unknown[] => rows.map((row) => JSON.stringify(row)).sort();
	const results = [];
	for (const [saved, counted] of pairs)
		results.push({
			saved: inOrder(await database.query(saved, [])),
			counted: inOrder(await database.query(counted, [])),
		});
	return results;
}
