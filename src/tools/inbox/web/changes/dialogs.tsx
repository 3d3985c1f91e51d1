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
	/** Makes a folder where the chosen messages are; absent where their mailbox cannot. */
	onMakeFolder?: (name: string) => Promise<Folder>;
	/** The mailbox whose labels are offered; null where there are none. */
	labelsOf: string | null;
	onDone: () => void;
}

/** What a change asks before it happens: how many, where to, which labels. */
export default function ChangeDialogs(props: ChangeDialogsProps) {
	const { deeds, targets, moveFolders, onMakeFolder, labelsOf, onDone } = props;
	return (
		<>
			<BulkPreview change={deeds.bulk} onClose={() => deeds.setBulk(null)} onDone={onDone} />
			<MoveDialog
				open={deeds.dialog === "move"}
				folders={moveFolders}
				onMake={onMakeFolder}
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
