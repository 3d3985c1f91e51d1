import type { Database } from "../../../db/database.ts";
import type { FolderRole } from "../../provider/provider.ts";
import { DayDeltas } from "./days.ts";
import { MonthDeltas } from "./months.ts";

/** What the rollups count of one message. */
export interface Counted {
	folderId: string;
	folderRole: FolderRole;
	/** Lower case. */
	senderEmail: string;
	senderName: string;
	/** Epoch milliseconds. */
	receivedAt: number;
	sizeBytes: number;
	isRead: boolean;
	isImportant: boolean;
	hasAttachments: boolean;
	attachmentBytes: number;
	labels: readonly string[];
	category: string | null;
	/** Empty: none. Null: not determined yet, so not counted by month. */
	listKey: string | null;
}

interface FolderDelta {
	id: string;
	role: FolderRole;
	total: number;
	unread: number;
	bytes: number;
}

interface SenderDelta {
	email: string;
	role: FolderRole;
	name: string;
	count: number;
	read: number;
	bytes: number;
	/** First date of the added messages; null if none were added. */
	first: string | null;
	last: string | null;
	lastMs: number;
	/** Messages were removed: dates and name must be recomputed. */
	shrank: boolean;
}

/** Changes to all counts caused by a set of changed messages, collected in memory and written in few statements. */
export class RollupDeltas {
	private readonly folders = new Map<string, FolderDelta>();
	private readonly senders = new Map<string, SenderDelta>();
	private readonly labels = new Map<string, number>();
	private readonly days = new DayDeltas();
	private readonly months = new MonthDeltas();

	/** Adds a message, or the new state of a changed one. */
	add(row: Counted): void {
		this.count(row, 1);
	}

	/** Removes a message, or the old state of a changed one. */
	remove(row: Counted): void {
		this.count(row, -1);
	}

	/** Corrects the size of a counted message. @param sizeBytes its actual size */
	resize(row: Counted, sizeBytes: number): void {
		this.count({ ...row, sizeBytes: sizeBytes - row.sizeBytes }, 0);
	}

	/** Moves a message to another category, or to its list and attachments once they are known. */
	regroup(
		row: Counted,
		change: Partial<Pick<Counted, "category" | "listKey" | "hasAttachments" | "attachmentBytes">>,
	): void {
		const after = { ...row, ...change };
		for (const deltas of [this.days, this.months]) {
			deltas.count(row, -1);
			deltas.count(after, 1);
		}
	}

	/** @param sign 0: the message stays, and its bytes are added */
	private count(row: Counted, sign: 1 | 0 | -1): void {
		this.days.count(row, sign);
		this.months.count(row, sign);
		const bytes = sign < 0 ? -row.sizeBytes : row.sizeBytes;
		const read = row.isRead ? sign : 0;
		const folder = entry(this.folders, row.folderId, () => ({
			id: row.folderId,
			role: row.folderRole,
			total: 0,
			unread: 0,
			bytes: 0,
		}));
		folder.total += sign;
		folder.unread += row.isRead ? 0 : sign;
		folder.bytes += bytes;
		const sender = entry(this.senders, `${row.folderRole} ${row.senderEmail}`, () => ({
			email: row.senderEmail,
			role: row.folderRole,
			name: row.senderName,
			count: 0,
			read: 0,
			bytes: 0,
			first: null,
			last: null,
			lastMs: Number.NEGATIVE_INFINITY,
			shrank: false,
		}));
		sender.count += sign;
		sender.read += read;
		sender.bytes += bytes;
		const date = isoDate(row.receivedAt);
		if (sign < 0) {
			sender.shrank = true;
		} else if (sign > 0) {
			if (sender.first === null || date < sender.first) sender.first = date;
			const isTie = row.receivedAt === sender.lastMs;
			if (isTie ? row.senderName > sender.name : row.receivedAt > sender.lastMs) sender.name = row.senderName;
			if (row.receivedAt > sender.lastMs) {
				sender.lastMs = row.receivedAt;
				sender.last = date;
			}
		}
		if (sign === 0) return;
		for (const label of row.labels) this.labels.set(label, (this.labels.get(label) ?? 0) + sign);
	}

