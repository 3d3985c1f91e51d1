import { type ReactNode, useEffect, useMemo, useState } from "react";
import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import { MOST_RANKED } from "#shared/search/ranking.ts";
import type { Account } from "#web/lib/accounts.ts";
import { formatCount } from "#web/lib/format.ts";
import { useInstalled } from "#web/lib/installed.ts";
import { type DraggedMail, useDraggedMail } from "#web/lib/mail-list/drag.ts";
import type { MailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import { isRole } from "#web/lib/mailbox/folder-names.ts";
import { newFilter } from "#web/lib/new-filter.ts";
import { isEmpty } from "#web/lib/selection.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { filtered } from "../filters.ts";
import { provideFolderDrop } from "../folders/folder-drop.ts";
import { dropFolders, findFolder } from "../folders/folder-names.ts";
import type { MailList } from "../list-model.ts";
import type { Folder } from "../mail.ts";
import { rowWith } from "../rows.ts";
import type { Address } from "../search-params.ts";
import { useSearches } from "../searches/use-searches.ts";
import { t } from "../text.ts";
import type { FolderActions } from "../use-folder-actions.ts";
import type { InboxExtensions } from "../use-inbox-extensions.ts";
import { BulkBar, EverythingLine } from "./bulk-bar.tsx";
import { DropFolders } from "./drop-folders.tsx";
import { EmptyList } from "./empty-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FolderTabs } from "./folder-tabs.tsx";
import { ListHeader } from "./list-header.tsx";
import { MessageList } from "./message-list.tsx";
import { PendingIndexLine } from "./pending-index-line.tsx";
import { SearchBox } from "./search-box.tsx";
import { SortMenu } from "./sort-menu.tsx";
import { UnsearchableLine } from "./unsearchable-notice.tsx";
import type { useMailList } from "./use-mail-list.ts";
import type { MessageActions } from "./use-message-actions.ts";
import type { useSync } from "./use-sync.ts";

interface ListPaneProps {
	/** Null: all mailboxes together. */
	account: Account | null;
	accounts: readonly Account[];
	/** The accounts shown. */
	mailboxes: readonly Account[];
	folders: readonly Folder[];
	address: Address;
	list: ReturnType<typeof useMailList>;
	cursor: MailCursor;
	actions: MessageActions;
	folderActions: FolderActions;
	sync: ReturnType<typeof useSync>;
	hasLabels: boolean;
	/** The user's addresses, in lower case. */
	own: ReadonlySet<string>;
	/** List and message are shown side by side. */
	wide: boolean;
	extensions: InboxExtensions;
}

/** Mailbox name in the header. */
function mailboxName(account: Account | null, accounts: readonly Account[]): string {
	const only = account ?? (accounts.length === 1 ? accounts[0] : undefined);
	if (only === undefined) return t.list.accounts(accounts.length);
	const { name, shortName } = providerInfo(only.provider);
	return isConnectedBy(only.provider, "sample") ? name : `${shortName} · ${only.name}`;
}

/** Known once the whole list is loaded. */
function conversationsOf(list: MailList | undefined): number | null {
	const isGrouped = list?.nextCursor === null && list.items[0]?.conversation !== undefined;
	return isGrouped && list.items.length < list.total ? list.items.length : null;
}

/** Header, search, folders or bulk actions, and the messages. */
export function ListPane(props: ListPaneProps) {
	const { account, accounts, mailboxes, folders, address, list, cursor, actions, folderActions, sync, hasLabels } =
		props;
	const { folder, search, emailId } = address;
	const { q, mode, sort, filter } = search;
	const accountNames = useMemo(
		() => (account === null && accounts.length > 1 ? new Map(accounts.map((one) => [one.id, one.name])) : null),
		[account, accounts],
	);
	const accountIds = useMemo(() => new Set(mailboxes.map(({ id }) => id)), [mailboxes]);
	const current = folder === undefined ? null : findFolder(folders, folder);
	const title = q !== undefined && folder === undefined ? t.list.search : (current?.name ?? t.list.folder);
	const shown = list.isPlaceholderData ? undefined : list.data;
	// A different list starts at its top; the previous one stays until it has loaded.
	const name = JSON.stringify([folder, q, mode, sort, filter]);
	const [listName, setListName] = useState(name);
	if (shown && listName !== name) setListName(name);
	const selecting = list.data !== undefined && !isEmpty(cursor.selection);
	const dragged = useDraggedMail();
	const clearSearch = () => address.show({ folder: search.folder });
	const hasFilters = useInstalled().hasPath("/tool/block-filter");
	const canFilter = q !== undefined && mode === undefined && hasFilters;
	const isWhole = q === undefined && filter === undefined;
	const searches = useSearches();
	// A saved search is found again by its text alone.
	const saved = mode === undefined && q !== undefined && folder === undefined ? filtered(q, filter) : undefined;

	const targetsOf = ({ ids }: DraggedMail) => {
		const moved = new Set(ids);
		const items = (list.data?.items ?? []).filter(({ id }) => moved.has(id));
		return dropFolders(folders, new Set(items.map(({ accountId }) => accountId)), folder);
	};
	// The folders of the rail take them, too.
	useEffect(() => provideFolderDrop({ targetsOf, drop: (...drop) => void actions.drop(...drop) }));
	let bar: ReactNode;
	if (dragged) bar = <DropFolders dragged={dragged} targets={targetsOf(dragged)} onDrop={actions.drop} />;
	else if (list.data && selecting)
		bar = (
			<BulkBar
				list={list.data}
				selection={cursor.selection}
				folder={folder !== undefined && isRole(folder) ? folder : undefined}
				hasLabels={hasLabels}
				extras={actions.extrasFor(actions.targets())}
				onExtra={(action) => void actions.runExtra(action)}
				onAct={(action) => void actions.act(action)}
				onMove={() => actions.openDialog("move")}
				onLabel={() => actions.openDialog("label")}
				onLoaded={cursor.selectLoaded}
				onClear={cursor.clear}
			/>
		);
	else
		bar = (
			<FolderTabs
				folders={folders}
				value={folder}
				searching={q !== undefined}
				accountNames={accountNames}
				actions={folderActions}
				onChange={(next) =>
					address.show({ q, mode, sort, filter, folder: next === "inbox" && q === undefined ? undefined : next })
				}
			/>
		);

	return (
		<section
			aria-label={t.list.emails}
			className={cx(
				"flex min-h-0 min-w-0 flex-col border-line bg-surface max-lg:col-start-1 max-lg:row-start-1 lg:border-r",
				// Hidden, not unmounted: it keeps its scroll position while a message is read.
				emailId !== null && "max-lg:invisible",
			)}
		>
			<div className="flex flex-col gap-2.5 border-b border-line px-4 pt-3 pb-1.5">
				<ListHeader
					title={title}
					mailbox={mailboxName(account, accounts)}
					total={shown?.total}
					totalIsExact={shown?.totalIsExact ?? true}
					conversations={conversationsOf(shown)}
					unread={q === undefined && filter === undefined ? (current?.unread ?? 0) : 0}
					folder={folder}
					syncing={sync.syncing}
					onSync={sync.sync}
					onSave={saved === undefined ? undefined : () => searches.toggleSaved(saved)}
					isSaved={saved !== undefined && searches.saved.includes(saved)}
					onFilter={canFilter ? () => newFilter({ accountId: account?.id ?? null, search: q }) : undefined}
				/>
				<SearchBox
					q={q ?? ""}
					plain={mode === "plain"}
					input={actions.searchInput}
					onSearch={(next, plain) => {
						if (!plain) searches.remember(next);
						address.show({
							q: next,
							mode: plain ? "plain" : undefined,
							sort,
							folder: q === undefined ? undefined : search.folder,
						});
					}}
					onClear={clearSearch}
				/>
				{bar}
				{mode === undefined && !dragged && (
					<div className="flex items-center justify-between gap-2">
						<FilterBar value={filter} onChange={(next) => address.show({ ...search, filter: next })} />
						{q !== undefined && (
							<span className="shrink-0 pb-1 pointer-coarse:pb-0">
								<SortMenu value={sort} onChange={(next) => address.show({ ...search, sort: next })} />
							</span>
						)}
					</div>
				)}
			</div>
			{list.data && selecting && (
				<EverythingLine
					list={list.data}
					selection={cursor.selection}
					scope={isWhole ? `are in ${title}` : "match this search"}
					// The server has no plan for a plain search: selection is limited to the loaded rows.
					onEverything={mode === "plain" ? undefined : cursor.selectEverything}
					onClear={cursor.clear}
				/>
			)}
			<AccessNotice mailboxes={mailboxes} />
			{q !== undefined && shown && <UnsearchableLine terms={shown.unsearchable} />}
			{q !== undefined && shown && <PendingIndexLine count={shown.unsearched} />}
			{sort !== undefined && shown && shown.total > MOST_RANKED && (
				<p role="status" className="border-b border-line px-4 py-1.5 text-12 text-ink-2">
					{t.sort.onlyNewest(MOST_RANKED)}
				</p>
			)}
			{folder === "inbox" &&
				q === undefined &&
				props.extensions.tops.map((Top, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: loaded once
					<Top key={index} accountIds={accountIds} onOpen={actions.open} />
				))}
			<p role="status" className="sr-only">
				{shown ? `${title}: ${formatCount(shown.total, "email")}` : ""}
			</p>
			<QueryView<MailList>
				query={list}
				loading={<Skeleton rows={9} label={t.list.loadingEmails} />}
				errorTitle={isWhole ? t.list.failedLoadEmails : t.list.searchFailed}
				errorAction={!isWhole && <Button onClick={clearSearch}>{t.list.clearSearch}</Button>}
				isEmpty={(data) => data.items.length === 0}
				empty={
					<EmptyList
						searching={q !== undefined || filter !== undefined}
						folder={current === null && folders.length > 0 ? null : title}
						isInbox={folder === "inbox"}
						onInbox={() => address.show({})}
						syncing={sync.syncing}
						onSync={mailboxes.some((one) => one.capabilities.remote) ? sync.sync : undefined}
						onClearSearch={clearSearch}
						didYouMean={shown?.didYouMean ?? null}
						onSearch={(next) => address.show({ ...search, q: next, filter: undefined })}
					/>
				}
			>
				{(data) => (
					<MessageList
						key={listName}
						list={data}
						label={t.list.emailsIn(title)}
						cursor={cursor}
						openId={rowWith(data.items, emailId)?.id ?? null}
						own={props.own}
						q={q}
						isOneLine={props.wide}
						accountNames={accountNames}
						marks={props.extensions.marks}
						manyFolders={folder === undefined}
						onOpen={actions.open}
						onMove={actions.step}
						actions={actions.rowActions}
						onEndNear={list.loadMore}
						moreError={list.moreError}
					/>
				)}
			</QueryView>
		</section>
	);
}
