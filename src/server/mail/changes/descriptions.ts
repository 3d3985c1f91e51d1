import type { PastAction } from "#shared/contracts/plans.ts";
import { flagOperation } from "#shared/mail/flags.ts";

/** Inputs of an operation's title. */
export interface TitleParts {
	action: PastAction;
	/** Messages affected, or to be affected. */
	count: number;
	/** Not started yet: "Archive" instead of "Archived". */
	planned: boolean;
	/** Target folder of `move`. */
	folderName: string | null;
	/** 0: the change itself; odd: undone; even: redone. */
	undoDepth: number;
}

/** The title of an operation: "Archived 214 emails". */
export function titleOf(parts: TitleParts): string {
	const sentence = parts.planned ? planned(parts) : past(parts);
	if (parts.undoDepth === 0) return sentence;
	const lead = parts.undoDepth % 2 === 1 ? "Undone" : "Redone";
	return `${lead}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** "1 email", "2,140 emails". */
export function emails(count: number): string {
	return `${count.toLocaleString("en-US")} ${count === 1 ? "email" : "emails"}`;
}

function past({ action, count, folderName }: TitleParts): string {
	const n = emails(count);
	if ("value" in action) return flagOperation(action).past(n);
	switch (action.type) {
		case "archive":
			return `Archived ${n}`;
		case "trash":
			return `Moved ${n} to trash`;
		case "spam":
			return `Marked ${n} as spam`;
		case "restore":
			return `Restored ${n}`;
		case "move":
			return `Moved ${n} to ${folderName ?? "another folder"}`;
		case "label":
			return labelled(action.add, action.remove, n, ["Labeled", "Removed", "Changed"]);
		case "delete":
			return `Permanently deleted ${n}`;
		case "detach":
			return `Removed attachments from ${emails(Math.ceil(count / 2))}`;
	}
}

function planned({ action, count, folderName }: TitleParts): string {
	const n = emails(count);
	if ("value" in action) return flagOperation(action).planned(n);
	switch (action.type) {
		case "archive":
			return `Archive ${n}`;
		case "trash":
			return `Move ${n} to trash`;
		case "spam":
			return `Mark ${n} as spam`;
		case "restore":
			return `Restore ${n}`;
		case "move":
			return `Move ${n} to ${folderName ?? "another folder"}`;
		case "label":
			return labelled(action.add, action.remove, n, ["Label", "Remove", "Change"]);
		case "delete":
			return `Permanently delete ${n}`;
		case "detach":
			return `Remove attachments from ${emails(Math.ceil(count / 2))}`;
	}
}

function labelled(add: string[], remove: string[], n: string, verbs: [string, string, string]): string {
	const list = (labels: string[]): string => labels.map((label) => `“${label}”`).join(", ");
	if (remove.length === 0) return `${verbs[0]} ${n} ${list(add)}`;
	if (add.length === 0) return `${verbs[1]} the label${remove.length === 1 ? "" : "s"} ${list(remove)} from ${n}`;
	return `${verbs[2]} the labels of ${n}`;
}
