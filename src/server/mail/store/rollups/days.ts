import type { Database } from "../../../db/database.ts";
import type { AccountScope } from "../../context/account-scope.ts";
import type { Counted } from "./rollups.ts";

interface DayDelta {
	day: string;
	role: string;
	category: string;
	count: number;
	read: number;
	important: number;
	bytes: number;
	/** Messages with attachments, their size, and the size of the attachments alone. */
	attached: number;
	attachedBytes: number;
	attachmentBytes: number;
	/** By hour of the day in UTC. */
	hours: number[];
}

/** The part of `RollupDeltas` that counts by day, folder role and category. */
export class DayDeltas {
	private readonly days = new Map<string, DayDelta>();

	/** @param sign 0: the message stays, and its bytes are added */
	count(row: Counted, sign: 1 | 0 | -1): void {
		const date = new Date(row.receivedAt).toISOString();
		const delta = this.entry(date.slice(0, 10), row.folderRole, row.category ?? "");
		const bytes = sign < 0 ? -row.sizeBytes : row.sizeBytes;
		delta.count += sign;
		delta.read += row.isRead ? sign : 0;
		delta.important += row.isImportant ? sign : 0;
		delta.bytes += bytes;
		delta.attached += row.hasAttachments ? sign : 0;
		delta.attachedBytes += row.hasAttachments ? bytes : 0;
		delta.attachmentBytes += sign * row.attachmentBytes;
		const hour = Number(date.slice(11, 13));
		delta.hours[hour] = (delta.hours[hour] ?? 0) + sign;
	}

	private entry(day: string, role: string, category: string): DayDelta {
		const key = `${day} ${role} ${category}`;
		const known = this.days.get(key);
		if (known !== undefined) return known;
		const sums = { count: 0, read: 0, important: 0, bytes: 0, attached: 0, attachedBytes: 0, attachmentBytes: 0 };
		const made = { day, role, category, ...sums, hours: Array.from({ length: 24 }, () => 0) };
		this.days.set(key, made);
		return made;
	}

	async write(database: Database, ownerId: string, accountId: string): Promise<void> {
		const changed = [...this.days.values()].filter(isChange);
		if (changed.length === 0) return;
		await database.exec(ADD_UP, [ownerId, accountId, JSON.stringify(changed)]);
		const shrunk = changed.filter((delta) => delta.count < 0);
		if (shrunk.length > 0) await database.exec(EMPTY, [ownerId, accountId, JSON.stringify(shrunk)]);
	}
}

function isChange(delta: DayDelta): boolean {
	const { count, read, important, bytes, attached, attachedBytes, attachmentBytes, hours } = delta;
	return [count, read, important, bytes, attached, attachedBytes, attachmentBytes, ...hours].some((n) => n !== 0);
}

const COLUMNS = `owner_id, account_id, day, folder_role, category, email_count, read_count, important_count, size_bytes,
	attached_count, attached_bytes, attachment_bytes, hour_counts`;

const ADD_UP = `
insert into day_stats as s (${COLUMNS})
select $1::text, $2::uuid, d.day, d.role, d.category, d.count, d.read, d.important, d.bytes, d.attached, d."attachedBytes",
	d."attachmentBytes", d.hours
from json_to_recordset($3) as d (day date, role text, category text, count int, read int, important int, bytes bigint,
	attached int, "attachedBytes" bigint, "attachmentBytes" bigint, hours int[])
on conflict (owner_id, account_id, day, folder_role, category) do update set
	email_count = s.email_count + excluded.email_count,
	read_count = s.read_count + excluded.read_count,
	important_count = s.important_count + excluded.important_count,
	size_bytes = s.size_bytes + excluded.size_bytes,
	attached_count = s.attached_count + excluded.attached_count,
	attached_bytes = s.attached_bytes + excluded.attached_bytes,
	attachment_bytes = s.attachment_bytes + excluded.attachment_bytes,
	hour_counts = array(
		select h.before + h.more from unnest(s.hour_counts, excluded.hour_counts) with ordinality as h (before, more, hour)
		order by h.hour
	)`;

const EMPTY = `
delete from day_stats s using json_to_recordset($3) as d (day date, role text, category text)
where s.owner_id = $1 and s.account_id = $2 and s.day = d.day and s.folder_role = d.role and s.category = d.category
	and s.email_count = 0`;

/** Before any message. */
const FIRST_DAY = "0001-01-01";

/**
 * Counts the next month with messages from scratch. The caller holds `lockAccount`, so that none change meanwhile.
 * @param from the day up to which everything is counted, as `2026-11-01`; null: nothing yet
 * @returns the day up to which everything is counted now; null: all
 */
export async function recountDays(scope: AccountScope, from: string | null): Promise<string | null> {
	const { database, ownerId, accountId } = scope;
	const since = from ?? FIRST_DAY;
	const next = await database.one<{ start: string; end: string }>(NEXT_MONTH, [ownerId, accountId, since]);
	await database.exec(CLEAR, [ownerId, accountId, since, next?.end ?? "infinity"]);
	if (next === undefined) return null;
	await database.exec(COUNT, [ownerId, accountId, next.start, next.end]);
	return next.end;
}

const NEXT_MONTH = `
select month::date::text as start, (month + interval '1 month')::date::text as end
from (
	select date_trunc('month', received_date at time zone 'UTC') as month from emails
	where owner_id = $1 and account_id = $2 and received_date >= ($3::date)::timestamp at time zone 'UTC'
	order by received_date limit 1
) next`;

const CLEAR = "delete from day_stats where owner_id = $1 and account_id = $2 and day >= $3::date and day < $4::date";

const hours = Array.from(
	{ length: 24 },
	(_, hour) => `count(*) filter (where extract(hour from received_date at time zone 'UTC') = ${hour})::int`,
);

const COUNT = `
insert into day_stats (${COLUMNS})
select owner_id, account_id, (received_date at time zone 'UTC')::date, folder_role, coalesce(category, ''), count(*),
	count(*) filter (where is_read), count(*) filter (where is_important), sum(size_bytes),
	count(*) filter (where has_attachments), coalesce(sum(size_bytes) filter (where has_attachments), 0),
	sum(attachment_bytes), array[${hours.join(", ")}]
from emails where owner_id = $1 and account_id = $2 and received_date >= ($3::date)::timestamp at time zone 'UTC'
	and received_date < ($4::date)::timestamp at time zone 'UTC'
group by 1, 2, 3, 4, 5`;
