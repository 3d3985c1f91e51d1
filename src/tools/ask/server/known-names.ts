import type { Database } from "#kernel/database.ts";

/** Of the most recent senders: enough for names that occur in a question. */
const MOST = 5_000;

/** Words of the names and addresses of the senders of the user's mail, in lower case. */
export async function knownNames(database: Database, ownerId: string): Promise<ReadonlySet<string>> {
	const rows = await database.query<{ name: string; address: string }>(
		`select sender_name as name, sender_email as address from mail_sender_stats_v1 where owner_id = $1
		order by last_date desc nulls last limit ${MOST}`,
		[ownerId],
	);
	const words = rows.flatMap(({ name, address }) => {
		const [local = "", domain = ""] = address.toLowerCase().split("@");
		const labels = domain.split(".");
		// The last label is a country or "com".
		return [...name.toLowerCase().split(/[^\p{L}\p{M}'-]+/u), ...local.split(/[^\p{L}]+/u), ...labels.slice(0, -1)];
	});
	return new Set(words.filter((word) => word.length > 2));
}
