import { present, readOperation } from "#kernel/changes.ts";
import type { Database } from "#kernel/database.ts";
import type { ActivityItem } from "../contract.ts";

/** Latest activity, from scans and from what users did (`migrations/0001_dashboard.sql`). */

const SHOWN = 5;

interface Row {
	id: string;
	type: ActivityItem["type"];
	status: string;
	scan: "full" | "first" | null;
	mailbox: string | null;
	count: number;
	at: Date;
}

/** The newest first. @param accountId null: of all mailboxes */
export async function readActivity(
	database: Database,
	ownerId: string,
	accountId: string | null,
): Promise<ActivityItem[]> {
	const rows = await database.query<Row>(
		`select l.id, l.type, l.status, l.scan, l.count, l.at, a.name as mailbox from (
			(select id, account_id, 'scan' as type, status, scan_type as scan, email_count::bigint as count, started_at as at
			from gmail_scan_progress where owner_id = $1 and ($2::uuid is null or account_id = $2)
			order by started_at desc limit ${SHOWN})
			union all
			(select id, account_id, activity_type, status, null, item_count, created_at
			from user_activity_logs where owner_id = $1 and ($2::uuid is null or account_id = $2)
			order by created_at desc limit ${SHOWN})
		) l left join mail_accounts_v1 a on a.owner_id = $1 and a.id = l.account_id
		order by l.at desc, l.id desc limit ${SHOWN}`,
		[ownerId, accountId],
	);
	return Promise.all(rows.map((row) => presentActivity(database, ownerId, row)));
}

async function presentActivity(database: Database, ownerId: string, row: Row): Promise<ActivityItem> {
	const item = { id: row.id, type: row.type, timestamp: row.at.toISOString(), status: statusOf(row.status) };
	if (row.type !== "cleanup" && row.type !== "archive") return { ...item, description: describe(row), canUndo: false };
	const { title, canUndo } = present(await readOperation(database, ownerId, row.id));
	return { ...item, description: title, canUndo };
}

/** The specification's mapping. */
export function statusOf(status: string): ActivityItem["status"] {
	if (status === "completed") return "success";
	return status === "failed" ? "failed" : "pending";
}

function describe({ type, scan, mailbox, count, status }: Row): string {
	const number = count.toLocaleString("en-US");
	if (type === "unsubscribe")
		return `${status === "completed" ? "Unsubscribed" : "Unsubscribing"} from ${number} ${count === 1 ? "list" : "lists"}`;
	const name = mailbox ?? "all mailboxes";
	if (scan === "full") return `Full scan of ${name}`;
	// Before its end, the number is not that of the mailbox.
	if (status !== "completed") return `First sync of ${name}`;
	return `First sync of ${name}: ${number} ${count === 1 ? "email" : "emails"}`;
}
