import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import type { Account } from "#web/lib/accounts.ts";
import { useMailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { listView } from "#web/lib/mail-list/list-view.ts";
import { useWide } from "#web/lib/use-wide.ts";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ListQuery } from "./changes/pending.ts";
import { useReadOnly } from "./changes/read-only.ts";
import { filtered } from "./filters.ts";
import { useFolders } from "./folders/use-folders.ts";
import { ListPane } from "./list/list-pane.tsx";
import { useListCommands } from "./list/use-list-commands.ts";
import { useMailList } from "./list/use-mail-list.ts";
import { useMessageActions } from "./list/use-message-actions.ts";
import { useSearchReport } from "./list/use-search-report.ts";
import { useSync } from "./list/use-sync.ts";
import type { ListItem } from "./mail.ts";
import { MissingMessage } from "./message/missing-message.tsx";
import { NothingOpen } from "./nothing-open.tsx";
import { useAddress } from "./search-params.ts";
import { t } from "./text.ts";
import { useFolderActions } from "./use-folder-actions.ts";
import { markOf, useInboxExtensions } from "./use-inbox-extensions.ts";
import { useOpenItem } from "./use-open-item.ts";

/** Lazy: with the HTML sanitizer it is the heaviest part, and loads while the list is shown. */
const loadReadingPane = () => import("./message/reading-pane.tsx");
const ReadingPane = lazy(loadReadingPane);
const loadDialogs = () => import("./change-dialogs.tsx");
const ChangeDialogs = lazy(loadDialogs);
const loadFolderDialog = () => import("./folder-dialog.tsx");
const FolderDialog = lazy(loadFolderDialog);

interface MailboxProps {
	/** Null: all mailboxes together. */
	account: Account | null;
	accounts: readonly Account[];
}

const none: readonly ListItem[] = [];

const loading = (
	<div className="p-6">
		<Skeleton shape="text" rows={8} label={t.page.loadingTheMessage} />
	</div>
);

/** List and reading pane of one mailbox, or of all. */
export function Mailbox({ account, accounts }: MailboxProps) {
	const address = useAddress();
	const { folder, emailId } = address;
	const { q, mode, sort, filter } = address.search;
	const wide = useWide();
	const mailboxes = useMemo(() => (account ? [account] : accounts), [account, accounts]);
	const own = useMemo(() => new Set(accounts.flatMap((one) => one.email?.toLowerCase() ?? [])), [accounts]);
	// A plain search finds single messages, and so does a search by relevance.
	const isGrouped = mode === undefined && sort === undefined;
	const view = listView.use() === "conversations" && isGrouped ? "conversations" : undefined;
	const query = useMemo<ListQuery>(
		// A filter is part of the language of operators.
		() => ({ account: account?.id, folder, q: mode === undefined ? filtered(q, filter) : q, mode, sort, view }),
		[account, folder, q, mode, sort, filter, view],
	);
	// Requested before the counts of folders, which take longer: the embedded database answers in order.
	const list = useMailList(query, true);
	const folders = useFolders(mailboxes) ?? [];
	const items = list.data?.items ?? none;
	const cursor = useMailCursor(items, { list: JSON.stringify(query) });
	const sync = useSync(mailboxes);
	const open = useOpenItem(emailId, items, list.isFetching);
	const hasLabels = mailboxes.every((one) => one.capabilities.labels);
	const openItem = open.item;
	const readOnly = useReadOnly(accounts);
	const extensions = useInboxExtensions();
	const actions = useMessageActions({
		address,
		query,
		items,
		cursor,
		openItem,
		wide,
		hasLabels,
		accounts,
		readOnly,
		extraActions: extensions.actions,
		taskActions: extensions.taskActions,
	});
	useListCommands({ actions, cursor, address, hasLabels, onSync: sync.sync });
	const folderActions = useFolderActions({ mailboxes, folders, address });
	// A failed prefetch is retried when needed, and reported then.
	useEffect(() => void Promise.all([loadReadingPane(), loadDialogs(), loadFolderDialog()]).catch(() => undefined), []);
	// Once opened, a dialog stays mounted, so that it can close with its focus handling intact.
	const isDialogOpen = actions.bulk !== null || actions.dialog !== null;
	const [dialogOpened, setDialogOpened] = useState(false);
	if (isDialogOpen && !dialogOpened) setDialogOpened(true);
	const [folderDialogOpened, setFolderDialogOpened] = useState(false);
	if (folderActions.question !== null && !folderDialogOpened) setFolderDialogOpened(true);
	useSearchReport(q === undefined ? null : `${mode} ${folder} ${q}`, list);

	// Loaded only while a dialog is open: it may mean going through a very long list.
	const targets = actions.dialog === null ? none : actions.targets();
	const chosenAccounts = new Set(targets.map((item) => item.accountId));
	const moveFolders = chosenAccounts.size === 1 ? folders.filter((one) => chosenAccounts.has(one.accountId)) : [];
	const moveAccount = folderActions.able.find((one) => one.id === moveFolders[0]?.accountId);

	return (
		<Page layout="fill">
			<div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(400px,min(50%,640px))_minmax(0,1fr)]">
				<ListPane
					{...{
						account,
						accounts,
						mailboxes,
						folders,
						address,
						list,
						cursor,
						actions,
						folderActions,
						sync,
						hasLabels,
						own,
						wide,
						extensions,
					}}
				/>
				{(emailId !== null || wide) && (
					<div className="flex min-h-0 min-w-0 flex-col bg-paper max-lg:z-[1] max-lg:col-start-1 max-lg:row-start-1">
						{openItem ? (
							<Suspense fallback={loading}>
								<ReadingPane
									item={openItem}
									isSettled={open.isSettled}
									own={own}
									isSplit={wide}
									readOnly={readOnly.has(openItem)}
									actions={actions.pane(openItem)}
									mark={markOf(extensions.marks, openItem)}
								/>
							</Suspense>
						) : emailId !== null && open.error ? (
							<MissingMessage error={open.error} onRetry={() => void open.retry()} onBack={actions.closeMessage} />
						) : emailId !== null ? (
							loading
						) : (
							<div className="m-auto">
								<NothingOpen
									list={list.isPlaceholderData ? undefined : list.data}
									selection={cursor.selection}
									isInbox={folder === "inbox" && query.q === undefined}
								/>
							</div>
						)}
					</div>
				)}
			</div>
			<Suspense>
				{dialogOpened && (
					<ChangeDialogs
						actions={actions}
						targets={targets}
						moveFolders={moveFolders}
						onMakeFolder={moveAccount && ((name) => folderActions.make(name, moveAccount.id))}
						labelsOf={hasLabels ? (targets[0]?.accountId ?? mailboxes[0]?.id ?? "") : null}
						onDone={cursor.clear}
					/>
				)}
				{folderDialogOpened && (
					<FolderDialog
						question={folderActions.question}
						mailboxes={folderActions.able}
						folders={folders}
						onClose={() => folderActions.setQuestion(null)}
						onSave={folderActions.save}
					/>
				)}
			</Suspense>
		</Page>
	);
}
