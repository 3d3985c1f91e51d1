import { z } from "zod";
import type { DeviceSession } from "#shared/contracts/sign-in.ts";
import type { Database } from "../../../db/database.ts";
import { notFound } from "../../../errors.ts";
import { cutPage, readCursor } from "../../../key-cursor.ts";
import { deviceOf } from "./device.ts";

interface SessionPage {
	limit: number;
	cursor?: string | undefined;
}

const cursorKey = z.tuple([z.iso.datetime(), z.string().regex(/^[^\0]*$/)]);

/** A user's sessions. Deleting the row ends the session: nothing else caches it. */
export interface Sessions {
	/** A page, last used first. @param current the session of the request @throws AppError 400 `bad-cursor` */
	list(
		userId: string,
		current: string,
		page: SessionPage,
	): Promise<{ items: DeviceSession[]; nextCursor: string | null }>;
	/** @throws AppError 404 */
	end(userId: string, id: string): Promise<void>;
	endOthers(userId: string, current: string): Promise<void>;
}

export function createSessions(database: Database, now: () => number): Sessions {
	return {
		async list(userId, current, { limit, cursor }) {
			const [time = null, after = null] = readCursor(cursor, cursorKey) ?? [];
			const rows = await database.query<{
				id: string;
				created_at: Date;
				updated_at: Date;
				expires_at: Date;
				ip_address: string | null;
				user_agent: string | null;
			}>(
				`select * from (
					select id, created_at, date_trunc('milliseconds', updated_at) as updated_at, expires_at, ip_address, user_agent
					from sessions where user_id = $1 and expires_at > $2
				) live where $3::timestamptz is null or (updated_at, id) < ($3::timestamptz, $4)
				order by updated_at desc, id desc limit $5`,
				[userId, new Date(now()), time, after, limit + 1],
			);
			const { page, nextCursor } = cutPage(rows, limit, (row) => [row.updated_at.toISOString(), row.id]);
			const items = page.map((row) => ({
				id: row.id,
				current: row.id === current,
				device: deviceOf(row.user_agent),
				ipAddress: row.ip_address === "" ? null : row.ip_address,
				createdAt: row.created_at.toISOString(),
				lastUsedAt: row.updated_at.toISOString(),
				expiresAt: row.expires_at.toISOString(),
			}));
			return { items, nextCursor };
		},
		async end(userId, id) {
			const rows = await database.query("delete from sessions where user_id = $1 and id = $2 returning id", [
				userId,
				id,
			]);
			if (rows.length === 0) throw notFound("The session");
		},
		async endOthers(userId, current) {
			await database.exec("delete from sessions where user_id = $1 and id <> $2", [userId, current]);
		},
	};
}
