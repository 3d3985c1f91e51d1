import { useMemo } from "react";
import { useWide } from "#web/lib/base/use-wide.ts";
import { useMailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { listView } from "#web/lib/mail-list/list-view.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { filtered } from "../../base/filters.ts";
import type { ListItem } from "../../base/mail.ts";
import { type Address, useAddress } from "../../base/search-params.ts";
import { t } from "../../base/text.ts";
import { useInboxExtensions } from "../../base/use-inbox-extensions.ts";
import type { ListQuery } from "../../changes/pending.ts";
import { useReadOnly } from "../../changes/read-only.ts";
import { useFolderActions } from "../../folders/edit/use-folder-actions.ts";
import { findFolder } from "../../folders/folder-names.ts";
import { useFolders } from "../../folders/use-folders.ts";
import { useOpenItem } from "../../message/use-open-item.ts";
import { useListCommands } from "../actions/use-list-commands.ts";
import { useMessageActions } from "../actions/use-message-actions.ts";
import { useMailList } from "./use-mail-list.ts";
import { useSync } from "./use-sync.ts";

const none: readonly ListItem[] = [];

/**
 * What the list, the reading pane and the dialogs of a mailbox have in common.
 * @param account null: all mailboxes together
 */
export function useMailboxView(account: Account | null, accounts: readonly Account[]) {
	const address = useAddress();
	const wide = useWide();
	const mailboxes = useMemo(() => (account ? [account] : accounts), [account, accounts]);
	const accountNames = useMemo(
		() => (account === null && accounts.length > 1 ? new Map(accounts.map((one) => [one.id, one.name])) : null),
		[account, accounts],
	);
	const own = useMemo(() => new Set(accounts.flatMap((one) => one.email?.toLowerCase() ?? [])), [accounts]);
	const query = useListQuery(account, address);
	// Requested before the counts of folders, which take longer: the embedded database answers in order.
	const list = useMailList(query, true);
	const { folders, isComplete } = useFolders(mailboxes);
	const items = list.data?.items ?? none;
	const cursor = useMailCursor(items, { list: JSON.stringify(query) });
	const sync = useSync(mailboxes);
	const open = useOpenItem(address.emailId, items, list.isFetching);
	const hasLabels = mailboxes.every((one) => one.capabilities.labels);
	const readOnly = useReadOnly(accounts);
	const extensions = useInboxExtensions();
	const actions = useMessageActions({
		address,
		query,
		items,
		cursor,
		openItem: open.item,
		wide,
		hasLabels,
		accounts,
		readOnly,
		extraActions: extensions.actions,
		taskActions: extensions.taskActions,
	});
	useListCommands({ actions, cursor, address, hasLabels, onSync: sync.sync });
	const folderActions = useFolderActions({ mailboxes, folders, address });
	const folder = address.folder === undefined ? null : findFolder(folders, address.folder);
	return {
		account,
		accounts,
		/** The accounts shown. */
		mailboxes,
		/** Their names by id, where several are shown. */
		accountNames,
		/** The user's addresses, in lower case. */
		own,
		hasLabels,
		readOnly,
		folders,
		/** The folders of all mailboxes are loaded: before, there are no sums over them. */
		hasAllFolders: isComplete,
		/** The folder that is shown; null: none, or it does not exist (anymore). */
		folder,
		title:
			address.search.q !== undefined && address.folder === undefined ? t.list.search : (folder?.name ?? t.list.folder),
		address,
		query,
		list,
		/** Undefined while it loads and the rows of the previous list are shown. */
		loaded: list.isPlaceholderData ? undefined : list.data,
		cursor,
		/** The open message. */
		open,
		actions,
		folderActions,
		sync,
		extensions,
		/** List and message are shown side by side. */
		wide,
	};
}

export type MailboxView = ReturnType<typeof useMailboxView>;

/** The list to request for an address. */
function useListQuery(account: Account | null, { folder, search }: Address): ListQuery {
	const { q, mode, sort, filter } = search;
	// A plain search finds single messages, and so does a search by relevance.
	const isGrouped = mode === undefined && sort === undefined;
	const view = listView.use() === "conversations" && isGrouped ? "conversations" : undefined;
	return useMemo<ListQuery>(
		// A filter is part of the language of operators.
		() => ({ account: account?.id, folder, q: mode === undefined ? filtered(q, filter) : q, mode, sort, view }),
		[account, folder, q, mode, sort, filter, view],
	);
}
