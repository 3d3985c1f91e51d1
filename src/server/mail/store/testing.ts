import type { ParsedMessage } from "#shared/mail/message.ts";
import { lexemesOf } from "#shared/search/tokens.ts";
import type { Database } from "../../db/database.ts";
import type { Classifier } from "../classify/classifier.ts";
import { PROVIDER_REASON } from "../classify/reason.ts";
import type { RemoteMessage } from "../provider/provider.ts";
import { indexed } from "../text-index/testing.ts";
import type { Incoming } from "./insert.ts";
import { recountDays } from "./rollups/days.ts";
import { textIndexOf } from "./text-index-of.ts";

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
		quotedSender: null,
		incoming: null,
		contentFeatures: [],
		trust: { signals: [], isAuthentic: false },
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
		? {
				category: listKey === "" ? "primary" : "promotions",
				reason: "The test says so.",
				source: "classifier",
				previous: null,
			}
		: { category: fromProvider, reason: PROVIDER_REASON, source: "provider", previous: null };

/**
 * Adds an account, which lists and searches require. Opens the text index first: opened after mail was stored, it would
 * read that mail again from its bytes, which these tests do not store.
 */
export async function addAccount(database: Database, ownerId: string, accountId: string): Promise<void> {
	await indexed(database);
	await database.exec(
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
			`select owner_id, account_id, day::text, folder_role, category, email_count, read_count, important_count, size_bytes::int,
				attached_count, attached_bytes::int, attachment_bytes::int, hour_counts from day_stats`,
			`select owner_id, account_id, (received_date at time zone 'UTC')::date::text as day, folder_role,
				coalesce(category, '') as category, count(*)::int as email_count, count(*) filter (where is_read)::int as read_count,
				count(*) filter (where is_important)::int as important_count, sum(size_bytes)::int as size_bytes,
				count(*) filter (where has_attachments)::int as attached_count,
				coalesce(sum(size_bytes) filter (where has_attachments), 0)::int as attached_bytes,
				sum(attachment_bytes)::int as attachment_bytes,
				array(select (select count(*)::int from unnest(array_agg(extract(hour from e.received_date at time zone 'UTC'))) as at where at = hour)
					from generate_series(0, 23) as hour order by hour) as hour_counts
			from emails e group by 1, 2, 3, 4, 5`,
		],
		[
			"select owner_id, account_id, name, total_count from email_labels",
			"select owner_id, account_id, label as name, count(*)::int as total_count from emails, unnest(labels) as label group by 1, 2, 3",
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
	const results: { saved: unknown[]; counted: unknown[] }[] = [
		{ saved: await textIndexOf(database).verify(), counted: [] },
	];
	for (const [saved, counted] of pairs)
		results.push({
			saved: inOrder(await database.query(saved, [])),
			counted: inOrder(await database.query(counted, [])),
		});
	return results;
}

/** Recounts the mail of each day after a test changed rows directly. */
export async function recountAllDays(database: Database): Promise<void> {
	const accounts = await database.query<{ owner_id: string; account_id: string }>(
		"select distinct owner_id, account_id from emails",
		[],
	);
	for (const { owner_id: ownerId, account_id: accountId } of accounts)
		await database.transaction(async () => {
			const scope = { database, ownerId, accountId };
			for (let day = await recountDays(scope, null); day !== null; ) day = await recountDays(scope, day);
		});
}
