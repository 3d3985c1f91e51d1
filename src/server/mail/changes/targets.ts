import type { Action } from "#shared/contracts/plans.ts";
import { flagOfAction, mapFlags, type SettableFlag } from "#shared/mail/flags.ts";
import { AppError, badRequest } from "../../errors.ts";
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

const still: Target = {
	folderId: "null::text",
	...mapFlags(() => "null::boolean"),
	labels: "null::text[]",
	changes: "true",
	values: [],
	folderName: null,
};

const roles = { archive: "archive", trash: "trash", spam: "spam" } as const;

/** $6: the folder. */
const toFolder = (id: string, name: string | null): Target => ({
	...still,
	folderId: "$6::text",
	changes: "e.folder_id <> $6::text",
	values: [id],
	folderName: name,
});

/** $6: the value. */
const toFlag = (flag: SettableFlag, value: boolean): Target => ({
	...still,
	[flag]: "$6::boolean",
	changes: `e.is_${flag} <> $6::boolean`,
	values: [value],
});

/**
 * Back to the folder from which the latest operation moved the message here, if that folder still exists; restores and
 * undos do not count. $6: the inbox. $7: existing folders.
 */
const toWhereItWas = (inbox: string, folders: string[]): Target => ({
	...still,
	folderId: `coalesce((
		select i.folder_id from operation_items i join operations o on o.owner_id = i.owner_id and o.id = i.operation_id
		where i.owner_id = e.owner_id and i.account_id = e.account_id and i.email_id = e.id and i.to_folder_id = e.folder_id
			and i.state in ('local', 'done') and o.undo_of is null and o.action->>'type' <> 'restore' and i.folder_id = any($7::text[])
		order by o.started_at desc, o.id desc limit 1), $6::text)`,
	changes: "e.folder_role in ('trash', 'spam', 'archive')",
	values: [inbox, folders],
});

/** $6: labels to add, $7: labels to remove. */
const toLabels = (add: string[], remove: string[]): Target => ({
	...still,
	labels: `array(select l from unnest(e.labels) l where l <> all($7::text[]))
		|| array(select l from unnest($6::text[]) l where l <> all(e.labels))`,
	changes: "(not e.labels @> $6::text[] or e.labels && $7::text[])",
	values: [add, remove],
});

/**
 * Resolves the action for this account.
 * @throws AppError 400 `not-supported` or `unknown-folder` when the account cannot do it
 */
export function targetOf(action: Action, account: ChangeableAccount): Target {
	const withRole = (role: FolderRole) => account.folders.find((folder) => folder.role === role);
	if ("value" in action) return toFlag(flagOfAction(action), action.value);
	switch (action.type) {
		case "archive":
		case "trash":
		case "spam": {
			const folder = withRole(roles[action.type]);
			if (folder === undefined)
				throw new AppError(400, "not-supported", `This mailbox has no ${roles[action.type]} folder.`);
			return toFolder(folder.id, folder.name);
		}
		case "restore": {
			const inbox = withRole("inbox");
			if (inbox === undefined) throw new AppError(400, "not-supported", "This mailbox has no inbox to restore to.");
			return toWhereItWas(
				inbox.id,
				account.folders.map((folder) => folder.id),
			);
		}
		case "move": {
			const folder = account.folders.find(({ id }) => id === action.folderId);
			if (folder === undefined)
				throw badRequest("unknown-folder", "This mailbox has no such folder. Choose another one.");
			return toFolder(folder.id, folder.name);
		}
		case "label": {
			if (!account.capabilities.labels)
				throw new AppError(400, "not-supported", "This mailbox has no labels. Move the messages to a folder instead.");
			return toLabels(action.add, action.remove);
		}
		case "delete":
			if (!account.capabilities.permanentDelete)
				throw new AppError(
					400,
					"not-supported",
					"This mailbox doesn't allow permanent deletion. Allow it when you reconnect the mailbox, or move the messages to the trash.",
				);
			return still;
	}
}

/** Trims and deduplicates labels; a label to be added is not removed as well. */
export function normalised(action: Action): Action {
	if (action.type !== "label") return action;
	const clean = (labels: string[]): string[] => [...new Set(labels.map((label) => label.trim()).filter(Boolean))];
	const add = clean(action.add);
	return { ...action, add, remove: clean(action.remove).filter((label) => !add.includes(label)) };
}
