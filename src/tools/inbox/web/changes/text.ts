import { formatCount } from "#web/lib/format.ts";
import type { Action } from "../mail.ts";

/** A toast as "Title: description". */
export interface Words {
	title: string;
	description?: string;
}

const many = (count: number) => formatCount(count, "email");

/** Toast text for a change. @param folderName the name of the folder or label concerned */
export function done(action: Action, count: number, folderName?: string): Words {
	const of = count === 1 ? undefined : many(count);
	switch (action.type) {
		case "mark_read":
			return { title: action.value ? "Marked as read" : "Marked as unread", description: of };
		case "star":
			return { title: action.value ? "Starred" : "Removed star", description: of };
		case "important":
			return { title: action.value ? "Marked as important" : "Marked as not important", description: of };
		case "archive":
			return count === 1
				? { title: "Email archived" }
				: { title: "Emails archived", description: `Successfully archived ${many(count)}.` };
		case "trash":
			return count === 1
				? { title: "Email deleted" }
				: { title: "Emails deleted", description: `Successfully deleted ${many(count)}.` };
		case "delete":
			return { title: "Deleted for good", description: many(count) };
		case "spam":
			return { title: "Moved to Spam", description: of };
		case "restore":
			return { title: count === 1 ? "Email restored" : "Emails restored", description: of };
		case "move":
			return { title: `Moved to ${folderName ?? "another folder"}`, description: of };
		case "label":
			return { title: "Labels changed", description: of };
	}
}

/** Label of the button that applies a previewed change: "Archive 4,218 emails". */
export function verb(action: Action, count: number, folderName?: string): string {
	const what = many(count);
	switch (action.type) {
		case "mark_read":
			return `Mark ${what} as ${action.value ? "read" : "unread"}`;
		case "star":
			return action.value ? `Star ${what}` : `Remove the star from ${what}`;
		case "important":
			return action.value ? `Mark ${what} as important` : `Mark ${what} as not important`;
		case "archive":
			return `Archive ${what}`;
		case "trash":
			return `Delete ${what}`;
		case "delete":
			return `Delete ${what} for good`;
		case "spam":
			return `Move ${what} to Spam`;
		case "restore":
			return `Restore ${what}`;
		case "move":
			return `Move ${what} to ${folderName ?? "the folder"}`;
		case "label":
			return `Change the labels of ${what}`;
	}
}

/** The confirmation before a deletion; null where none is needed, because Undo is available. */
export function question(
	action: Action,
	count: number,
): { title: string; description: string; confirm: string } | null {
	if (action.type === "trash")
		return {
			title: count === 1 ? "Delete this email?" : `Delete ${many(count)}?`,
			description: `${count === 1 ? "It moves" : "They move"} to Trash. You can undo this.`,
			confirm: "Delete",
		};
	if (action.type === "delete")
		return {
			title: count === 1 ? "Delete this email?" : `Delete ${many(count)}?`,
			description: `${count === 1 ? "It is" : "They are"} deleted for good. This cannot be undone.`,
			confirm: count === 1 ? "Delete permanently" : `Delete ${many(count)} permanently`,
		};
	return null;
}
