import { MailOpen } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { type Account, providerNames } from "#web/lib/accounts.ts";
import { formatCount } from "#web/lib/format.ts";
import { confirm } from "#web/ui/confirm.tsx";
import { cx } from "#web/ui/cx.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Page } from "#web/ui/page.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { useAddress } from "./address.ts";
import { type BulkChange, BulkPreview } from "./changes/bulk-preview.tsx";
import { LabelDialog } from "./changes/label-dialog.tsx";
import { MoveDialog, nameOfFolder } from "./changes/move-dialog.tsx";
import { useChanges } from "./changes/use-changes.ts";
import { question } from "./changes/wording.ts";
import { findFolder, isRole } from "./folders/folder-names.ts";
import { FolderTabs } from "./folders/folder-tabs.tsx";
import { useFolders } from "./folders/use-folders.ts";
import { BulkBar, EverythingLine } from "./list/bulk-bar.tsx";
import { EmptyList } from "./list/empty-list.tsx";
import { ListHeader } from "./list/list-header.tsx";
import { type MailList, neighbour } from "./list/list-model.ts";
import { MessageList } from "./list/message-list.tsx";
import { SearchBox } from "./list/search-box.tsx";
import { isEmpty } from "./list/selection.ts";
import { useCursor } from "./list/use-cursor.ts";
import { useListCommands } from "./list/use-list-commands.ts";
import { type ListQuery, useMailList } from "./list/use-mail-list.ts";
import { useSearchReport } from "./list/use-search-report.ts";
import { useSync } from "./list/use-sync.ts";
import type { Action, EmailItem } from "./mail.ts";
import { MissingMessage, ReadingPane } from "./message/reading-pane.tsx";
import { useOpenItem } from "./use-open-item.ts";
import { useWide } from "./use-wide.ts";

interface MailboxProps {
	/** Null: all of them together. */
	account: Account | null;
	accounts: readonly Account[];
}

const none: readonly EmailItem[] = [];

