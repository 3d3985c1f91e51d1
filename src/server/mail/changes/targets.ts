import { mapFlags, type SettableFlag } from "#shared/mail/flags.ts";
import type { Capabilities, FolderRole } from "../provider/provider.ts";

/** An account that messages are chosen from, with what decides which actions it supports. */
export interface ChangeableAccount {
	id: string;
	capabilities: Capabilities;
	folders: readonly { id: string; name: string; role: FolderRole }[];
}

/**
 * The message state an action results in, as SQL over the alias `e` of `emails`: parameters $1 to $5 belong to the
 * freezing statement, those from $6 on are `values`.
 */
export interface Target extends Record<SettableFlag, string> {
	folderId: string;
	labels: string;
	/** Whether the action would change the message at all. */
	changes: string;
	values: unknown[];
	/** Name of the target folder, for titles. */
	folderName: string | null;
}

/** The state that a message already has: for actions to extend, which change a part of it. */
export const sameState: Target = {
	folderId: "null::text",
	...mapFlags(() => "null::boolean"),
	labels: "null::text[]",
	changes: "true",
	values: [],
	folderName: null,
};
