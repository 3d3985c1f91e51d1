import { ImapFlow } from "imapflow";
import type { Database } from "#server/db/database.ts";
import type { Dovecot, MailUser } from "#test/dovecot/dovecot.ts";
import type { Google } from "#test/emulators/google.ts";
import type { Microsoft } from "#test/emulators/microsoft.ts";

/** Message states by Message-ID; a duplicated message has two entries. */
export type MessageStates = Record<string, unknown>;

/** Everything our operations can change, as stored in the database. */
export async function storedStates(database: Database, ownerId: string, accountId: string): Promise<MessageStates> {
	const rows = await database.query<{ id: string; message_id: string | null }>(
		`select id, message_id, folder_id, folder_role, is_read, is_starred, is_important, category, category_source,
			(select coalesce(array_agg(l order by l), '{}') from unnest(labels) l) as labels
		from emails where owner_id = $1 and account_id = $2 order by id`,
		[ownerId, accountId],
	);
	return Object.fromEntries(rows.map(({ id, message_id, ...state }) => [`${message_id} ${id}`, state]));
}

export function atGoogle(google: Google, email: string): MessageStates {
	const names = new Map(google.labels(email).map(({ id, name }) => [id, name]));
	return Object.fromEntries(
		google
			.messages(email)
			.map(({ id, raw, labels }) => [
				`${messageId(raw)} ${id}`,
				labels.map((label) => names.get(label) ?? label).sort(),
			]),
	);
}

export function atMicrosoft(microsoft: Microsoft, email: string): MessageStates {
	return Object.fromEntries(
		microsoft
			.messages(email)
			.map(({ immutableId, raw, folder, isRead, flag, importance, categories }) => [
				`${messageId(raw)} ${immutableId}`,
				{ folder, isRead, flag, importance, categories: [...categories].sort() },
			]),
	);
}

/** A second IMAP client on the same mailbox. */
export function dovecotClient(dovecot: Dovecot, { user, password }: MailUser): ImapFlow {
	const { host, imapPort: port } = dovecot;
	return new ImapFlow({ host, port, secure: false, doSTARTTLS: false, auth: { user, pass: password }, logger: false });
}

/** Reads all folders with an unconnected client, and disconnects it. Leaves out UIDs, which change with every move. */
export async function atDovecot(client: ImapFlow): Promise<MessageStates> {
	await client.connect();
	const found: [string, unknown][] = [];
	for (const { path } of await client.list()) {
		const { exists } = await client.mailboxOpen(path, { readOnly: true });
		if (exists === 0) continue;
		for await (const { envelope, flags = new Set() } of client.fetch("1:*", { envelope: true, flags: true })) {
			// Whether another client has seen a message (\Recent) is not part of its state (RFC 3501 §2.3.2).
			const carried = [...flags].filter((flag) => flag !== "\\Recent").sort();
			found.push([`${envelope?.messageId} ${path}`, carried]);
		}
	}
	await client.logout();
	return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function messageId(raw: Buffer): string {
	return /^Message-ID:\s*(<[^>]+>)/im.exec(raw.toString("latin1"))?.[1] ?? "";
}
