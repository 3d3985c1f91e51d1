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

/** The folders of mailboxes together. */
export interface KnownFolders {
	/** Of the mailboxes whose folders are loaded. */
	folders: Folder[];
	/** Those of all mailboxes: only then a sum over mailboxes is one. */
	isComplete: boolean;
}

/** The folders of these mailboxes, as far as they are loaded. */
export function useFolders(accounts: readonly Pick<Account, "id">[]): KnownFolders {
	return useQueries({ queries: accounts.map((account) => foldersQuery(account.id)), combine: foldersIn });
}

/** @param results of each mailbox */
export function foldersIn(results: readonly { data: Folder[] | undefined }[]): KnownFolders {
	return {
		folders: results.flatMap(({ data }) => data ?? []),
		isComplete: results.every(({ data }) => data !== undefined),
	};
}

/** Unread messages in the inbox of the selection, for the rail; undefined until all of its mailboxes are counted. */
export function useUnreadCount(): number | undefined {
	const { account, accounts } = useSelection();
	const { folders, isComplete } = useFolders(account ? [account] : (accounts ?? []));
	return accounts === undefined || !isComplete ? undefined : findFolder(folders, "inbox")?.unread;
}
