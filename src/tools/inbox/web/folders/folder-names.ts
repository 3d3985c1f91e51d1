import type { Folder, FolderRoleName } from "../mail.ts";

/** What the folders of each role are called, whatever the provider calls its own. */
export const roleNames: Record<Exclude<FolderRoleName, "custom">, string> = {
	inbox: "Inbox",
	sent: "Sent",
	drafts: "Drafts",
	spam: "Spam",
	trash: "Trash",
	archive: "Archive",
};

/** The tabs, in their order. */
export const tabRoles = ["inbox", "sent", "drafts", "spam", "trash"] as const;

export function isRole(folder: string): folder is keyof typeof roleNames {
	return folder in roleNames;
}

export function nameOfFolder(folder: Folder): string {
	return isRole(folder.role) ? roleNames[folder.role] : folder.name;
}

/** One entry of the tabs or of the "More" menu. */
export interface FolderChoice {
	/** A role, or a custom folder's id: what the address says. */
	value: string;
	name: string;
	total: number;
	unread: number;
	/** Whose it is, where several mailboxes are shown. */
	accountId: string | null;
}

/** The folders of one role, of all mailboxes together. */
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

/** The five tabs; each shows even where a mailbox has no such folder, because it may get one. */
export function tabFolders(folders: readonly Folder[]): FolderChoice[] {
	return tabRoles.map((role) => ofRole(folders, role));
}

/** What else there is: Archive and the person's own folders, by name. */
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

/** @returns null when the address names a folder that is not there (any more) */
export function findFolder(folders: readonly Folder[], value: string): FolderChoice | null {
	if (isRole(value)) return ofRole(folders, value);
	return moreFolders(folders).find((choice) => choice.value === value) ?? null;
}
