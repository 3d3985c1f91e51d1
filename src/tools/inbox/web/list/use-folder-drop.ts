import { useEffect } from "react";
import { type DraggedMail, useDraggedMail } from "#web/lib/mail-list/drag.ts";
import { provideFolderDrop } from "../folders/folder-drop.ts";
import { type DropFolder, dropFolders } from "../folders/folder-names.ts";
import type { MailboxView } from "./view/use-mailbox-view.ts";

/** Emails of the list that are being dragged, with the folders they can be dropped on; null: none are. */
export function useFolderDrop({ list, folders, address, actions }: MailboxView) {
	const dragged = useDraggedMail();
	const targetsOf = ({ ids }: DraggedMail): DropFolder[] => {
		const moved = new Set(ids);
		const items = (list.data?.items ?? []).filter(({ id }) => moved.has(id));
		return dropFolders(folders, new Set(items.map(({ accountId }) => accountId)), address.folder);
	};
	// The folders of the rail take them, too.
	useEffect(() => provideFolderDrop({ targetsOf, drop: (...drop) => void actions.drop(...drop) }));
	return dragged && { dragged, targets: targetsOf(dragged) };
}
