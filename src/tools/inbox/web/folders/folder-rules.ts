import type { Folder } from "../mail.ts";
import { nameOfFolder } from "./folder-names.ts";

/** Characters, as the server takes them. */
export const longestName = 200;

/**
 * What is wrong with a name for a folder, in words; null when nothing is.
 * @param folders those of the same mailbox
 * @param self the folder that is renamed
 */
export function nameFault(typed: string, folders: readonly Folder[], self?: Folder): string | null {
	const name = typed.trim();
	if (name === "") return "Please name the folder.";
	// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
	if (/[\u0000-\u001f\u007f]/.test(name)) return "A name is one line of plain text.";
	if (name.split("/").some((level) => level.trim() === ""))
		return "A slash stands between two folders, as in Clients/Orchard.";
	const same = (other: string) => other.toLowerCase() === name.toLowerCase();
	if (folders.some((folder) => folder.id !== self?.id && (same(folder.name) || same(nameOfFolder(folder)))))
		return "There is a folder of this name already.";
	return null;
}
