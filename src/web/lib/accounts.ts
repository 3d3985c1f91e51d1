import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { Account, ProviderKindName } from "#shared/contracts/accounts.ts";
import { api } from "./api.ts";
import { keys } from "./query-client.ts";

export type { Account, ProviderKindName };

export const accountsQuery = queryOptions({
	queryKey: keys.accounts,
	queryFn: async ({ signal }) => (await api.listAccounts({}, { signal })).items,
});

export const providersQuery = queryOptions({
	queryKey: keys.providers,
	queryFn: async ({ signal }) => (await api.listProviders({}, { signal })).items,
	staleTime: 10 * 60_000,
});

/** Puts a mailbox that was just connected into the list at once, ahead of the next look at the server. */
export function noteAccount(client: QueryClient, account: Account): void {
	client.setQueryData(accountsQuery.queryKey, (accounts = []) =>
		accounts.some(({ id }) => id === account.id) ? accounts : [...accounts, account],
	);
}

/** Session storage, one choice per tab: the kind of mailbox, and which one of that kind (absent: all of them). */
const providerKey = "selectedProvider";
const accountKey = "selectedAccount";
const listeners = new Set<() => void>();

function change(write: () => void): void {
	write();
	for (const listener of listeners) listener();
}

/** Works in one mailbox from now on. */
export function selectAccount(account: Pick<Account, "id" | "provider">): void {
	change(() => {
		sessionStorage.setItem(providerKey, account.provider);
		sessionStorage.setItem(accountKey, account.id);
	});
}

/** Works in all mailboxes together. */
export function selectAllAccounts(): void {
	change(() => {
		sessionStorage.removeItem(providerKey);
		sessionStorage.removeItem(accountKey);
	});
}

/** Chooses a kind of mailbox in the hub; the first connected mailbox of that kind counts as chosen. */
export function selectProvider(provider: ProviderKindName | null): void {
	change(() => {
		if (provider === null) sessionStorage.removeItem(providerKey);
		else sessionStorage.setItem(providerKey, provider);
		sessionStorage.removeItem(accountKey);
	});
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export interface Selection {
	/** The chosen kind; null when all mailboxes are shown together. */
	provider: ProviderKindName | null;
	/** The chosen mailbox; null for all of them, or when the kind has none connected. */
	account: Account | null;
	/** Every connected mailbox; undefined while loading. */
	accounts: Account[] | undefined;
}

/** What the person works in at the moment. Pass `account?.id` to queries: absent means all mailboxes. */
export function useSelection(enabled = true): Selection {
	const provider = useSyncExternalStore(subscribe, () => sessionStorage.getItem(providerKey));
	const id = useSyncExternalStore(subscribe, () => sessionStorage.getItem(accountKey));
	const { data: accounts } = useQuery({ ...accountsQuery, enabled });
	return useMemo(() => {
		const chosen = accounts?.find((account) => account.id === id);
		// The chosen one may be gone: another of its kind is the nearest thing.
		const account = chosen ?? accounts?.find((candidate) => candidate.provider === provider) ?? null;
		return { provider: account?.provider ?? (provider as ProviderKindName | null), account, accounts };
	}, [provider, id, accounts]);
}

/** Names of the kinds of mailbox, as the hub lists them. */
export const providerNames: Record<ProviderKindName, string> = {
	gmail: "Gmail",
	outlook: "Microsoft Outlook / Office 365",
	imap: "Custom Mail (IMAP/SMTP)",
	mbox: "Manual Upload (.mbox)",
	demo: "Demo Mode",
};

/** Short names, for the account switcher and headers. */
export const providerShortNames: Record<ProviderKindName, string> = {
	gmail: "Gmail",
	outlook: "Outlook",
	imap: "IMAP",
	mbox: "mbox",
	demo: "Demo",
};
