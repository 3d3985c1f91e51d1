import { Folder } from "lucide-react";
import type { FolderRoleName } from "#shared/contracts/accounts.ts";
import { t } from "../base/text.ts";
import { nameOfFolder } from "../mailbox/folder-names.ts";

/** The folder of a row's email, unless it is the inbox. */
export function FolderNote({ folder, name }: { folder: FolderRoleName; name: string }) {
	if (folder === "inbox") return null;
	const shown = nameOfFolder({ role: folder, name });
	return (
		<span className="flex max-w-24 min-w-0 items-center gap-1 sm:max-w-40" title={shown}>
			<Folder aria-hidden="true" size={13} className="shrink-0" />
			<span className="sr-only">{t.mailList.inFolder}</span>
			<span className="truncate">{shown}</span>
		</span>
	);
}
