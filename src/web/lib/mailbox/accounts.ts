import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { Account } from "#shared/contracts/accounts.ts";
import type { ProviderKind } from "#shared/providers.ts";
import { api } from "../api/api.ts";
import { keys } from "../api/query-client.ts";
import { tabStorage } from "../base/device-storage.ts";

export type { Account };

export const accountsQuery = queryOptions({
	queryKey: keys.accounts,
	queryFn: async ({ signal }) => (await api.listAccounts({}, { signal })).items,
});

export const providersQuery = queryOptions({
	queryKey: keys.providers,
	queryFn: async ({ signal }) => (await api.listProviders({}, { signal })).items,
	staleTime: 10 * 60_000,
});

/** Adds a newly connected mailbox to the cached list without waiting for a refetch. */
export function cacheAccount(client: QueryClient, account: Account): void {
	client.setQueryData(accountsQuery.queryKey, (accounts = []) =>
		accounts.some(({ id }) => id === account.id) ? accounts : [...accounts, account],
	);
}

/** Session storage, one choice per tab: the provider, and which account of it (absent: all). */
const providerKey = "selectedProvider";
const accountKey = "selectedAccount";
const listeners = new Set<() => void>();

function change(write: () => void): void {
	write();
	for (const listener of listeners) listener();
}

/** Selects a mailbox. */
export function selectAccount(account: Pick<Account, "id" | "provider">): void {
	change(() => {
		tabStorage.setItem(providerKey, account.provider);
		tabStorage.setItem(accountKey, account.id);
	});
}

/** Selects all mailboxes. */
export function selectAllAccounts(): void {
	change(() => {
		tabStorage.removeItem(providerKey);
		tabStorage.removeItem(accountKey);
	});
}

/** Selects a provider; its first connected mailbox counts as selected. */
export function selectProvider(provider: ProviderKind | null): void {
	change(() => {
		if (provider === null) tabStorage.removeItem(providerKey);
		else tabStorage.setItem(providerKey, provider);
		tabStorage.removeItem(accountKey);
	});
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export interface Selection {
	/** The selected provider; null when all mailboxes are shown together. Has a mailbox unless none is connected at all. */
	provider: ProviderKind | null;
	/** The selected mailbox; null for all, or if none is connected. */
	account: Account | null;
	/** Every connected mailbox; undefined while loading. */
	accounts: Account[] | undefined;
}

/** The selected mailbox; null: all are selected, or none is connected. */
export async function selectedAccount(client: QueryClient): Promise<Account | null> {
	const accounts = await client.fetchQuery(accountsQuery);
	return chosenOf(accounts, tabStorage.getItem(providerKey), tabStorage.getItem(accountKey));
}

/** The selected one may be gone: then another of its provider. */
function chosenOf(accounts: readonly Account[] | undefined, provider: string | null, id: string | null) {
	const chosen = accounts?.find((account) => account.id === id);
	return chosen ?? accounts?.find((account) => account.provider === provider) ?? null;
}

/** The current selection. Pass `account?.id` to queries: absent means all mailboxes. */
export function useSelection(enabled = true): Selection {
	const provider = useSyncExternalStore(subscribe, () => tabStorage.getItem(providerKey));
	const id = useSyncExternalStore(subscribe, () => tabStorage.getItem(accountKey));
	const { data: accounts } = useQuery({ ...accountsQuery, enabled });
	return useMemo(() => {
		const account = chosenOf(accounts, provider, id);
		return { provider: account?.provider ?? providerWithout(provider, accounts), account, accounts };
	}, [provider, id, accounts]);
}

/** A provider without a mailbox counts as selected only while there is no other mailbox to show. */
function providerWithout(provider: string | null, accounts: readonly Account[] | undefined): ProviderKind | null {
	return accounts === undefined || accounts.length === 0 ? (provider as ProviderKind | null) : null;
}
