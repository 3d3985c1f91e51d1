import { lazy, Suspense, useState } from "react";
import type { EmailItem } from "./base/mail.ts";
import type { MailboxView } from "./list/view/use-mailbox-view.ts";

const loadChangeDialogs = () => import("./change-dialogs.tsx");
const ChangeDialogs = lazy(loadChangeDialogs);
const loadFolderDialog = () => import("./folders/edit/folder-dialog.tsx");
const FolderDialog = lazy(loadFolderDialog);

/** Loads the dialogs before they are needed. */
export const loadDialogs = () => Promise.all([loadChangeDialogs(), loadFolderDialog()]);

const none: readonly EmailItem[] = [];

/** The dialogs of a mailbox: before a change, and for the name of a folder. */
export function MailboxDialogs({ view }: { view: MailboxView }) {
	const { mailboxes, folders, hasLabels, cursor, actions, folderActions } = view;
	const isChangeOpened = useOnceTrue(actions.bulk !== null || actions.dialog !== null);
	const isFolderOpened = useOnceTrue(folderActions.question !== null);
	// Loaded only while a dialog is open: it may mean going through a very long list.
	const targets = actions.dialog === null ? none : actions.targets();
	const accountIds = new Set(targets.map((item) => item.accountId));
	const moveFolders = accountIds.size === 1 ? folders.filter((one) => accountIds.has(one.accountId)) : [];
	const moveAccount = folderActions.able.find((one) => one.id === moveFolders[0]?.accountId);
	return (
		<Suspense>
			{isChangeOpened && (
				<ChangeDialogs
					actions={actions}
					targets={targets}
					moveFolders={moveFolders}
					onMakeFolder={moveAccount && ((name) => folderActions.make(name, moveAccount.id))}
					labelsOf={hasLabels ? (targets[0]?.accountId ?? mailboxes[0]?.id ?? "") : null}
					onDone={cursor.clear}
				/>
			)}
			{isFolderOpened && (
				<FolderDialog
					question={folderActions.question}
					mailboxes={folderActions.able}
					folders={folders}
					onClose={() => folderActions.setQuestion(null)}
					onSave={folderActions.save}
				/>
			)}
		</Suspense>
	);
}

/** Whether it was true once. An opened dialog stays mounted, so that it can close with its focus handling intact. */
function useOnceTrue(value: boolean): boolean {
	const [was, setWas] = useState(false);
	if (value && !was) setWas(true);
	return was;
}
