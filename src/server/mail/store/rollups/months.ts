import type { Database } from "../../../db/database.ts";
import type { Counted } from "./rollups.ts";

interface MonthDelta {
	/** The month's first day. */
	month: string;
	role: string;
	category: string;
	list: string;
	email: string;
	count: number;
	read: number;
	bytes: number;
}

/** The part of `RollupDeltas` that counts by month, folder role, category, list and sender. */
export class MonthDeltas {
	private readonly months = new Map<string, MonthDelta>();

	/** @param sign 0: the message stays, and its bytes are added */
	count(row: Counted, sign: 1 | 0 | -1): void {
		// Its list has not been determined yet.
		if (row.listKey === null) return;
		const month = `${new Date(row.receivedAt).toISOString().slice(0, 7)}-01`;
		const key = `${month} ${row.folderRole} ${row.category ?? ""} ${row.senderEmail}\n${row.listKey}`;
		let delta = this.months.get(key);
		if (delta === undefined) {
			delta = {
				month,
				role: row.folderRole,
				category: row.category ?? "",
				list: row.listKey,
				email: row.senderEmail,
				count: 0,
				read: 0,
				bytes: 0,
			};
			this.months.set(key, delta);
		}
		delta.count += sign;
		delta.read += row.isRead ? sign : 0;
		delta.bytes += sign < 0 ? -row.sizeBytes : row.sizeBytes;
	}

	async write(database: Database, ownerId: string, accountId: string): Promise<void> {
		const changed = [...this.months.values()].filter((d) => d.count !== 0 || d.read !== 0 || d.bytes !== 0);
		if (changed.length === 0) return;
		await database.exec(ADD_UP, [ownerId, accountId, JSON.stringify(changed)]);
		const shrunk = changed.filter((delta) => delta.count < 0);
		if (shrunk.length > 0) await database.exec(EMPTY, [ownerId, accountId, JSON.stringify(shrunk)]);
	}
}

const ADD_UP = `
insert into month_stats as s (owner_id, account_id, month, folder_role, category, list_key, sender_email, email_count,
	read_count, size_bytes)
select $1::text, $2::uuid, d.month, d.role, d.category, d.list, d.email, d.count, d.read, d.bytes
from json_to_recordset($3) as d (month date, role text, category text, list text, email text, count int, read int, bytes bigint)
on conflict (owner_id, account_id, month, folder_role, category, list_key, sender_email) do update set
	email_count = s.email_count + excluded.email_count,
	read_count = s.read_count + excluded.read_count,
	size_bytes = s.size_bytes + excluded.size_bytes`;

const EMPTY = `
delete from month_stats s
using json_to_recordset($3) as d (month date, role text, category text, list text, email text)
where s.owner_id = $1 and s.account_id = $2 and s.month = d.month and s.folder_role = d.role and s.category = d.category
	and s.list_key = d.list and s.sender_email = d.email and s.email_count = 0`;
