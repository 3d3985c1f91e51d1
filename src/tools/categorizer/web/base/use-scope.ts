import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import { useRange } from "#web/lib/range/use-range.ts";
import { categorizer } from "./api.ts";
import { useAddress } from "./use-address.ts";

/** The scope of the page, as every route accepts it. */
export interface Scope {
	account: string | undefined;
	from: string;
	until?: string;
	/** As query parameters. */
	folders: "true" | "false";
	archived: "true" | "false";
}

/** @param accountId null: all mailboxes */
export function useScope(accountId: string | null): Scope {
	const { span } = useRange();
	const { folders, archived } = useAddress();
	return useMemo(
		() => ({ account: accountId ?? undefined, ...span, folders: flag(folders), archived: flag(archived) }),
		[accountId, span, folders, archived],
	);
}

function flag(on: boolean): "true" | "false" {
	return on ? "true" : "false";
}

export const categorizerKey = [...keys.mail, "categorizer"] as const;

/** Counts per category. */
export function useSummary(scope: Scope) {
	return useQuery({
		queryKey: [...categorizerKey, "summary", scope],
		queryFn: ({ signal }) => categorizer.getCategorySummary({ query: scope }, { signal }),
		placeholderData: keepPreviousData,
	});
}
