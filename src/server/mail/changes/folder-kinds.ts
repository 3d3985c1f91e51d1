import type { Action } from "#shared/contracts/plans.ts";
import { AppError, badRequest } from "../../errors.ts";
import type { FolderRole } from "../provider/provider.ts";
import type { ChangeKind } from "./change-kind.ts";
import { emails } from "./descriptions.ts";
import { type ChangeableAccount, sameState, type Target } from "./targets.ts";

type Of<T extends Action["type"]> = Extract<Action, { type: T }>;

/** SQL over `o` (`operations`): it moved messages from where they belong, which restores and undos do not. */
export const IS_ORIGIN = "o.undo_of is null and o.action->>'type' <> 'restore'";

const move: ChangeKind<Of<"move">> = {
	type: "move",
	titles(_, { count, folderName }) {
		const to = `${emails(count)} to ${folderName ?? "another folder"}`;
		return { planned: `Move ${to}`, past: `Moved ${to}` };
	},
	target({ folderId }, { folders }) {
		const folder = folders.find(({ id }) => id === folderId);
		if (folder === undefined)
			throw badRequest("unknown-folder", "This mailbox has no such folder. Choose another one.");
		return toFolder(folder);
	},
};

const restore: ChangeKind<Of<"restore">> = {
	type: "restore",
	titles: (_, { count }) => ({ planned: `Restore ${emails(count)}`, past: `Restored ${emails(count)}` }),
	target(_, account) {
		const inbox = withRole(account, "inbox");
		if (inbox === undefined) throw new AppError(400, "not-supported", "This mailbox has no inbox to restore to.");
		return toWhereItWas(
			inbox.id,
			account.folders.map((folder) => folder.id),
		);
	},
};

/** Changes of the folder of messages. */
export const folderKinds: readonly ChangeKind[] = [
	toRole("archive", (n) => ({ planned: `Archive ${n}`, past: `Archived ${n}` })),
	toRole("trash", (n) => ({ planned: `Move ${n} to trash`, past: `Moved ${n} to trash` })),
	toRole("spam", (n) => ({ planned: `Mark ${n} as spam`, past: `Marked ${n} as spam` })),
	restore,
	move,
];

/** The action is called like the role of the folder. */
function toRole<R extends "archive" | "trash" | "spam">(
	role: R,
	titles: (emails: string) => { planned: string; past: string },
): ChangeKind {
	return {
		type: role,
		titles: (_, { count }) => titles(emails(count)),
		target(_, account) {
			const folder = withRole(account, role);
			if (folder === undefined) throw new AppError(400, "not-supported", `This mailbox has no ${role} folder.`);
			return toFolder(folder);
		},
	};
}

function withRole({ folders }: ChangeableAccount, role: FolderRole) {
	return folders.find((folder) => folder.role === role);
}

/** $6: the folder. */
const toFolder = ({ id, name }: { id: string; name: string }): Target => ({
	...sameState,
	folderId: "$6::text",
	changes: "e.folder_id <> $6::text",
	values: [id],
	folderName: name,
});

/**
 * Back to the folder from which the latest operation moved the message here, if that folder still exists. $6: the inbox.
 * $7: existing folders.
 */
const toWhereItWas = (inbox: string, folders: string[]): Target => ({
	...sameState,
	folderId: `coalesce((
		select i.folder_id from operation_items i join operations o on o.owner_id = i.owner_id and o.id = i.operation_id
		where i.owner_id = e.owner_id and i.account_id = e.account_id and i.email_id = e.id and i.to_folder_id = e.folder_id
			and i.state in ('local', 'done') and ${IS_ORIGIN} and i.folder_id = any($7::text[])
		order by o.started_at desc, o.id desc limit 1), $6::text)`,
	changes: "e.folder_role in ('trash', 'spam', 'archive')",
	values: [inbox, folders],
});
