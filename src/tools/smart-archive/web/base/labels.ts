import { formatBytes, formatCount } from "#web/lib/base/format.ts";
import type { Cleanup } from "../../contract.ts";
import { t } from "./text.ts";

/** A size split into number and unit. */
export function figureOf(bytes: number): { value: string; note: string } {
	const [value = "", note = ""] = formatBytes(bytes).split(" ");
	return { value, note };
}

/** Names of cleanup actions in menus. */
export const cleanupNames: Record<Cleanup, string> = {
	trash: t.labels.moveToTrashName,
	archive: t.labels.archiveName,
	backup: t.labels.backUpName,
	detach: t.labels.removeAttachmentsName,
	delete: t.labels.deleteName,
};

/** Label of the confirm button. */
export function verbOf(cleanup: Cleanup, count: number): string {
	const emails = formatCount(count, "email");
	switch (cleanup) {
		case "trash":
			return t.labels.moveToTrash(emails);
		case "archive":
			return t.labels.archiveEmails(emails);
		case "backup":
			return t.labels.backUpAndTrash(emails);
		case "detach":
			return t.labels.removeAttachments(emails);
		case "delete":
			return t.labels.deletePermanently(emails);
	}
}

/** Note shown before the action. */
export const cleanupNotes: Record<Cleanup, string> = {
	trash: t.labels.trashNote,
	archive: t.labels.archiveNote,
	backup: t.labels.backupNote,
	detach: t.labels.detachNote,
	delete: t.labels.deleteNote,
};
