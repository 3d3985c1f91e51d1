import { useMutation, useQueryClient } from "@tanstack/react-query";
import { offerUndo, refreshMail } from "#web/lib/undo/undo.ts";
import type { FilterDraft } from "../../contract.ts";
import type { Applied } from "../apply/planned.ts";
import { filters } from "../base/api.ts";
import { t } from "../base/text.ts";
import { refreshFilters } from "../base/use-filters.ts";
import { applyCreated } from "./apply-created.ts";

const notApplied: Applied = { operations: [], mailboxes: [], changed: 0, problem: null };

/** Creates a filter, and applies it to stored mail on request; Undo takes back both. Fails only where nothing was created. */
export function useCreateFilter(onDone: () => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ draft }: { draft: FilterDraft; alsoHere: boolean; isReport?: boolean }) =>
			filters.createFilter({ body: draft }),
		onSuccess: async (filter, { alsoHere, isReport = false }) => {
			onDone();
			void refreshFilters(client);
			const { operations, changed, problem } = alsoHere ? await applyCreated(filter.id) : notApplied;
			offerUndo(
				client,
				{
					operations,
					mailboxes: filter.accountId === null ? undefined : [filter.accountId],
					restore: () => filters.deleteFilter({ params: { id: filter.id } }),
				},
				{
					id: `filter-${filter.id}`,
					title: isReport ? t.quick.blockedAndReported : t.list.filterCreated,
					description: t.quick.created(filter.name, changed, problem),
				},
			);
			if (alsoHere) await refreshMail(client);
		},
	});
}
