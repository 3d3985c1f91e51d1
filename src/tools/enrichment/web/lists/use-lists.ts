import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { allPages } from "#web/lib/api/all-pages.ts";
import { useEvents } from "#web/lib/api/events.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { EnrichmentList } from "../../contract.ts";
import { enrichmentApi, enrichmentKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Lists that are read at once. */
const PAGE = 200;

/** Lists that are or were looked up, kept up to date by events. */
export function useLists() {
	const client = useQueryClient();
	const refresh = useCallback(() => void client.invalidateQueries({ queryKey: enrichmentKeys.lists }), [client]);
	useEvents((event) => {
		if (event.type !== "batch" || event.batch.kind !== "enrich-contacts") return;
		refresh();
		if (event.batch.finishedAt !== null) void client.invalidateQueries({ queryKey: enrichmentKeys.results });
	}, refresh);
	return useQuery({
		queryKey: enrichmentKeys.lists,
		queryFn: ({ signal }) =>
			allPages((cursor) => enrichmentApi.listEnrichmentLists({ query: { limit: PAGE, cursor } }, { signal })),
	});
}

/** What to look up: a file, or addresses that the user selected. */
export type NewList = { file: File } | { name: string; emails: readonly string[] };

/** Starts a list. */
export function useStartList(onStarted: () => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (list: NewList) =>
			"file" in list
				? enrichmentApi.enrichFile({ query: { filename: list.file.name.slice(0, 255) } }, { bytes: list.file })
				: enrichmentApi.enrichList({ body: { name: list.name, emails: [...list.emails] } }),
		onSuccess: async (list) => {
			toast({ title: t.lists.started(list.name), description: t.lists.startedDescription(list.batch.total) });
			onStarted();
			await client.invalidateQueries({ queryKey: enrichmentKeys.lists });
		},
	});
}

export type ListAction = "pauseEnrichmentList" | "resumeEnrichmentList" | "cancelEnrichmentList";

/** Pausing, resuming and canceling. */
export function useListAction() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id, action }: { id: string; action: ListAction }) => enrichmentApi[action]({ params: { id } }),
		onSuccess: (list: EnrichmentList) => {
			client.setQueryData<EnrichmentList[]>(enrichmentKeys.lists, (lists) =>
				lists?.map((one) => (one.id === list.id ? list : one)),
			);
		},
		onError: (error) => toast({ title: t.lists.failed, description: error.message, tone: "destructive" }),
	});
}

/** Deleting a list; its results are kept. */
export function useDeleteList() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => enrichmentApi.deleteEnrichmentList({ params: { id } }),
		onSuccess: async () => {
			toast({ title: t.lists.deleted });
			await client.invalidateQueries({ queryKey: enrichmentKeys.lists });
		},
		onError: (error) => toast({ title: t.lists.failed, description: error.message, tone: "destructive" }),
	});
}
