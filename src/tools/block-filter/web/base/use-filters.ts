import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, fieldErrorsOf } from "#web/lib/api/api.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Filter, FilterDraft } from "../../contract.ts";
import { filterKeys, filters, filtersQuery } from "./api.ts";
import { t } from "./text.ts";

/** Mutations of the list of rules. Each is optimistic and reports errors. */

function failed(verb: string) {
	return (error: Error) =>
		toast({ title: t.list.error, description: t.list.failedTo(verb, error.message), tone: "destructive" });
}

/** Invalidates all queries about rules. */
export async function refreshFilters(client: QueryClient): Promise<void> {
	await client.invalidateQueries({ queryKey: filterKeys.all });
	void client.invalidateQueries({ queryKey: filterKeys.warnings });
}

/** Creates a rule, or updates the one with the id. @param onFaults validation messages by field */
export function useSave(onDone: () => void, onFaults: (faults: Readonly<Record<string, string>>) => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id, draft }: { id: string | null; draft: FilterDraft }) =>
			id === null ? filters.createFilter({ body: draft }) : filters.updateFilter({ params: { id }, body: { draft } }),
		onSuccess: async (_, { id }) => {
			await refreshFilters(client);
			toast(id === null ? { title: t.list.filterCreated } : { title: t.list.filterUpdated });
			onDone();
		},
		onError: (error, { id }) => {
			const faults = fieldErrorsOf(error);
			if (error instanceof ApiError && error.code === "required-fields")
				toast({ title: t.list.validationError, description: error.message, tone: "destructive" });
			else if (Object.keys(faults).length === 0) failed(id === null ? t.list.createAction : t.list.updateAction)(error);
			onFaults(faults);
		},
	});
}

/** Enables or disables a rule. */
export function useToggle() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ filter, isActive }: { filter: Filter; isActive: boolean }) =>
			filters.updateFilter({ params: { id: filter.id }, body: { isActive } }),
		onSuccess: async ({ isActive }) => {
			await refreshFilters(client);
			toast({ title: t.list.filterUpdated, description: t.list.filterToggled(isActive) });
		},
		onError: failed(t.list.updateAction),
	});
}

/** Deletes a rule; it can be restored for a day. */
export function useRemove() {
	const client = useQueryClient();
	const restore = async (filter: Filter) => {
		try {
			await filters.restoreFilter({ params: { id: filter.id } });
			toast({ title: t.list.undone, description: t.list.restored(filter.name) });
		} catch (error) {
			failed(t.list.restoreAction)(error as Error);
		}
		await refreshFilters(client);
	};
	return useMutation({
		mutationFn: (filter: Filter) => filters.deleteFilter({ params: { id: filter.id } }),
		onSuccess: async (_, filter) => {
			await refreshFilters(client);
			toast({
				id: `delete-${filter.id}`,
				title: t.list.filterDeleted,
				description: t.list.deletedDescription(filter.name),
				undo: () => restore(filter),
			});
		},
		onError: failed(t.list.deleteAction),
	});
}

/** Reorders rules, optimistically. */
export function useOrder() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (ids: readonly string[]) => filters.orderFilters({ body: { ids: [...ids] } }),
		onMutate: async (ids) => {
			await client.cancelQueries({ queryKey: filterKeys.list });
			client.setQueryData(filtersQuery.queryKey, (list) =>
				list === undefined ? list : ids.flatMap((id) => list.find((filter) => filter.id === id) ?? []),
			);
		},
		onError: failed(t.list.updateAction),
		onSettled: () => refreshFilters(client),
	});
}
