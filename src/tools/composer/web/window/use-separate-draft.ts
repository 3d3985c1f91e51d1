import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { uploadsOver } from "../attachments/use-attachments.ts";
import { composer, draftKeys, draftQueryKey } from "../base/api.ts";
import { closeComposer, openComposer } from "../draft/open-composers.ts";
import { currentUserId, keepUnsaved, saveSeparately } from "../draft/unsaved-drafts.ts";
import type { EditedDraft } from "../draft/use-draft.ts";

/**
 * When another window changed, sent or discarded the draft, what was written here becomes a draft of its own. Both are
 * kept, and both are shown.
 * @returns tries it again, after it failed
 */
export function useSeparateDraft(id: string, { status, current, saver }: EditedDraft): () => Promise<void> {
	const client = useQueryClient();
	const separate = useCallback(async () => {
		// The copy has the files that the draft has by then.
		await uploadsOver(id);
		let written = current();
		let own = await saveSeparately(id, written);
		// What was typed meanwhile.
		while (own !== null && written !== current()) {
			written = current();
			const { version } = await composer.updateDraft({ params: { id: own.id }, body: written });
			own = { ...own, ...written, version };
		}
		saver.stop();
		keepUnsaved(currentUserId(client), id, null);
		closeComposer(id);
		client.removeQueries({ queryKey: draftQueryKey(id) });
		const other = await composer.getDraft({ params: { id } }).catch(() => null);
		const isOpen = other?.state === "editing";
		// The old window must be gone before.
		setTimeout(() => {
			if (other !== null && isOpen) openComposer({ draftId: id, draft: other });
			if (own !== null) openComposer({ draftId: own.id, draft: own, note: isOpen ? "kept" : "kept-after-sending" });
		});
		void client.invalidateQueries({ queryKey: draftKeys.all });
	}, [client, current, id, saver]);
	useEffect(() => {
		// It stays here, and on this device, when the server cannot be reached.
		if (status === "conflict") void separate().catch(() => undefined);
	}, [status, separate]);
	return separate;
}
