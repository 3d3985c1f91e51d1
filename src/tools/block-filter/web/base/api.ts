import { queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import { send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { FilterDraft, filtersContract } from "../../contract.ts";
import { filtersContract as routes } from "../../contract.ts?routes";

/** Routes of the block and filter engine. */
export const filters = createClient<typeof filtersContract>(routes, send);

/** Counts depend on mail: every change of mail invalidates them. */
export const filterKeys = {
	all: [...keys.mail, "filters"],
	list: [...keys.mail, "filters", "list"],
	/** Not invalidated by new mail: it evaluates all rules on all mail. */
	warnings: ["filter-warnings"],
	screener: [...keys.mail, "filters", "screener"],
};

export const filtersQuery = queryOptions({
	queryKey: filterKeys.list,
	queryFn: async ({ signal }) => (await filters.listFilters({}, { signal })).items,
});

export const warningsQuery = queryOptions({
	queryKey: filterKeys.warnings,
	queryFn: async ({ signal }) => (await filters.checkFilters({}, { signal })).items,
	staleTime: 5 * 60_000,
});

/** @param id of the rule being edited */
export const previewQuery = (draft: FilterDraft, id: string | null) =>
	queryOptions({
		queryKey: [...filterKeys.all, "preview", draft, id],
		queryFn: ({ signal }) =>
			filters.previewFilter({ body: { draft, limit: 10, ...(id !== null && { id }) } }, { signal }),
		retry: false,
	});
