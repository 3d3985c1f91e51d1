import type { ImapFlow } from "imapflow";
import { Unsupported } from "#server/mail/provider/errors.ts";
import type { DraftReference } from "#server/mail/provider/provider.ts";
import { atom, sequence, text } from "../connection/command.ts";
import { select } from "../connection/command-queue.ts";
import type { GmailPaths } from "../folders/gmail-folders.ts";
import { search } from "../messages/search.ts";
import { expungeMessages } from "../modify/expunge.ts";
import { ensureRole } from "../modify/folder-changes.ts";
import { moveBySearch } from "../modify/move-by-search.ts";
import type { ImapSession } from "../session.ts";
import { locationOf } from "../state/ids.ts";
import { sequences, type UidSet, uidSet } from "../state/uids.ts";
import { appendTo } from "./append.ts";

/** Messages of one folder. */
interface Copies {
	path: string;
	validity: string;
	uids: UidSet;
}

/** IMAP cannot change a message: the new copy is appended, then the earlier ones are removed. */
export async function saveDraft(
	session: ImapSession,
	raw: Uint8Array,
	replaces?: DraftReference,
): Promise<{ id: string }> {
	const gmail = await session.gmail();
	const id = await session.work.use(async (client) => {
		const path = await ensureRole(session, client, "drafts");
		// Before, because the new copy may have the same Message-ID.
		const earlier = replaces === undefined ? [] : await copiesOf(session, client, gmail, { path, draft: replaces });
		const saved = await appendTo(session, client, gmail, { path, raw, flags: ["\\Draft", "\\Seen"] });
		for (const copies of earlier) await remove(session, client, gmail, copies);
		return saved;
	});
	if (id === undefined) throw new Unsupported("The mail server does not say where it keeps the draft");
	return { id };
}

export async function removeDraft(session: ImapSession, draft: DraftReference): Promise<void> {
	const gmail = await session.gmail();
	await session.work.use(async (client) => {
		const { shown, missing } = await session.folders(client);
		const path = shown.find(({ role }) => role === "drafts")?.id;
		if (path === undefined || missing.some(({ id }) => id === path)) return;
		for (const copies of await copiesOf(session, client, gmail, { path, draft }))
			await remove(session, client, gmail, copies);
	});
}

/** Of the messages in Drafts (and of Gmail's drafts in All Mail), those that the reference names. */
async function copiesOf(
	session: ImapSession,
	client: ImapFlow,
	gmail: GmailPaths | null,
	{ path, draft: { messageId, id } }: { path: string; draft: DraftReference },
): Promise<Copies[]> {
	const { validity } = await select(client, path, "write");
	const named = await search(client, [atom("HEADER"), text("Message-ID"), text(`<${messageId}>`)]);
	const found: Copies[] = [{ path, validity, uids: named }];
	const location = id === null ? null : locationOf(id);
	const folder = location && (await session.pathOf(client, location.key));
	if (location && (folder === path || (gmail !== null && folder === gmail.all))) {
		const box = await select(client, folder, "write");
		const [range = ""] = sequences(uidSet([location.uid]));
		const isDraft = folder === path ? [] : [atom("DRAFT")];
		if (box.validity === location.validity)
			found.push({
				...{ path: folder, validity: box.validity },
				uids: await search(client, [atom("UID"), sequence(range), ...isDraft]),
			});
	}
	return found.filter(({ uids }) => uids.length > 0);
}

/** In Gmail a message is deleted in Trash: expunging it elsewhere only archives it. */
async function remove(
	session: ImapSession,
	client: ImapFlow,
	gmail: GmailPaths | null,
	{ path, validity, uids }: Copies,
): Promise<void> {
	// Another UIDVALIDITY: the UIDs are those of other messages.
	if ((await select(client, path, "write")).validity !== validity) return;
	if (gmail === null) return expungeMessages(client, uids);
	const moved = await moveBySearch(session, client, uids, gmail.trash);
	const there = uidSet([...moved.values()].flatMap((id) => locationOf(id)?.uid ?? []));
	await select(client, gmail.trash, "write");
	if (there.length > 0) await expungeMessages(client, there);
}
