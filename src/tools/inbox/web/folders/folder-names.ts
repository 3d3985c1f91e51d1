import { isRole, nameOfFolder, roleNames } from "#web/lib/mailbox/folder-names.ts";
import type { Action, Folder } from "../base/mail.ts";

/** The tabs, in order. */
export const tabRoles = ["inbox", "sent", "drafts", "spam", "trash"] as const;

/** An entry of the tabs or of the "More" menu. */
export interface FolderChoice {
	/** A role, or a custom folder's id, as in the URL. */
	value: string;
	name: string;
	total: number;
	unread: number;
	/** Its account, where several mailboxes are shown. */
	accountId: string | null;
}

/** The folders of one role, across all mailboxes. */
function ofRole(folders: readonly Folder[], role: keyof typeof roleNames): FolderChoice {
	const members = folders.filter((folder) => folder.role === role);
	return {
		value: role,
		name: roleNames[role],
		total: members.reduce((sum, folder) => sum + folder.total, 0),
		unread: members.reduce((sum, folder) => sum + folder.unread, 0),
		accountId: null,
	};
}

/** The five tabs; each is shown even where a mailbox has no such folder, because it may get one. */
export function tabFolders(folders: readonly Folder[]): FolderChoice[] {
	return tabRoles.map((role) => ofRole(folders, role));
}

/** The rest: Archive and the user's custom folders, by name. */
export function moreFolders(folders: readonly Folder[]): FolderChoice[] {
	const own = folders
		.filter((folder) => folder.role === "custom")
		.map((folder) => ({
			value: folder.id,
			name: folder.name,
			total: folder.total,
			unread: folder.unread,
			accountId: folder.accountId,
		}))
		.sort((a, b) => a.name.localeCompare(b.name));
	return [ofRole(folders, "archive"), ...own];
}

/** @returns null when the URL names a folder that does not exist (anymore) */
export function findFolder(folders: readonly Folder[], value: string): FolderChoice | null {
	if (isRole(value)) return ofRole(folders, value);
	return moreFolders(folders).find((choice) => choice.value === value) ?? null;
}

/** A folder that dragged messages can be dropped on. */
export interface DropFolder {
	key: string;
	name: string;
	action: Action;
}

/**
 * The targets of a drag: archive, spam and trash in any mailbox; Inbox and custom folders where all messages are in
 * one. The shown folder, Sent and Drafts are not among them.
 */
export function dropFolders(
	folders: readonly Folder[],
	accounts: ReadonlySet<string>,
	current: string | undefined,
): DropFolder[] {
	const anywhere = (["archive", "spam", "trash"] as const)
		.filter((role) => role !== current)
		.map((role) => ({ key: role, name: roleNames[role], action: { type: role } as const }));
	if (accounts.size !== 1) return anywhere;
	const own = folders
		.filter(
			({ accountId, role, id }) => accounts.has(accountId) && ["inbox", "custom"].includes(role) && id !== current,
		)
		.filter(({ role }) => role !== current)
		.map((folder) => ({
			key: folder.id,
			name: nameOfFolder(folder),
			action: { type: "move", folderId: folder.id } as const,
			isInbox: folder.role === "inbox",
		}))
		.sort((a, b) => Number(b.isInbox) - Number(a.isInbox) || a.name.localeCompare(b.name));
	const inbox = own.filter(({ isInbox }) => isInbox);
	return [...inbox, ...anywhere, ...own.filter(({ isInbox }) => !isInbox)];
}
