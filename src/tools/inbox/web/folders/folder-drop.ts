import { type DraggedMail, useDraggedMail } from "#web/lib/mail-list/drag.ts";
import type { Action } from "../base/mail.ts";
import type { DropFolder } from "./folder-names.ts";

/** Dropping emails of the list onto folders outside of it; the list says what is possible, and does it. */
interface FolderDrop {
	targetsOf: (dragged: DraggedMail) => readonly DropFolder[];
	drop: (ids: readonly string[], action: Action, folderName: string) => void;
}

let current: FolderDrop | null = null;

/** @returns removes it again */
export function provideFolderDrop(folderDrop: FolderDrop): () => void {
	current = folderDrop;
	return () => {
		if (current === folderDrop) current = null;
	};
}

/** What the emails that are being dragged can be dropped on, by folder id or role; null: none are being dragged. */
export function useDropTargets(): ReadonlyMap<string, DropFolder> | null {
	const dragged = useDraggedMail();
	if (dragged === null || current === null) return null;
	return new Map(current.targetsOf(dragged).map((target) => [target.key, target]));
}

/** Moves dropped emails. */
export function dropOn({ action, name }: DropFolder, { ids }: DraggedMail): void {
	current?.drop(ids, action, name);
}
