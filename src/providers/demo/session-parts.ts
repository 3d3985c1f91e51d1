import type { AddedMessages } from "#providers/shared/added-messages.ts";
import { type Overlay, STANDARD_FOLDERS } from "#providers/shared/overlay.ts";
import type { ProviderState, RemoteFolder, RemoteMessage } from "#server/mail/provider/provider.ts";
import { type AccountMailbox, remoteOf } from "./generated.ts";
import type { Incoming } from "./incoming.ts";

/** What the parts of a session share. */
export interface SessionParts extends AccountMailbox {
	state: ProviderState;
	/** The user's changes. */
	overlay: Overlay;
	/** Messages that were not generated: sent, drafted, appended, delivered later. */
	outbox: AddedMessages;
	incoming: Incoming;
}

export const FOLDERS: RemoteFolder[] = [
	...STANDARD_FOLDERS,
	{ id: "harbour", name: "Projects/Harbour Museum", role: "custom" },
	{ id: "receipts", name: "Receipts", role: "custom" },
];

export async function listFolders({ overlay }: SessionParts): Promise<RemoteFolder[]> {
	return [...FOLDERS, ...(await overlay.folders())];
}

/** Known messages of both kinds in their original state, in the order requested. */
export async function find({ outbox, mailbox }: SessionParts, ids: readonly string[]): Promise<RemoteMessage[]> {
	const own = new Map((await outbox.find(ids)).map((message) => [message.id, message]));
	const { byId } = await mailbox();
	return [...new Set(ids)].flatMap((id) => {
		const message = byId.get(id);
		return message ? [remoteOf(message)] : (own.get(id) ?? []);
	});
}
