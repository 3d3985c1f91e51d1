import type { FolderRole } from "#server/mail/provider/provider.ts";
import { applyLocalChange } from "#server/mail/store/change.ts";
import { insertBatch } from "#server/mail/store/insert.ts";
import type { Content } from "#server/mail/store/rows.ts";
import { classifier, incoming } from "#server/mail/store/testing.ts";
import { openMailbox } from "./mailbox.ts";
import { searchMail } from "./search-mail.ts";

/**
 * Stores, flags, moves and deletes messages until it is killed. Arguments: data folder, account, number of the first
 * message, URL of the database or an empty text.
 */

const [dataDir = "", accountId = "", first = "0", databaseUrl = ""] = process.argv.slice(2);
const ownerId = "owner";
const BATCH = 12;
const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["trash", "trash"],
]);
const { ctx } = await openMailbox({ dataDir, databaseUrl: databaseUrl || null }, { isIdle: true });
const { database, blobs, parsePool } = ctx;
for (let next = Number(first); ; next += BATCH) {
	const raws = Array.from({ length: BATCH }, (_, i) => {
		const { subject, text, from, to } = searchMail(next + i);
		const head = `From: "${from.name}" <${from.email}>\r\nTo: "${to.name}" <${to.email}>\r\nSubject: ${subject}`;
		const type = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8";
		return Buffer.from(`${head}\r\n${type}\r\n\r\n${text} unique${next + i}\r\n`);
	});
	const items = await parsePool.parse(raws);
	const messages = await Promise.all(
		items.map(async ({ message, lexemes }, i) => {
			const sha256 = await blobs.put(accountId, raws[i] as Buffer);
			const made = incoming({ id: `${next + i}`, receivedAt: Date.UTC(2024, 0, 1) + (next + i) * 1_000 }, message);
			return { ...made, content: { ...(made.content as Content), lexemes, sha256 } };
		}),
	);
	await insertBatch(database, ownerId, accountId, { messages, removed: [], roles, classifier });
	const rows = await database.query<{ id: string; n: number }>(
		"select id, provider_id::int as n from emails where account_id = $1 and provider_id::int >= $2",
		[accountId, next],
	);
	const change = (every: number, remainder: number, to: Parameters<typeof applyLocalChange>[2]) => {
		const ids = rows.filter(({ n }) => n % every === remainder).map(({ id }) => id);
		return database.transaction(() => applyLocalChange({ database, ownerId, accountId }, ids, to));
	};
	await change(3, 2, { isRead: true, isStarred: true });
	await change(5, 0, { destroy: true });
	await change(5, 1, { folder: { id: "trash", role: "trash" } });
	process.stdout.write(`${next + BATCH}\n`);
}
