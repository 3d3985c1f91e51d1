import { flagOperation } from "#shared/mail/flags.ts";
import { formatCount } from "#web/lib/base/format.ts";
import type { Action } from "../base/mail.ts";
import { t } from "../base/text.ts";

/** A toast as "Title: description". */
export interface Words {
	title: string;
	description?: string;
}

const many = (count: number) => formatCount(count, "email");

/** Toast text for a change. @param folderName the name of the folder or label concerned */
export function done(action: Action, count: number, folderName?: string): Words {
	const of = count === 1 ? undefined : many(count);
	if ("value" in action) return { title: flagOperation(action).done, description: of };
	switch (action.type) {
		case "archive":
			return count === 1
				? { title: t.changes.emailArchived }
				: { title: t.changes.emailsArchived, description: t.changes.archivedCount(many(count)) };
		case "trash":
			return count === 1
				? { title: t.changes.emailDeleted }
				: { title: t.changes.emailsDeleted, description: t.changes.deletedCount(many(count)) };
		case "delete":
			return { title: t.changes.permanentlyDeleted, description: many(count) };
		case "spam":
			return { title: t.changes.movedToSpam, description: of };
		case "restore":
			return { title: count === 1 ? t.changes.emailRestored : t.changes.emailsRestored, description: of };
		case "move":
			return { title: t.changes.movedTo(folderName ?? t.changes.anotherFolder), description: of };
		case "label":
			return { title: t.changes.labelsChanged, description: of };
	}
}

/** Label of the button that applies a previewed change: "Archive 4,218 emails". */
export function verb(action: Action, count: number, folderName?: string): string {
	const what = many(count);
	if ("value" in action) return flagOperation(action).planned(what);
	switch (action.type) {
		case "archive":
			return t.changes.archiveEmails(what);
		case "trash":
			return t.changes.deleteEmails(what);
		case "delete":
			return t.changes.deletePermanently(what);
		case "spam":
			return t.changes.moveToSpam(what);
		case "restore":
			return t.changes.restoreEmails(what);
		case "move":
			return t.changes.moveTo(what, folderName ?? t.changes.theFolder);
		case "label":
			return t.changes.changeLabels(what);
	}
}

/** The confirmation before a permanent deletion; null where none is needed, because Undo is available. */
export function question(
	action: Action,
	count: number,
): { title: string; description: string; confirm: string } | null {
	if (action.type === "delete")
		return {
			title: count === 1 ? t.changes.deleteThisEmail : t.changes.deleteQuestion(many(count)),
			description: t.changes.permanentWarning(count),
			confirm: count === 1 ? t.changes.deleteOnePermanently : t.changes.deleteManyPermanently(many(count)),
		};
	return null;
}
