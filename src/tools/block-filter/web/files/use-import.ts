import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "#web/ui/toast/toast.ts";
import type { ImportPreview } from "../../contract.ts";
import { filters } from "../base/api.ts";
import { showFilterList } from "../base/show-filter-list.ts";
import { t } from "../base/text.ts";
import { refreshFilters } from "../base/use-filters.ts";
import { accountIdOf, NOT_CHOSEN, type Scope } from "../form/scope.ts";

type Read = Pick<ImportPreview, "filters" | "skipped">;

/**
 * Selection and import of a file's rules, all selected ones or none.
 * @param read undefined: not loaded yet
 * @param scope the mailboxes they will act in; undefined: as read
 */
export function useImport(read: Read | undefined, onDone: () => void, scope?: Scope) {
	const client = useQueryClient();
	const [selection, setSelection] = useState<{ of: Read; chosen: ReadonlySet<number> } | null>(null);
	const fresh = read?.filters.flatMap((one, n) => (one.error === null && !one.isKnown ? n : [])) ?? [];
	const chosen: ReadonlySet<number> = selection !== null && selection.of === read ? selection.chosen : new Set(fresh);
	const run = useMutation({
		mutationFn: (from: Read) =>
			filters.createFilters({
				body: {
					filters: from.filters.flatMap(({ draft }, n) =>
						chosen.has(n) ? { ...draft, ...(scope !== undefined && { accountId: accountIdOf(scope) }) } : [],
					),
				},
			}),
		onSuccess: async ({ items }) => {
			await refreshFilters(client);
			toast({
				title: t.files.filtersImported,
				description: t.files.imported(items.length),
			});
			onDone();
			showFilterList();
		},
	});
	return {
		/** Something can be imported. */
		isReady: read?.filters.some(({ error }) => error === null) ?? false,
		chosen,
		/** The mailboxes have to be chosen first. */
		needsScope: scope === NOT_CHOSEN,
		choose: (next: ReadonlySet<number>) => read && setSelection({ of: read, chosen: next }),
		start: () => read && run.mutate(read),
		isRunning: run.isPending,
		error: run.error,
		reset: run.reset,
	};
}

export type ImportState = ReturnType<typeof useImport>;
