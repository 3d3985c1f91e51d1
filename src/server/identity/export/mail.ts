import { flagFields } from "#shared/mail/flags.ts";
import type { MailContext } from "../../mail/context/context.ts";
import { mboxEntry } from "../../mail/messages/mboxrd.ts";
import { type FlagColumns, flagsOfRow } from "../../mail/store/flag-columns.ts";
import { fetchNow } from "../../mail/sync/fetch-now.ts";
import type { Parts } from "./parts.ts";

/** Exports the messages of one account, page by page: raw messages into one mbox per folder, metadata as JSON lines. */

/** Messages per checkpoint. */
const PAGE = 200;
/** Messages read from disk concurrently, as long as their total size (bytes) is small. */
const AT_ONCE = 16;
const SMALL = 4 * 1024 * 1024;

interface EmailRow extends FlagColumns {
	id: string;
	folder_id: string;
	folder_role: string;
	sender_email: string;
	received_date: Date;
	labels: string[];
	raw_sha256: string | null;
	size_bytes: number;
	[column: string]: unknown;
}

export interface ExportedMailbox {
	ownerId: string;
	accountId: string;
	/** Folder in the archive, with a trailing slash. */
	path: string;
	/** By folder id: its name, and the stem of its files. */
	folders: ReadonlyMap<string, { name: string; stem: string }>;
	/** The provider could not be reached for missing bodies: it is not tried again. */
	isOutOfReach?: boolean;
}

/** @returns the last id of the page, and how many messages; null when none is left */
export async function exportPage(
	ctx: MailContext,
	mailbox: ExportedMailbox,
	{ parts, afterId, signal }: { parts: Parts; afterId: string | null; signal: AbortSignal },
): Promise<{ lastId: string; count: number } | null> {
	const rows = await ctx.database.query<EmailRow>(
		`select * from emails where owner_id = $1 and account_id = $2 and ($3::uuid is null or id > $3) order by id limit ${PAGE}`,
		[mailbox.ownerId, mailbox.accountId, afterId],
	);
	const last = rows.at(-1);
	if (last === undefined) return null;
	const lines: Buffer[] = [];
	for (const group of smallGroups(await withBodies(ctx, mailbox, rows, signal))) {
		signal.throwIfAborted();
		const raws = await Promise.all(group.map((row) => rawOf(ctx, mailbox, row)));
		for (const [index, row] of group.entries()) {
			const location = await writeMessage(mailbox, parts, row, raws[index] ?? null);
			const { owner_id: _, account_id: __, ...known } = row;
			lines.push(Buffer.from(`${JSON.stringify({ ...known, ...location })}\n`));
		}
	}
	const list = { stem: `${mailbox.path}messages`, ending: "jsonl" };
	parts.locate("messages", list);
	await parts.append("messages", lines);
	return { lastId: last.id, count: rows.length };
}

/** First fetches the bodies of messages stored with their header alone; what cannot be fetched is exported as it is. */
async function withBodies(
	ctx: MailContext,
	mailbox: ExportedMailbox,
	rows: EmailRow[],
	signal: AbortSignal,
): Promise<EmailRow[]> {
	const { ownerId, accountId } = mailbox;
	const bare = rows.filter((row) => row.raw_sha256 === null).map((row) => row.id);
	if (bare.length === 0 || mailbox.isOutOfReach === true) return rows;
	try {
		await fetchNow(ctx, { ownerId, accountId }, bare, signal);
	} catch (cause) {
		signal.throwIfAborted();
		mailbox.isOutOfReach = true;
		ctx.log.warn(
			{ event: "export.bodies_missing", err: cause, account: accountId },
			"an export continues without message bodies that are not stored yet",
		);
	}
	const fetched = await ctx.database.query<EmailRow>(
		"select * from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])",
		[ownerId, accountId, bare],
	);
	const fresh = new Map(fetched.map((row) => [row.id, row]));
	return rows.map((row) => fresh.get(row.id) ?? row);
}

/** Groups small messages; a large one is its own group, so that memory use is bounded. */
function* smallGroups(rows: readonly EmailRow[]): Generator<EmailRow[]> {
	let group: EmailRow[] = [];
	let bytes = 0;
	for (const row of rows) {
		if (group.length > 0 && (group.length >= AT_ONCE || bytes + row.size_bytes > SMALL)) {
			yield group;
			group = [];
			bytes = 0;
		}
		group.push(row);
		bytes += row.size_bytes;
	}
	if (group.length > 0) yield group;
}

async function rawOf(
	ctx: Pick<MailContext, "blobs">,
	{ accountId }: ExportedMailbox,
	{ raw_sha256: sha256 }: EmailRow,
): Promise<Uint8Array | null> {
	return sha256 === null ? null : ctx.blobs.get(accountId, sha256, { once: true });
}

/** @returns where its bytes are in the archive; nulls where no raw message is stored */
async function writeMessage(
	{ path, folders }: ExportedMailbox,
	parts: Parts,
	row: EmailRow,
	raw: Uint8Array | null,
): Promise<{ file: string | null; offset: number | null; bytes: number | null }> {
	if (raw === null) return { file: null, offset: null, bytes: null };
	const folder = folders.get(row.folder_id) ?? { name: row.folder_id, stem: row.folder_role };
	const key = `folder ${row.folder_id}`;
	const { file, offset } = parts.locate(key, { stem: path + folder.stem, ending: "mbox" });
	const pieces = mboxEntry(
		{
			senderEmail: row.sender_email,
			receivedAt: row.received_date,
			folderRole: row.folder_role,
			folderName: folder.name,
			...flagFields(flagsOfRow(row)),
			labels: row.labels,
		},
		raw,
	);
	await parts.append(key, pieces);
	const head = pieces[0]?.length ?? 0;
	return { file, offset: offset + head, bytes: pieces[1]?.length ?? 0 };
}
