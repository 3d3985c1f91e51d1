import type { Command } from "./parse.ts";

/** How a script's folders are called here. */
export interface FolderNames {
	/** Between the levels of a folder's path at the server; null: unknown. */
	separator: string | null;
	/** By path at the server. */
	names: Readonly<Record<string, string>>;
}

export const NO_FOLDERS: FolderNames = { separator: null, names: {} };

/** What the folders of mailboxes tell about paths at their servers. @param folders their ids are those paths */
export function namesIn(folders: readonly { id: string; name: string }[]): FolderNames {
	const names = new Map<string, string>();
	const separators = new Set<string>();
	for (const { id, name } of folders) {
		// Two mailboxes may call the same path differently.
		names.set(id, (names.get(id) ?? name) === name ? name : id);
		const separator = separatorIn(id, name);
		if (separator !== null) separators.add(separator);
	}
	const [only = null] = separators;
	return { separator: separators.size === 1 ? only : null, names: Object.fromEntries(names) };
}

/** The last levels of path and name are the same: what stands before it in the path separates. */
function separatorIn(path: string, name: string): string | null {
	const levels = name.split("/");
	const last = levels.at(-1) ?? "";
	if (levels.length === 1 || !path.endsWith(last)) return null;
	const before = path.charAt(path.length - last.length - 1);
	return /[./\\^|]/.test(before) ? before : null;
}

/** Where mailboxes don't tell, a script does: by its folders below `INBOX.`, if it has no slash in any. */
export function withSeparator(names: FolderNames, commands: readonly Command[]): FolderNames {
	if (names.separator !== null) return names;
	const folders = foldersIn(commands);
	const isDotted = folders.some((one) => /^INBOX\./i.test(one)) && !folders.some((one) => one.includes("/"));
	return { ...names, separator: isDotted ? "." : "/" };
}

function foldersIn(commands: readonly Command[]): string[] {
	return commands.flatMap((command) => {
		const last = command.arguments.at(-1);
		const own = command.name === "fileinto" && last?.type === "strings" ? last.values : [];
		return [...own, ...foldersIn(command.block ?? [])];
	});
}

/** The name here of a folder in a script: its levels are separated by slashes. */
export function folderNameOf(folder: string, { separator, names }: FolderNames): string {
	const known = Object.hasOwn(names, folder) ? names[folder] : undefined;
	if (known !== undefined) return known;
	const by = separator ?? "/";
	const isInside = folder.length > 6 && folder.slice(0, 6).toLowerCase() === `inbox${by}`;
	return (isInside ? folder.slice(6) : folder).replaceAll(by, "/");
}
