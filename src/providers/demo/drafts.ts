import type { AddedMessages } from "#providers/shared/added-messages.ts";
import type { Overlay } from "#providers/shared/overlay.ts";
import type { DraftReference } from "#server/mail/provider/provider.ts";
import { messageIdOf } from "./send.ts";

/** Ids of a draft's copies that are in Drafts now. */
export async function findDrafts(
	outbox: AddedMessages,
	overlay: Pick<Overlay, "apply">,
	{ id, messageId }: DraftReference,
): Promise<string[]> {
	const drafts = (await overlay.apply(await outbox.all())).filter(({ folderId }) => folderId === "drafts");
	const found: string[] = [];
	for (const draft of drafts)
		if (draft.id === id || messageIdOf(await outbox.read(draft.id)) === messageId) found.push(draft.id);
	return found;
}
