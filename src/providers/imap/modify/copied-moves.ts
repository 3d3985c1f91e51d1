import type { ImapFlow } from "imapflow";
import { z } from "zod";
import { NotFound } from "#server/mail/provider/errors.ts";
import { select } from "../connection/command-queue.ts";
import { translate } from "../connection/errors.ts";
import { existing } from "../messages/search.ts";
import type { ImapSession } from "../session.ts";
import { type UidSet, uidSet } from "../state/uids.ts";
import { expungeMessages } from "./expunge.ts";
import { type FolderUidNext, type IdentifiedMessage, identities, messagesSince } from "./new-messages.ts";

/**
 * Without MOVE (RFC 6851) a message is copied, then expunged. What a killed process or a lost connection leaves between the
 * two is completed before the next move: otherwise the messages would be in both folders, and moved again as further copies.
 */

/** In the account's durable state: the move that has begun. */
const STATE = "copied-move";

const begun = z.object({
	source: z.object({ path: z.string(), validity: z.string() }),
	uids: z.array(z.tuple([z.number(), z.number()])),
	/** Before the copies arrived. */
	target: z.object({ path: z.string(), validity: z.string(), uidNext: z.number() }),
});

/** Call it before messages of the selected folder are copied. */
export async function beginCopiedMove(
	{ environment }: ImapSession,
	client: ImapFlow,
	uids: UidSet,
	target: FolderUidNext,
): Promise<void> {
	const { path, uidValidity } = client.mailbox || {};
	if (path === undefined) throw new Error("No folder is selected");
	await environment.state.put([[STATE, { source: { path, validity: String(uidValidity) }, uids, target }]]);
}

/** Call it once the originals are expunged. */
export async function endCopiedMove({ environment }: ImapSession): Promise<void> {
	await environment.state.put([[STATE, null]]);
}

/** Expunges the originals that an interrupted move has copied already. */
export async function completeCopiedMove(session: ImapSession, client: ImapFlow): Promise<void> {
	if (client.capabilities.has("MOVE")) return;
	const stored = (await session.environment.state.get([STATE])).get(STATE);
	if (stored === undefined) return;
	try {
		await expungeCopied(client, begun.parse(stored));
	} catch (cause) {
		// A folder that is gone has nothing left to complete.
		if (!(translate(cause) instanceof NotFound)) throw cause;
	}
	await endCopiedMove(session);
}

async function expungeCopied(client: ImapFlow, { source, uids, target }: z.infer<typeof begun>): Promise<void> {
	if ((await select(client, target.path, "read")).validity !== target.validity) return;
	const copies = await messagesSince(client, target);
	if ((await select(client, source.path, "write")).validity !== source.validity) return;
	const originals = await identities(client, await existing(client, uids));
	const copied = originals.filter((original) => takeCopy(copies, original) !== undefined);
	if (copied.length > 0) await expungeMessages(client, uidSet(copied.map(({ uid }) => uid)));
}

/** Removes the copy of a message from these; undefined: it is not among them. */
export function takeCopy(
	copies: IdentifiedMessage[],
	{ size, messageId }: IdentifiedMessage,
): IdentifiedMessage | undefined {
	const index = copies.findIndex((message) => message.size === size && message.messageId === messageId);
	return index < 0 ? undefined : copies.splice(index, 1)[0];
}
