import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Contact } from "../../contract.ts";
import { contactsApi, contactsKey } from "./api.ts";
import type { Address } from "./use-address.ts";

/** Between two looks whether people have been computed. */
const PREPARING_MS = 1_000;
/** Rows of a page. */
const PAGE = 200;

const none: readonly Contact[] = [];

/** The contacts that the page shows, more as one scrolls. @param q words of their details */
export function useContacts({ part, sort, organization, tag }: Address, q: string) {
	const asked = { q, part, sort, organization: organization ?? undefined, tag: tag ?? undefined };
	const query = useInfiniteQuery({
		queryKey: [...contactsKey, "list", asked],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			contactsApi.listContacts({ query: { ...asked, cursor, limit: PAGE } }, { signal }),
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
		placeholderData: keepPreviousData,
		refetchInterval: ({ state }) => (state.data?.pages[0]?.isPreparing ? PREPARING_MS : false),
	});
	const rows = useMemo(() => {
		if (query.data === undefined) return none;
		// A contact that moved between two pages is in both.
		const byId = new Map(query.data.pages.flatMap(({ items }) => items.map((one) => [one.id, one] as const)));
		return [...byId.values()];
	}, [query.data]);
	const [first] = query.data?.pages ?? [];
	return {
		...{ query, rows, total: first?.total ?? 0, parts: first?.parts ?? null },
		isPreparing: first?.isPreparing ?? false,
	};
}

/** The tags of contacts, with how many contacts have them. */
export function useTags() {
	return useQuery({
		queryKey: [...contactsKey, "tags"],
		queryFn: ({ signal }) => contactsApi.listContactTags({}, { signal }),
	});
}

/** One contact with all that is known. @param id null: none */
export function useContact(id: string | null) {
	return useQuery({
		queryKey: [...contactsKey, "one", id],
		enabled: id !== null,
		queryFn: ({ signal }) => contactsApi.getContact({ params: { id: id ?? "" } }, { signal }),
	});
}
