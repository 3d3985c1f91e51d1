import { nameOfFolder } from "#web/lib/mailbox/folder-names.ts";
import type { Folder } from "../base/mail.ts";
import { t } from "../base/text.ts";

/** Maximum characters, as the server accepts them. */
export const longestName = 200;

/**
 * What is wrong with a folder name, as text; null when it is valid.
 * @param folders those of the same mailbox
 * @param self the folder being renamed
 */
export function nameFault(typed: string, folders: readonly Folder[], self?: Folder): string | null {
	const name = typed.trim();
	if (name === "") return t.folders.pleaseEnterFolderName;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
	if (/[\u0000-\u001f\u007f]/.test(name)) return t.folders.plainTextOnly;
	if (name.split("/").some((level) => level.trim() === "")) return t.folders.missingSlash;
	const same = (other: string) => other.toLowerCase() === name.toLowerCase();
	if (folders.some((folder) => folder.id !== self?.id && (same(folder.name) || same(nameOfFolder(folder)))))
		return t.folders.folderNameAlreadyExists;
	return null;
}
