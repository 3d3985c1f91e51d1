import { nameOfFolder } from "../folders/folder-names.ts";
import type { EmailItem, Folder } from "../mail.ts";
import type { Deeds } from "../use-deeds.ts";
import { BulkPreview } from "./bulk-preview.tsx";
import { LabelDialog } from "./label-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";

interface ChangeDialogsProps {
	deeds: Deeds;
	/** The chosen messages; empty while no dialog is open. */
	targets: readonly EmailItem[];
	moveFolders: readonly Folder[];
	/** The mailbox whose labels are offered; null where there are none. */
	labelsOf: string | null;
	onDone: () => void;
}

/** What a change asks before it happens: how many, where to, which labels. */
export default function ChangeDialogs({ deeds, targets, moveFolders, labelsOf, onDone }: ChangeDialogsProps) {
	return (
		<>
			<BulkPreview change={deeds.bulk} onClose={() => deeds.setBulk(null)} onDone={onDone} />
			<MoveDialog
				open={deeds.dialog === "move"}
				folders={moveFolders}
				onClose={() => deeds.setDialog(null)}
				onMove={(to) => void deeds.act({ type: "move", folderId: to.id }, undefined, nameOfFolder(to))}
			/>
			{labelsOf !== null && (
				<LabelDialog
					open={deeds.dialog === "label"}
					accountId={labelsOf}
					items={targets}
					onClose={() => deeds.setDialog(null)}
					onApply={(add, remove) => void deeds.act({ type: "label", add, remove })}
				/>
			)}
		</>
	);
}
