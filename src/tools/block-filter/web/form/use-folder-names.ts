import { useQuery } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { accountsQuery } from "#web/lib/mailbox/accounts.ts";

/** Names of custom folders in all mailboxes. */
export function useFolderNames(enabled: boolean): string[] {
	const { data: accounts = [] } = useQuery({ ...accountsQuery, enabled });
	const { data = [] } = useQuery({
		queryKey: [...keys.mail, "folder-names", accounts.map(({ id }) => id)],
		enabled: enabled && accounts.length > 0,
		queryFn: async ({ signal }) => {
			const lists = await Promise.all(accounts.map(({ id }) => api.listFolders({ params: { id } }, { signal })));
			const custom = lists.flatMap(({ items }) => items).filter(({ role }) => role === "custom");
			return [...new Set(custom.map(({ name }) => name))].sort((a, b) => a.localeCompare(b));
		},
	});
	return data;
}
