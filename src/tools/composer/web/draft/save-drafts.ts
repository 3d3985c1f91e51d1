import type { DraftSaver } from "./draft-saver.ts";
import { recoverUnsaved, unsavedDrafts } from "./unsaved-drafts.ts";

/** Of the open composers, by draft. */
const savers = new Map<string, DraftSaver>();

/** A composer is open. @returns it is closed */
export function addSaver(draftId: string, saver: DraftSaver): () => void {
	savers.set(draftId, saver);
	return () => {
		if (savers.get(draftId) === saver) savers.delete(draftId);
	};
}

/** Saves what is written in open composers, and what else of the user this device keeps. @returns whether all is saved */
export async function saveDrafts(userId: string): Promise<boolean> {
	const flushed = await Promise.all([...savers].map(async ([id, saver]) => ({ id, isSaved: await saver.flush() })));
	const kept = unsavedDrafts(userId);
	for (const id of kept) await recoverUnsaved(userId, id).catch(() => []);
	// What no composer could save, as after a conflict, is saved from the device: if it has room for it.
	return flushed.every(({ id, isSaved }) => isSaved || kept.includes(id)) && unsavedDrafts(userId).length === 0;
}
