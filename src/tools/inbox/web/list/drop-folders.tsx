import { Folder as FolderIcon } from "lucide-react";
import { type DraggedMail, dropTarget } from "#web/lib/mail-list/drag.ts";
import type { Action } from "../base/mail.ts";
import { t } from "../base/text.ts";
import type { DropFolder } from "../folders/folder-names.ts";

interface DropFoldersProps {
	dragged: DraggedMail;
	targets: readonly DropFolder[];
	onDrop: (ids: readonly string[], action: Action, folderName: string) => void;
}

/** The folders as drop targets, while emails are dragged. Keyboard and touch use "Move to…". */
export function DropFolders({ dragged, targets, onDrop }: DropFoldersProps) {
	return (
		<div aria-hidden="true" className="flex max-h-40 flex-col gap-1.5 overflow-y-auto pb-1">
			<p className="text-12 text-ink-3">{t.list.moveEmailsTo(dragged.count)}</p>
			<ul className="flex flex-wrap gap-1.5">
				{targets.map(({ key, name, action }) => (
					<li
						key={key}
						{...dropTarget((mail) => onDrop(mail.ids, action, name))}
						className="flex h-9 max-w-56 items-center gap-2 rounded-2 border border-dashed border-line-strong px-3 text-13 data-over:border-solid data-over:border-accent data-over:bg-accent-soft data-over:font-semibold data-over:text-accent"
					>
						<FolderIcon size={15} className="pointer-events-none shrink-0" />
						<span className="pointer-events-none truncate">{name}</span>
					</li>
				))}
			</ul>
		</div>
	);
}
