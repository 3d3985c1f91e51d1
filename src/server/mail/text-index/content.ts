import type { Address } from "#shared/mail/message.ts";
import { lexemesOf } from "#shared/search/tokens.ts";
import type { Database } from "../../db/database.ts";
import type { MailContext } from "../context/context.ts";
import { withStoredTexts } from "./attachment-texts.ts";
import type { StoredMessage } from "./outbox.ts";
import type { IndexedMessage } from "./text-index.ts";

/** Reads the text of stored messages with a body, to index them again; in any order, without those deleted meanwhile. */
export type TextSource = (
	account: { ownerId: string; accountId: string },
	messages: readonly StoredMessage[],
) => Promise<IndexedMessage[]>;

/** Raw bytes parsed together; always at least one message. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Parses the stored raw messages; where one is missing, its row is used. */
export function storedTexts({
	database,
	blobs,
	parsePool,
}: Pick<MailContext, "database" | "blobs" | "parsePool">): TextSource {
	return async (account, messages) => {
		const indexed: IndexedMessage[] = [];
		const lost: StoredMessage[] = [];
		let group: { message: StoredMessage; raw: Uint8Array }[] = [];
		let bytes = 0;
		const parseGroup = async (): Promise<void> => {
			const items = await parsePool.parse(group.map(({ raw }) => raw));
			for (const [i, { message }] of group.entries()) {
				const item = items[i];
				if (item === undefined) continue;
				const { subject, text } = item.message;
				indexed.push({ ...stateOf(message), subject, text, lexemes: item.lexemes });
			}
			group = [];
			bytes = 0;
		};
		for (const message of messages) {
			const raw = await blobs.get(account.accountId, message.sha256 ?? "", { once: true });
			if (raw === null) {
				lost.push(message);
				continue;
			}
			if (group.length > 0 && bytes + raw.length > MAX_BYTES) await parseGroup();
			group.push({ message, raw });
			bytes += raw.length;
		}
		if (group.length > 0) await parseGroup();
		if (lost.length > 0) indexed.push(...(await fromRows(database, account, lost)));
		return withStoredTexts(database, account, indexed);
	};
}

interface Row {
	id: string;
	subject: string;
	sender_name: string;
	sender_email: string;
	recipients: Partial<Record<"to" | "cc" | "bcc", Address[]>>;
	body_preview: string;
	filenames: string[];
}

async function fromRows(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	messages: readonly StoredMessage[],
): Promise<IndexedMessage[]> {
	const rows = await database.query<Row>(
		`select id, subject, sender_name, sender_email, recipients, body_preview, array(select filename from email_attachments a
			where a.owner_id = e.owner_id and a.account_id = e.account_id and a.email_id = e.id) as filenames
		from emails e where owner_id = $1 and account_id = $2 and id = any($3::uuid[])`,
		[ownerId, accountId, messages.map(({ id }) => id)],
	);
	const byId = new Map(rows.map((row) => [row.id, row]));
	return messages.flatMap((message) => {
		const row = byId.get(message.id);
		if (row === undefined) return [];
		const { to = [], cc = [], bcc = [] } = row.recipients;
		const from = { name: row.sender_name, email: row.sender_email };
		const attachments = row.filenames.map((filename) => ({ filename }));
		const parsed = { subject: row.subject, from, to, cc, bcc, text: row.body_preview, attachments };
		return { ...stateOf(message), subject: row.subject, text: row.body_preview, lexemes: lexemesOf(parsed).join(" ") };
	});
}

function stateOf({ id, receivedMs, isHidden }: StoredMessage): Pick<IndexedMessage, "id" | "receivedMs" | "isHidden"> {
	return { id, receivedMs, isHidden };
}
