import type { DeviceSession } from "#shared/contracts/sign-in.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import { deviceOf } from "./device.ts";

/** A user's sessions. Deleting the row ends the session: nothing else caches it. */
export interface Sessions {
	/** @param current the session of the request */
	list(userId: string, current: string): Promise<DeviceSession[]>;
	/** @throws AppError 404 */
	end(userId: string, id: string): Promise<void>;
	endOthers(userId: string, current: string): Promise<void>;
}

export function createSessions(database: Database, now: () => number): Sessions {
	return {
		async list(userId, current) {
			const rows = await database.query<{
				id: string;
				created_at: Date;
				updated_at: Date;
				expires_at: Date;
				ip_address: string | null;
				user_agent: string | null;
			}>(
				`select id, created_at, updated_at, expires_at, ip_address, user_agent from sessions
				 where user_id = $1 and expires_at > $2 order by updated_at desc, id desc limit 200`,
				[userId, new Date(now())],
			);
			return rows.map((row) => ({
				id: row.id,
				current: row.id === current,
				device: deviceOf(row.user_agent),
				ipAddress: row.ip_address === "" ? null : row.ip_address,
				createdAt: row.created_at.toISOString(),
				lastUsedAt: row.updated_at.toISOString(),
				expiresAt: row.expires_at.toISOString(),
			}));
		},
		async end(userId, id) {
			const rows = await database.query("delete from sessions where user_id = $1 and id = $2 returning id", [
				userId,
				id,
			]);
			if (rows.length === 0) throw notFound("The session");
		},
		async endOthers(userId, current) {
			await database.query("delete from sessions where user_id = $1 and id <> $2", [userId, current]);
		},
	};
}
