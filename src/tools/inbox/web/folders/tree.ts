import type { FolderRoleName } from "#shared/contracts/accounts.ts";
import type { Folder } from "../base/mail.ts";

/** A folder in the tree, or a level of a name that is no folder itself. */
export interface FolderNode {
	/** Unique in the tree. */
	key: string;
	/** Last part of the name. */
	name: string;
	/** Undefined: only its children are folders. */
	folder: Folder | undefined;
	children: FolderNode[];
}

/** The user's own folders as a tree, by the slashes of their names, sorted by name. */
export function folderTree(folders: readonly Pick<Folder, "id" | "name" | "role">[]): FolderNode[] {
	const roots: FolderNode[] = [];
	const own = folders.filter(({ role }) => role === "custom") as Folder[];
	for (const folder of own.toSorted((a, b) => a.name.localeCompare(b.name))) {
		let level = roots;
		let path = "";
		const parts = folder.name.split("/");
		parts.forEach((name, depth) => {
			path = depth === 0 ? name : `${path}/${name}`;
			let node = level.find((one) => one.name === name);
			if (node === undefined) {
				node = { key: `${folder.accountId} ${path}`, name, folder: undefined, children: [] };
				level.push(node);
			}
			if (depth === parts.length - 1) node.folder = folder;
			level = node.children;
		});
	}
	return roots;
}

/** Unread emails of a folder and the folders inside it. */
export function unreadIn(node: FolderNode): number {
	return (node.folder?.unread ?? 0) + node.children.reduce((sum, child) => sum + unreadIn(child), 0);
}

/** Standard folders below the inbox, in order; the archive only where there are emails. Drafts have their own page. */
export const listedRoles = ["sent", "archive", "spam", "trash"] as const satisfies readonly FolderRoleName[];
