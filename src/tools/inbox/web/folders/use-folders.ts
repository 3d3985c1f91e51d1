import { queryOptions, useQueries } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { type Account, useSelection } from "#web/lib/mailbox/accounts.ts";
import type { Folder } from "../base/mail.ts";
import { findFolder } from "./folder-names.ts";

export const foldersKey = [...keys.mail, "folders"] as const;

export const foldersQuery = (accountId: string) =>
	queryOptions({
		queryKey: [...foldersKey, accountId],
		queryFn: async ({ signal }) => (await api.listFolders({ params: { id: accountId } }, { signal })).items,
	});

export const labelsQuery = (accountId: string) =>
	queryOptions({
		queryKey: [...keys.mail, "labels", accountId],
		queryFn: async ({ signal }) => (await api.listLabels({ params: { id: accountId } }, { signal })).items,
	});

/** The folders of these mailboxes together; undefined until the first request has returned. */
export function useFolders(accounts: readonly Pick<Account, "id">[]): Folder[] | undefined {
	return useQueries({
		queries: accounts.map((account) => foldersQuery(account.id)),
		combine: (results) =>
			results.some((result) => result.data) ? results.flatMap((result) => result.data ?? []) : undefined,
	});
}

/** Unread messages in the inbox of the selection, for the rail. */
export function useUnreadCount(): number | undefined {
	const { account, accounts = [] } = useSelection();
	const folders = useFolders(account ? [account] : accounts);
	return folders && findFolder(folders, "inbox")?.unread;
}