/** List and reading pane of one mailbox, or of all. */
export function Mailbox({ account, accounts }: MailboxProps) {
	const address = useAddress();
	const { search, folder, emailId } = address;
	const changes = useChanges();
	const wide = useWide();
	const mailboxes = useMemo(() => (account ? [account] : accounts), [account, accounts]);
	const folders = useFolders(mailboxes) ?? [];
	const names = useMemo(() => new Map(accounts.map((one) => [one.id, one.name])), [accounts]);
	const accountNames = account === null && accounts.length > 1 ? names : null;
	const own = useMemo(() => new Set(accounts.flatMap((one) => one.email?.toLowerCase() ?? [])), [accounts]);

	const { q, mode } = search;
	const query = useMemo<ListQuery>(() => ({ account: account?.id, folder, q, mode }), [account, folder, q, mode]);
	const list = useMailList(query, true);
	const items = list.data?.items ?? none;
	const cursor = useCursor(items, JSON.stringify(query));
	const sync = useSync(mailboxes);
	const open = useOpenItem(emailId, items);
	const searchInput = useRef<HTMLInputElement>(null);
	useSearchReport(q === undefined ? null : `${mode} ${folder} ${q}`, list);

	const [bulk, setBulk] = useState<BulkChange | null>(null);
	const [dialog, setDialog] = useState<"move" | "label" | null>(null);

	const current = folder === undefined ? null : findFolder(folders, folder);
	const title = q !== undefined && folder === undefined ? "Search" : (current?.name ?? "Folder");
	const role = folder !== undefined && isRole(folder) ? folder : undefined;

	/** What a command acts on: the chosen rows, else the open message, else the row that the keyboard is on. */
	const targets = (): EmailItem[] => {
		if (cursor.selection.ids.size > 0) return items.filter((item) => cursor.selection.ids.has(item.id));
		if (open.item) return [open.item];
		return items.filter((item) => item.id === cursor.activeId);
	};
	const hasLabels = mailboxes.every((one) => one.capabilities.labels);

	/** Leaves the open message before it goes: on to the next one beside the list, back to the list on a phone. */
	const goOn = (gone: ReadonlySet<string>) => {
		const index = items.findIndex((item) => gone.has(item.id));
		const next = neighbour(items, gone, Math.max(0, index));
		if (emailId !== null && gone.has(emailId)) {
			const target = wide ? next : null;
			address.open(target, { replace: true });
		}
		if (next !== null) cursor.focus(next);
	};

	const act = async (action: Action, chosen: EmailItem[] = targets(), place?: string) => {
		if (cursor.selection.everything && chosen.length !== 1) {
			setBulk({ action, scope: query, place });
			return;
		}
		if (chosen.length === 0) return;
		const ask = question(action, chosen.length);
		if (ask && !(await confirm({ ...ask, danger: true }))) return;
		const moves = !["mark_read", "star", "important", "label"].includes(action.type);
		if (moves) goOn(new Set(chosen.map((item) => item.id)));
		if (moves) cursor.clear();
		await changes.apply(action, chosen, { place });
	};
	const remove = (chosen?: EmailItem[]) => {
		const some = chosen ?? targets();
		const forGood = some.length > 0 && some.every((item) => item.folder === "trash");
		return act({ type: forGood ? "delete" : "trash" }, some);
	};
	const flip = (chosen: EmailItem[]) => act({ type: "star", value: !chosen.every((item) => item.isStarred) }, chosen);
	const openMessage = (id: string) => {
		cursor.setActiveId(id);
		address.open(id, { replace: emailId !== null });
	};
	const step = (by: number) => {
		const from = emailId !== null && cursor.order.includes(emailId) ? emailId : cursor.activeId;
		const at = from === null ? -1 : cursor.order.indexOf(from);
		const to = cursor.order[at < 0 ? 0 : Math.min(cursor.order.length - 1, Math.max(0, at + by))];
		if (to === undefined) return;
		if (emailId !== null) openMessage(to);
		if (emailId === null || wide) cursor.focus(to);
	};
	const back = () => {
		if (!isEmpty(cursor.selection)) return cursor.clear();
		const id = emailId;
		address.open(null);
		if (id !== null && cursor.order.includes(id)) requestAnimationFrame(() => cursor.focus(id));
	};

	useListCommands({
		hasTarget: () => targets().length > 0 || cursor.selection.everything,
		isOpen: () => emailId !== null,
		hasSelection: () => !isEmpty(cursor.selection),
		move: step,
		extend: cursor.extend,
		toggle: () => {
			const id = cursor.activeId ?? emailId;
			if (id !== null) cursor.toggle(id, false);
		},
		open: () => cursor.activeId !== null && openMessage(cursor.activeId),
		back,
		selectAll: () => cursor.selectLoaded(true),
		archive: () => void act({ type: "archive" }),
		remove: () => void remove(),
		restore: () => void act({ type: "restore" }),
		spam: () => void act({ type: "spam" }),
		star: () => void flip(targets()),
		read: (value) => void act({ type: "mark_read", value }),
		moveTo: () => setDialog("move"),
		label: hasLabels ? () => setDialog("label") : undefined,
		search: () => searchInput.current?.focus(),
		undo: () => void changes.undoLast(),
		sync: sync.sync,
		goTo: (next) => address.show({ folder: next }),
	});

	const chosenAccounts = new Set(targets().map((item) => item.accountId));
	const moveFolders = chosenAccounts.size === 1 ? folders.filter((one) => chosenAccounts.has(one.accountId)) : [];
	const reading = emailId !== null;
	const mailboxName = account
		? account.provider === "demo"
			? providerNames.demo
			: account.name
		: `All ${formatCount(accounts.length, "account")}`;

	return (
		<Page layout="fill">
			<div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(380px,36%)_minmax(0,1fr)]">
				<section
					aria-label="Emails"
					className={cx(
						"flex min-h-0 min-w-0 flex-col border-line bg-surface max-lg:col-start-1 max-lg:row-start-1 lg:border-r",
						// Out of sight, not out of the page: it keeps its place in a long list while a message is read.
						reading && "max-lg:invisible",
					)}
				>
					<div className="flex flex-col gap-2.5 border-b border-line px-4 pt-3 pb-1.5">
						<ListHeader
							title={title}
							mailbox={mailboxName}
							total={list.isPlaceholderData ? undefined : list.data?.total}
							totalIsExact={list.data?.totalIsExact ?? true}
							syncing={sync.syncing}
							onSync={sync.sync}
						/>
						<SearchBox
							q={q ?? ""}
							plain={mode === "plain"}
							input={searchInput}
							onSearch={(next, plain) =>
								address.show({
									q: next,
									mode: plain ? "plain" : undefined,
									folder: q === undefined ? undefined : search.folder,
								})
							}
							onClear={() => address.show({ folder: search.folder })}
						/>
						{isEmpty(cursor.selection) || !list.data ? (
							<FolderTabs
								folders={folders}
								value={folder}
								searching={q !== undefined}
								accountNames={accountNames}
								onChange={(next) =>
									address.show({ q, mode, folder: next === "inbox" && q === undefined ? undefined : next })
								}
							/>
						) : (
							<BulkBar
								list={list.data}
								selection={cursor.selection}
								folder={role}
								hasLabels={hasLabels}
								onAct={(action) => void act(action)}
								onMove={() => setDialog("move")}
								onLabel={() => setDialog("label")}
								onLoaded={cursor.selectLoaded}
								onClear={cursor.clear}
							/>
						)}
					</div>
					{list.data && mode !== "plain" && !isEmpty(cursor.selection) && (
						<EverythingLine
							list={list.data}
							selection={cursor.selection}
							scope={q === undefined ? `are in ${title}` : "match this search"}
							onEverything={cursor.selectEverything}
							onClear={cursor.clear}
						/>
					)}
					{account?.status === "needs_sign_in" && (
						<Notice tone="amber">This mailbox asks you to sign in again before new mail can arrive.</Notice>
					)}
					<p role="status" className="sr-only">
						{list.data && !list.isPlaceholderData ? `${title}: ${formatCount(list.data.total, "email")}` : ""}
					</p>
					<QueryView<MailList>
						query={list}
						loading={<Skeleton rows={9} label="Loading emails" />}
						errorTitle={q === undefined ? "Failed to load emails" : "Search failed"}
						isEmpty={(data) => data.items.length === 0}
						empty={
							<EmptyList
								searching={q !== undefined}
								folder={title}
								isInbox={folder === "inbox"}
								syncing={sync.syncing}
								onSync={mailboxes.some((one) => one.capabilities.remote) ? sync.sync : undefined}
								onClearSearch={() => address.show({ folder: search.folder })}
							/>
						}
					>
						{(data) => (
							<MessageList
								list={data}
								label={`Emails in ${title}`}
								handle={cursor.handle}
								selection={cursor.selection}
								activeId={cursor.activeId ?? emailId}
								openId={emailId}
								accountNames={accountNames}
								manyFolders={folder === undefined}
								onOpen={openMessage}
								onActive={cursor.setActiveId}
								onToggle={cursor.toggle}
								onRead={(item) => void act({ type: "mark_read", value: !item.isRead }, [item])}
								onStar={(item) => void act({ type: "star", value: !item.isStarred }, [item])}
								onDelete={(item) => void remove([item])}
								onEndNear={list.loadMore}
								moreError={list.moreError}
							/>
						)}
					</QueryView>
				</section>
				{(reading || wide) && (
					<div className="flex min-h-0 min-w-0 flex-col bg-paper max-lg:z-[1] max-lg:col-start-1 max-lg:row-start-1">
						{open.item ? (
							<ReadingPane item={open.item} own={own} beside={wide} actions={readingActions(open.item)} />
						) : reading && open.error ? (
							<MissingMessage error={open.error} onRetry={() => void open.retry()} />
						) : reading ? (
							<div className="p-6">
								<Skeleton shape="text" rows={8} label="Loading the message" />
							</div>
						) : (
							<div className="m-auto">
								<EmptyState icon={MailOpen} title="Nothing open" description="Choose an email to read it here." />
							</div>
						)}
					</div>
				)}
			</div>
			<BulkPreview change={bulk} onClose={() => setBulk(null)} onDone={cursor.clear} />
			<MoveDialog
				open={dialog === "move"}
				folders={moveFolders}
				onClose={() => setDialog(null)}
				onMove={(to) => void act({ type: "move", folderId: to.id }, targets(), nameOfFolder(to))}
			/>
			{moveFolders[0] && (
				<LabelDialog
					open={dialog === "label"}
					accountId={moveFolders[0].accountId}
					items={targets()}
					onClose={() => setDialog(null)}
					onApply={(add, removed) => void act({ type: "label", add, remove: removed })}
				/>
			)}
		</Page>
	);

	function readingActions(item: EmailItem) {
		return {
			back,
			toggleRead: () => void act({ type: "mark_read", value: !item.isRead }, [item]),
			toggleStar: () => void act({ type: "star", value: !item.isStarred }, [item]),
			toggleImportant: () => void act({ type: "important", value: !item.isImportant }, [item]),
			archive: () => void act({ type: "archive" }, [item]),
			restore: () => void act({ type: "restore" }, [item]),
			spam: () => void act({ type: "spam" }, [item]),
			remove: () => void remove([item]),
			move: () => setDialog("move"),
			label: hasLabels ? () => setDialog("label") : undefined,
		};
	}
}
