import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { BackupMessage } from "../backups/messages.ts";

/** Where a message goes in a mailbox. */
export interface Destination {
	/** Null: a folder to be created. */
	folderId: string | null;
	folderName: string;
	/** Names of labels, where the mailbox has them. */
	labels: string[];
}

interface Folder {
	id: string;
	name: string;
	role: string;
}

/** The folders of a mailbox, with the one that messages are restored to. */
export interface Folders {
	trashId: string | null;
	destinationOf(message: BackupMessage): Destination;
}

export async function readFolders(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	account: Pick<Account, "id" | "capabilities">,
): Promise<Folders> {
	const folders = await database.query<Folder>(
		"select id, folder_name as name, role from mail_folders_v1 where owner_id = $1 and account_id = $2 order by id",
		[ownerId, account.id],
	);
	return foldersOf(account, folders);
}

/**
 * A message goes back to its folder; in another mailbox, to the folder of the same role or name, which is created where the
 * mailbox has folders, and else becomes a label of archived mail.
 */
export function foldersOf(account: Pick<Account, "id" | "capabilities">, folders: readonly Folder[]): Folders {
	const { capabilities } = account;
	const byId = new Map(folders.map((folder) => [folder.id, folder]));
	const byRole = (role: string) => folders.find((folder) => folder.role === role);
	const byName = (name: string) => folders.find((folder) => folder.name.toLowerCase() === name.toLowerCase());
	const usual = byRole("archive") ?? byRole("inbox");
	const found = ({ mailboxId, folderId, folderRole, folderName }: BackupMessage): Folder | undefined => {
		if (mailboxId === account.id && byId.has(folderId)) return byId.get(folderId);
		return folderRole === "custom" ? byName(folderName) : byRole(folderRole);
	};
	return {
		trashId: byRole("trash")?.id ?? null,
		destinationOf(message) {
			const labels = capabilities.labels ? message.labels : [];
			const folder = found(message);
			if (folder !== undefined) return { folderId: folder.id, folderName: folder.name, labels };
			const { folderRole, folderName } = message;
			if (folderRole === "custom" && capabilities.folders) return { folderId: null, folderName, labels };
			const isLabel = folderRole === "custom" && capabilities.labels && !labels.includes(folderName);
			return {
				folderId: usual?.id ?? "",
				folderName: usual?.name ?? "",
				labels: isLabel ? [...labels, folderName] : labels,
			};
		},
	};
}
