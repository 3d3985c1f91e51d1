import { nameOfFolder } from "#web/lib/mailbox/folder-names.ts";
import type { EmailItem, Folder } from "./base/mail.ts";
import { BulkPreview } from "./changes/bulk-preview.tsx";
import { LabelDialog } from "./changes/label-dialog.tsx";
import { MoveDialog } from "./changes/move-dialog.tsx";
import type { MessageActions } from "./list/actions/use-message-actions.ts";

interface ChangeDialogsProps {
	actions: MessageActions;
	/** The selected messages; empty while no dialog is open. */
	targets: readonly EmailItem[];
	moveFolders: readonly Folder[];
	/** Creates a folder in the mailbox of the selected messages; absent where unsupported. */
	onMakeFolder?: (name: string) => Promise<Folder>;
	/** The mailbox whose labels are offered; null where there are none. */
	labelsOf: string | null;
	onDone: () => void;
}

/** Dialogs before a change: confirmation with a count, target folder, labels. */
export default function ChangeDialogs(props: ChangeDialogsProps) {
	const { actions, targets, moveFolders, onMakeFolder, labelsOf, onDone } = props;
	return (
		<>
			<BulkPreview change={actions.bulk} onClose={() => actions.setBulk(null)} onDone={onDone} />
			<MoveDialog
				open={actions.dialog === "move"}
				folders={moveFolders}
				current={folderOfAll(targets)}
				onMake={onMakeFolder}
				onClose={() => actions.setDialog(null)}
				onMove={(to) => void actions.act({ type: "move", folderId: to.id }, undefined, nameOfFolder(to))}
			/>
			{labelsOf !== null && (
				<LabelDialog
					open={actions.dialog === "label"}
					accountId={labelsOf}
					items={targets}
					onClose={() => actions.setDialog(null)}
					onApply={(add, remove) => void actions.act({ type: "label", add, remove })}
				/>
			)}
		</>
	);
}

/** The folder that contains all of them; null when they are in several. */
function folderOfAll(items: readonly EmailItem[]): string | null {
	const [first] = items;
	return first !== undefined && items.every(({ folderId }) => folderId === first.folderId) ? first.folderId : null;
}
