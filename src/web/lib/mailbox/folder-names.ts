import type { FolderRoleName } from "#shared/contracts/accounts.ts";

/** Display names per folder role, whatever the provider's names are. Here and not in text.ts, because the rail loads them at start. */
export const roleNames: Record<Exclude<FolderRoleName, "custom">, string> = {
	inbox: "Inbox",
	sent: "Sent",
	drafts: "Drafts",
	spam: "Spam",
	trash: "Trash",
	archive: "Archive",
};

export function isRole(folder: string): folder is keyof typeof roleNames {
	return folder in roleNames;
}

/** Display name: that of its role, or the provider's name. */
export function nameOfFolder({ role, name }: { role: FolderRoleName; name: string }): string {
	return isRole(role) ? roleNames[role] : name;
}
