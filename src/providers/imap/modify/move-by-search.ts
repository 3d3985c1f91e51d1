import type { ImapFlow, ImapResponse } from "imapflow";
import { encodePath, expandRange } from "imapflow/lib/tools.js";
import { atom, codeOf, command, sequence } from "../connection/command.ts";
import type { ImapSession } from "../session.ts";
import { messageId } from "../state/ids.ts";
import { sequences, type UidSet } from "../state/uids.ts";
import { beginCopiedMove, endCopiedMove, takeCopy } from "./copied-moves.ts";
import { expungeMessages } from "./expunge.ts";
import { identities, messagesSince, readUidNext } from "./new-messages.ts";

/**
 * Moves messages of the selected folder (RFC 6851); without MOVE, copies them and expunges the originals.
 * @returns new ids by old UID, from COPYUID (RFC 4315 §3) or by searching the target folder for what arrived
 */
export async function moveBySearch(
	session: ImapSession,
	client: ImapFlow,
	found: UidSet,
	target: string,
): Promise<Map<number, string>> {
	const canMove = client.capabilities.has("MOVE");
	const key = session.keys.keyOf(target);
	const hasUidPlus = client.capabilities.has("UIDPLUS");
	const before = canMove && hasUidPlus ? null : await readUidNext(client, target);
	const sources = hasUidPlus ? [] : await identities(client, found);
	const moved = new Map<number, string>();
	const onResponse = (response: ImapResponse): void => {
		const [code, validity = "", from = "", to = ""] = codeOf(response);
		if (code?.toUpperCase() !== "COPYUID") return;
		const uids = expandRange(to);
		for (const [index, uid] of expandRange(from).entries()) {
			const now = uids[index];
			if (now !== undefined) moved.set(uid, messageId(key, validity, now));
		}
	};
	if (!canMove && before !== null) await beginCopiedMove(session, client, found, before);
	for (const range of sequences(found)) {
		const parts = [sequence(range), atom(encodePath(client, target))];
		onResponse(await command(client, canMove ? "UID MOVE" : "UID COPY", parts, { names: ["OK"], onResponse }));
	}
	if (!canMove) {
		await expungeMessages(client, found);
		await endCopiedMove(session);
	}
	if (!hasUidPlus && before !== null) {
		const now = await messagesSince(client, before);
		for (const source of sources) {
			const copy = takeCopy(now, source);
			if (copy) moved.set(source.uid, messageId(key, before.validity, copy.uid));
		}
	}
	return moved;
}
