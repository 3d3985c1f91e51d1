import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "#web/lib/format.ts";
import { jobDone } from "#web/lib/jobs.ts";
import { offerUndo, refreshMail } from "#web/lib/undo.ts";
import type { FilterDraft } from "../../contract.ts";
import { filters } from "../api.ts";
import { t } from "../text.ts";
import { refreshFilters } from "../use-filters.ts";

/** Creates a filter, and applies it to stored mail on request; Undo takes back both. */
export function useCreateFilter(onDone: () => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: async ({ draft, alsoHere }: { draft: FilterDraft; alsoHere: boolean }) => {
			const filter = await filters.createFilter({ body: draft });
			if (!alsoHere) return { filter, started: [] };
			const { items } = await filters.planFilters({ body: { ids: [filter.id] } });
			const plans = items.flatMap(({ plan }) => plan?.id ?? []);
			const { items: started } = plans.length === 0 ? { items: [] } : await filters.applyFilters({ body: { plans } });
			return { filter, started };
		},
		onSuccess: async ({ filter, started }) => {
			const applied = Promise.all(started.map(({ job }) => jobDone(job)));
			const count = started.reduce((sum, { operation }) => sum + operation.count, 0);
			onDone();
			offerUndo(
				client,
				{
					operations: started.map(({ operation }) => operation.id),
					applied,
					restore: () => filters.deleteFilter({ params: { id: filter.id } }),
				},
				{
					id: `filter-${filter.id}`,
					title: t.list.filterCreated,
					description: `${filter.name}${count > 0 ? t.quick.appliedTo(formatCount(count, "email")) : ""}`,
				},
			);
			await refreshFilters(client);
			// What failed is in the activity.
			await applied.catch(() => undefined);
			await refreshMail(client);
		},
	});
}
