import { Folder as FolderIcon, FolderPlus } from "lucide-react";
import { useRef, useState } from "react";
import { nameOfFolder } from "#web/lib/mailbox/folder-names.ts";
import { Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Folder } from "../base/mail.ts";
import { t } from "../base/text.ts";
import { longestName, nameFault } from "../folders/folder-rules.ts";

interface MoveDialogProps {
	open: boolean;
	/** Folders of the mailbox that contains the messages; empty when they are in several. */
	folders: readonly Folder[];
	/** Id of the folder that the messages are in, which is not offered; null when they are in several. */
	current: string | null;
	/** Creates a folder of this name; absent where unsupported. @throws Error with a message for the user */
	onMake?: (name: string) => Promise<Folder>;
	onClose: () => void;
	onMove: (folder: Folder, name: string) => void;
}

/** Folder picker, filtered by typing. */
export function MoveDialog({ open, folders, current, onMake, onClose, onMove }: MoveDialogProps) {
	const [text, setText] = useState("");
	const input = useRef<HTMLInputElement>(null);
	const shown = offered(folders, current, text);
	const choose = (folder: Folder) => {
		setText("");
		onClose();
		onMove(folder, nameOfFolder(folder));
	};
	const fresh = onMake && nameFault(text, folders) === null ? text.trim() : null;
	const makeAndChoose = async () => {
		if (!onMake || fresh === null) return;
		try {
			choose(await onMake(fresh));
		} catch (error) {
			const description = error instanceof Error ? error.message : undefined;
			toast({ title: t.changes.couldntCreateFolder, description, tone: "destructive" });
		}
	};
	const enter = () => {
		const [first] = shown;
		if (first) choose(first.folder);
		else void makeAndChoose();
	};
	return (
		<Dialog open={open} onClose={onClose} title={t.changes.moveDialogTitle} size="small" initialFocus={input}>
			{folders.length === 0 ? (
				<p className="text-14 text-ink-2">{t.changes.severalMailboxes}</p>
			) : (
				<>
					<Input
						ref={input}
						aria-label={t.changes.folder}
						placeholder={t.changes.folderName}
						value={text}
						onChange={(event) => setText(event.target.value)}
						onKeyDown={(event) => event.key === "Enter" && enter()}
						maxLength={longestName}
					/>
					<ul className="mt-2 max-h-72 overflow-y-auto">
						{shown.map((choice) => (
							<li key={choice.folder.id}>
								<button
									type="button"
									onClick={() => choose(choice.folder)}
									className="flex h-9 w-full items-center gap-2.5 rounded-2 px-2 text-left text-14 hover:bg-sunken"
								>
									<FolderIcon size={16} aria-hidden="true" className="text-ink-3" />
									<span className="truncate">{choice.name}</span>
								</button>
							</li>
						))}
						{fresh !== null && (
							<li>
								<button
									type="button"
									onClick={() => void makeAndChoose()}
									className="flex h-9 w-full items-center gap-2.5 rounded-2 px-2 text-left text-14 hover:bg-sunken"
								>
									<FolderPlus size={16} aria-hidden="true" className="text-ink-3" />
									<span className="truncate">
										{t.changes.newFolder} <span className="font-semibold">{fresh}</span>
									</span>
								</button>
							</li>
						)}
					</ul>
					{shown.length === 0 && fresh === null && <p className="px-2 py-3 text-14 text-ink-3">{t.changes.noFolder}</p>}
				</>
			)}
		</Dialog>
	);
}

interface Offered {
	folder: Folder;
	name: string;
}

/** The folders to choose from whose name contains the text. */
function offered(folders: readonly Folder[], current: string | null, text: string): Offered[] {
	const part = text.trim().toLowerCase();
	return folders
		.filter(({ id, role }) => id !== current && role !== "drafts" && role !== "sent")
		.map((folder) => ({ folder, name: nameOfFolder(folder) }))
		.filter(({ name }) => name.toLowerCase().includes(part));
}
