import type { Database } from "../../../db/database.ts";

/**
 * Records that a user has verified their address by opening an emailed link. Before that, anybody may have created the
 * account in their name: whatever was attached to it earlier is removed, so that no one else keeps access. Does nothing
 * if the address was verified before.
 * @param keepPassword the password was set just now, with the proof
 * @returns whether anything changed: then all sessions have ended
 */
export async function verifyAddress(database: Database, userId: string, keepPassword: boolean): Promise<boolean> {
	return database.transaction(async () => {
		const proved = await database.query(
			"update users set email_verified = true, updated_at = now() where id = $1 and not email_verified returning id",
			[userId],
		);
		if (proved.length === 0) return false;
		await database.exec("delete from auth_accounts where user_id = $1 and not ($2 and provider_id = 'credential')", [
			userId,
			keepPassword,
		]);
		for (const table of ["sessions", "passkeys", "api_keys", "authorization_codes"])
			await database.exec(`delete from ${table} where user_id = $1`, [userId]);
		return true;
	});
}
