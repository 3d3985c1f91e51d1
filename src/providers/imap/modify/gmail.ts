import type { ImapFlow } from "imapflow";
import { NotFound } from "#server/mail/provider/errors.ts";
import type { ChangeResult, RemoteFolder } from "#server/mail/provider/provider.ts";
import { atom } from "../connection/command.ts";
import { select } from "../connection/command-queue.ts";
import type { GmailPaths } from "../folders/gmail-folders.ts";
import { search } from "../messages/search.ts";
import type { ImapSession } from "../session.ts";
import { messageId } from "../state/ids.ts";
import { eachUid, sequences, type UidSet, uidSet } from "../state/uids.ts";
import { expungeMessages } from "./expunge.ts";
import { atLocations } from "./locations.ts";
import { moveBySearch } from "./move-by-search.ts";
import { storeLabels } from "./store-flags.ts";

const INBOX_LABEL = ["\\Inbox"];

/** Moves by changing labels within All Mail, and with MOVE between All Mail, Spam and Trash. */
export async function moveInGmail(
	session: ImapSession,
	{ all, inbox }: GmailPaths,
	{ folders, ids, target }: { folders: readonly RemoteFolder[]; ids: readonly string[]; target: string },
): Promise<ChangeResult> {
	const folder = folders.find(({ id }) => id === target);
	if (folder === undefined) throw new NotFound("The folder doesn't exist: choose another one");
	const destination = folder.role === "trash" || folder.role === "spam" ? target : all;
	const sign = target === inbox ? "+" : "-";
	const renamed: Record<string, string> = {};
	const missing = await atLocations(session, ids, "write", async (client, { path, found, locations }) => {
		if (path === destination) {
			if (path === all) await storeLabels(client, found, sign, INBOX_LABEL);
			return;
		}
		const numbers = await gmailNumbers(client, found);
		const moved = await moveBySearch(session, client, found, destination);
		if (destination === all) {
			const { validity } = await select(client, all, "write");
			for (const [uid, number] of numbers) {
				// The reported UID may be the one in INBOX.
				const now = await inAllMail(client, number);
				if (now !== undefined) moved.set(uid, messageId(session.keys.keyOf(all), validity, now));
			}
			const arrived = uidSet([...moved.values()].map((id) => Number(id.slice(id.lastIndexOf(".") + 1))));
			if (arrived.length > 0) await storeLabels(client, arrived, sign, INBOX_LABEL);
		}
		for (const [uid, id] of moved) renamed[locations.ids.get(uid) ?? ""] = id;
	});
	return { missing, renamed };
}

/** Expunging in All Mail only archives: messages are deleted in Trash and Spam. */
export async function destroyInGmail(
	session: ImapSession,
	{ all, trash }: GmailPaths,
	ids: readonly string[],
): Promise<ChangeResult> {
	const missing = await atLocations(session, ids, "write", async (client, { path, found }) => {
		if (path !== all) return expungeMessages(client, found);
		const moved = await moveBySearch(session, client, found, trash);
		const there = uidSet([...moved.values()].map((id) => Number(id.slice(id.lastIndexOf(".") + 1))));
		await select(client, trash, "write");
		if (there.length > 0) await expungeMessages(client, there);
	});
	return { missing, renamed: {} };
}

/** X-GM-MSGID of messages in the selected folder. */
async function gmailNumbers(client: ImapFlow, uids: UidSet): Promise<Map<number, string>> {
	const numbers = new Map<number, string>();
	for (const range of sequences(uids))
		for await (const { uid, emailId } of client.fetch(range, { uid: true }, { uid: true }))
			if (emailId !== undefined && /^\d+$/.test(emailId)) numbers.set(uid, emailId);
	return numbers;
}

/** The UID of a message in All Mail, which must be selected. */
async function inAllMail(client: ImapFlow, number: string): Promise<number | undefined> {
	const [uid] = eachUid(await search(client, [atom("X-GM-MSGID"), atom(number)]));
	return uid;
}

/** The id of a message appended to a folder such as Drafts, where its UID differs from that in All Mail. */
export async function idInGmail(
	session: ImapSession,
	client: ImapFlow,
	{ all }: GmailPaths,
	{ path, uid }: { path: string; uid: number },
): Promise<string | undefined> {
	await select(client, path, "read");
	const number = (await gmailNumbers(client, [[uid, uid]])).get(uid);
	const { validity } = await select(client, all, "read");
	const found = number === undefined ? undefined : await inAllMail(client, number);
	return found === undefined ? undefined : messageId(session.keys.keyOf(all), validity, found);
}