	/** Writes the changes. The messages themselves must already be written. */
	async write(database: Database, ownerId: string, accountId: string): Promise<void> {
		const folders = [...this.folders.values()].filter((d) => d.total !== 0 || d.unread !== 0 || d.bytes !== 0);
		const senders = [...this.senders.values()].filter((d) => d.count !== 0 || d.read !== 0 || d.bytes !== 0);
		const shrunk = [...this.senders.values()].filter((d) => d.shrank);
		const labels = [...this.labels].filter(([, count]) => count !== 0).map(([name, count]) => ({ name, count }));
		const lists = [folders, senders, labels];
		if (lists.some((list) => list.length > 0))
			await database.exec(ADD_UP, [ownerId, accountId, ...lists.map((list) => JSON.stringify(list))]);
		await this.days.write(database, ownerId, accountId);
		await this.months.write(database, ownerId, accountId);
		if (labels.some(({ count }) => count < 0)) await database.exec(EMPTY_LABELS, [ownerId, accountId]);
		if (shrunk.length === 0) return;
		const keys = JSON.stringify(shrunk.map(({ email, role }) => ({ email, role })));
		await database.exec(EMPTY_SENDERS, [ownerId, accountId, keys]);
		await database.exec(SENDER_DATES, [ownerId, accountId, keys]);
	}
}

/** ISO 8601 in UTC, so that text order is date order. @param ms within the years 1 to 9999 */
function isoDate(ms: number): string {
	return new Date(ms).toISOString();
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
	let value = map.get(key);
	if (value === undefined) {
		value = make();
		map.set(key, value);
	}
	return value;
}

// A group that shrank gets its dates and name from SENDER_DATES; the fallback dates serve until then.
const ADD_UP = `
with folders as (
	insert into email_folders as f (owner_id, account_id, id, folder_name, role, total_count, unread_count, size_bytes)
	select $1::text, $2::uuid, d.id, d.id, d.role, d.total, d.unread, d.bytes
	from json_to_recordset($3) as d (id text, role text, total int, unread int, bytes bigint)
	on conflict (owner_id, account_id, id) do update set
		total_count = f.total_count + excluded.total_count,
		unread_count = f.unread_count + excluded.unread_count,
		size_bytes = f.size_bytes + excluded.size_bytes
), senders as (
	insert into sender_stats as s (owner_id, account_id, sender_email, folder_role, sender_name, email_count, read_count,
		size_bytes, first_date, last_date)
	select $1::text, $2::uuid, d.email, d.role, d.name, d.count, d.read, d.bytes,
		coalesce(d.first, 'infinity'), coalesce(d.last, '-infinity')
	from json_to_recordset($4) as d (email text, role text, name text, count int, read int, bytes bigint,
		first timestamptz, last timestamptz)
	on conflict (owner_id, account_id, sender_email, folder_role) do update set
		email_count = s.email_count + excluded.email_count,
		read_count = s.read_count + excluded.read_count,
		size_bytes = s.size_bytes + excluded.size_bytes,
		first_date = least(s.first_date, excluded.first_date),
		last_date = greatest(s.last_date, excluded.last_date),
		sender_name = case
			when excluded.last_date > s.last_date then excluded.sender_name
			when excluded.last_date < s.last_date then s.sender_name
			else greatest(s.sender_name collate "C", excluded.sender_name collate "C")
		end
)
insert into email_labels as l (owner_id, account_id, name, total_count)
select $1::text, $2::uuid, d.name, d.count from json_to_recordset($5) as d (name text, count int)
on conflict (owner_id, account_id, name) do update set total_count = l.total_count + excluded.total_count`;

const EMPTY_LABELS = "delete from email_labels where owner_id = $1 and account_id = $2 and total_count = 0";

const EMPTY_SENDERS = `
delete from sender_stats s using json_to_recordset($3) as k (email text, role text)
where s.owner_id = $1 and s.account_id = $2 and s.sender_email = k.email and s.folder_role = k.role and s.email_count = 0`;

// Both ends come from the index emails_sender.
const SENDER_DATES = `
update sender_stats s set first_date = oldest.received_date, last_date = newest.received_date, sender_name = newest.sender_name
from json_to_recordset($3) as k (email text, role text)
cross join lateral (
	select e.received_date from emails e
	where e.owner_id = $1 and e.account_id = $2 and e.sender_email = k.email and e.folder_role = k.role
	order by e.received_date limit 1
) oldest
cross join lateral (
	select e.received_date, e.sender_name from emails e
	where e.owner_id = $1 and e.account_id = $2 and e.sender_email = k.email and e.folder_role = k.role
	order by e.received_date desc, e.sender_name collate "C" desc limit 1
) newest
where s.owner_id = $1 and s.account_id = $2 and s.sender_email = k.email and s.folder_role = k.role`;
