import type { ImapFlow } from "imapflow";
import type { AppendedMessage } from "#server/mail/provider/provider.ts";
import { select } from "../connection/command-queue.ts";
import type { GmailPaths } from "../folders/gmail-folders.ts";
import { ensureFolder } from "../modify/folder-changes.ts";
import { idInGmail } from "../modify/gmail.ts";
import { messageIdOf, messagesSince, readUidNext } from "../modify/new-messages.ts";
import type { ImapSession } from "../session.ts";
import { imapFlag, isKeyword, setIn } from "../state/flags.ts";
import { messageId } from "../state/ids.ts";
import { splitMessage } from "./header-section.ts";

/** Appends a message to a folder, with its flags and date (RFC 9051 §6.3.12). */
export async function append(session: ImapSession, message: AppendedMessage): Promise<{ id: string | null }> {
	const { folderId, raw, flags, receivedAt } = message;
	const gmail = await session.gmail();
	const id = await session.work.use(async (client) => {
		const path = await ensureFolder(session, client, folderId);
		const wanted = setIn(flags);
		const box = wanted.some(isKeyword) ? await select(client, path, "write") : null;
		const names = wanted.filter((flag) => !isKeyword(flag) || box?.canStore(imapFlag(flag)) === true).map(imapFlag);
		return appendTo(session, client, gmail, { path, raw, flags: names, date: new Date(receivedAt) });
	});
	return { id: id ?? null };
}

interface Appended {
	path: string;
	raw: Uint8Array;
	/** IMAP flag names. */
	flags: string[];
	/** INTERNALDATE; now when absent. */
	date?: Date;
}

/**
 * Appends on a given connection. @param gmail see `ImapSession`
 * @returns the message id; undefined when the server neither reports the UID (RFC 4315 §3) nor lists the message
 */
export async function appendTo(
	session: ImapSession,
	client: ImapFlow,
	gmail: GmailPaths | null,
	{ path, raw, flags, date }: Appended,
): Promise<string | undefined> {
	const key = session.keys.keyOf(path);
	const before = client.capabilities.has("UIDPLUS") ? null : await readUidNext(client, path);
	const bytes = Buffer.from(raw);
	// imapflow drops flags that the currently selected folder does not support.
	await select(client, path, "write", false);
	const appended = await client.append(path, bytes, flags, date);
	if (gmail !== null && appended && appended.uid !== undefined)
		return idInGmail(session, client, gmail, { path, uid: appended.uid });
	if (appended && appended.uid !== undefined && appended.uidValidity !== undefined)
		return messageId(key, String(appended.uidValidity), appended.uid);
	if (before === null) return undefined;
	const name = messageIdOf(splitMessage(bytes).header);
	const found = (await messagesSince(client, before)).findLast((message) => message.messageId === name);
	return found && messageId(key, before.validity, found.uid);
}
