import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import { isEmpty } from "#web/lib/mail-list/selection.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { isRole } from "#web/lib/mailbox/folder-names.ts";
import { t } from "../base/text.ts";
import { BulkBar } from "./actions/bulk-bar.tsx";
import { DropFolders } from "./drop-folders.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FolderTabs } from "./folder-tabs.tsx";
import { ListHeader } from "./list-header.tsx";
import { ListSearch } from "./search/list-search.tsx";
import { SearchActions } from "./search/search-actions.tsx";
import { useFolderDrop } from "./use-folder-drop.ts";
import type { MailboxView } from "./view/use-mailbox-view.ts";

/** Mailbox name in the header. */
function mailboxName(account: Account | null, accounts: readonly Account[]): string {
	const only = account ?? (accounts.length === 1 ? accounts[0] : undefined);
	if (only === undefined) return t.list.accounts(accounts.length);
	const { name, shortName } = providerInfo(only.provider);
	return isConnectedBy(only.provider, "sample") ? name : `${shortName} · ${only.name}`;
}

/** Header and search of the list, with its folders, or what can be done with the emails that are selected or dragged. */
export function ListToolbar({ view }: { view: MailboxView }) {
	const { account, accounts, folders, address, list, cursor, actions } = view;
	const { folder, search } = address;
	const { q, mode, filter } = search;
	const drag = useFolderDrop(view);
	return (
		<div className="flex flex-col gap-2.5 border-b border-line px-4 pt-3 pb-1.5">
			<ListHeader
				title={view.title}
				mailbox={mailboxName(account, accounts)}
				list={view.loaded}
				unread={view.hasAllFolders && q === undefined && filter === undefined ? (view.folder?.unread ?? 0) : 0}
				folder={folder}
				sync={view.sync}
			>
				<SearchActions address={address} account={account} />
			</ListHeader>
			<ListSearch address={address} input={actions.searchInput} />
			{drag ? (
				<DropFolders dragged={drag.dragged} targets={drag.targets} onDrop={actions.drop} />
			) : list.data && !isEmpty(cursor.selection) ? (
				<BulkBar
					list={list.data}
					cursor={cursor}
					actions={actions}
					folder={folder !== undefined && isRole(folder) ? folder : undefined}
					hasLabels={view.hasLabels}
				/>
			) : (
				<FolderTabs
					folders={folders}
					isComplete={view.hasAllFolders}
					address={address}
					accountNames={view.accountNames}
					actions={view.folderActions}
				/>
			)}
			{mode === undefined && !drag && <FilterBar address={address} />}
		</div>
	);
}
