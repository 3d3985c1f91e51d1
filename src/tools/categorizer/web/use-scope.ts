import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys } from "#web/lib/query-client.ts";
import { useRange } from "#web/lib/range/use-range.ts";
import { categorizer } from "./api.ts";
import { useAddress } from "./use-address.ts";

/** The mail that the page is about, as every route takes it. */
export interface Scope {
	account: string | undefined;
	from: string;
	until?: string;
	/** As a query has it. */
	archived: "true" | "false";
}

/** @param accountId null: all mailboxes */
export function useScope(accountId: string | null): Scope {
	const { span } = useRange();
	const { archived } = useAddress();
	return useMemo(
		() => ({ account: accountId ?? undefined, ...span, archived: archived ? "true" : "false" }),
		[accountId, span, archived],
	);
}

export const categorizerKey = [...keys.mail, "categorizer"] as const;

/** How much there is of each category. */
export function useSummary(scope: Scope) {
	return useQuery({
		queryKey: [...categorizerKey, "summary", scope],
		queryFn: ({ signal }) => categorizer.getCategorySummary({ query: scope }, { signal }),
		placeholderData: keepPreviousData,
	});
}
