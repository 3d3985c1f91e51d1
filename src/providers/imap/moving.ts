import type { ImapFlow } from "imapflow";
import { encodePath, expandRange } from "imapflow/lib/tools.js";
import type { ChangeResult } from "#server/mailbox/provider.ts";
import { arrivals, identities, newcomers } from "./arrivals.ts";
import { atom, codeOf, command, sequence } from "./command.ts";
import { ensureFolder } from "./folder-changes.ts";
import { messageId } from "./ids.ts";
import { atPlaces, type FoundMessages } from "./places.ts";
import { destroyIn } from "./removing.ts";
import type { ImapSession } from "./session.ts";
import { sequences } from "./uids.ts";

/** Old UID to the id in the new folder. */
type Moved = Map<number, string>;

/** Moves messages; those that are there already stay. @throws NotFound for a folder that does not exist */
export async function move(session: ImapSession, ids: readonly string[], folderId: string): Promise<ChangeResult> {
	const target = await session.work.use((client) => ensureFolder(session, client, folderId));
	const renamed: Record<string, string> = {};
	const missing = await atPlaces(session, ids, "write", async (client, messages) => {
		if (messages.path === target) return;
		const moved = await moveIn(session, client, messages, target);
		for (const [uid, id] of moved) {
			const old = messages.places.ids.get(uid);
			if (old !== undefined) renamed[old] = id;
		}
	});
	return { missing, renamed };
}

/** RFC 6851; else a copy and the removal of what was copied. The new UIDs come with COPYUID (RFC 4315 §3). */
async function moveIn(
	session: ImapSession,
	client: ImapFlow,
	{ found }: FoundMessages,
	target: string,
): Promise<Moved> {
	const canMove = client.capabilities.has("MOVE");
	const key = session.keys.keyOf(target);
	const tellsUids = client.capabilities.has("UIDPLUS");
	const before = tellsUids ? null : await arrivals(client, target);
	const sources = tellsUids ? [] : await identities(client, found);
	const moved: Moved = new Map();
	const take = (code: string[]): void => {
		if (code[0]?.toUpperCase() !== "COPYUID") return;
		const [, validity = "", from = "", to = ""] = code;
		const uids = expandRange(to);
		for (const [index, uid] of expandRange(from).entries()) {
			const now = uids[index];
			if (now !== undefined) moved.set(uid, messageId(key, validity, now));
		}
	};
	for (const range of sequences(found)) {
		const parts = [sequence(range), atom(encodePath(client, target))];
		const listener = { names: ["OK"], take: (response: Parameters<typeof codeOf>[0]) => take(codeOf(response)) };
		take(codeOf(await command(client, canMove ? "UID MOVE" : "UID COPY", parts, listener)));
	}
	if (!canMove) await destroyIn(client, found);
	if (before !== null) {
		const now = await newcomers(client, before);
		for (const { uid, size, messageId: name } of sources) {
			const index = now.findIndex((message) => message.size === size && message.messageId === name);
			const [match] = index < 0 ? [] : now.splice(index, 1);
			if (match) moved.set(uid, messageId(key, before.validity, match.uid));
		}
	}
	return moved;
}
