import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import type { FileBatch } from "../../contract.ts";
import type { MonitoredList, MonitorInterval } from "../../monitored-list.ts";
import { validator, validatorKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

/** While a list is being checked, its progress is read so often. */
const PROGRESS_MS = 2_000;

/** The monitored lists. */
export function useMonitored() {
	return useQuery({
		queryKey: validatorKeys.monitored,
		queryFn: async ({ signal }) => (await validator.listMonitoredLists({}, { signal })).items,
		refetchInterval: ({ state }) => (state.data?.some(({ checked }) => checked !== null) ? PROGRESS_MS : false),
	});
}

/** The changes of a list, newest first. */
export function useChanges({ id, checkedAt }: MonitoredList) {
	return useInfiniteQuery({
		// A check that ended may have found more.
		queryKey: [...validatorKeys.changes(id), checkedAt],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			validator.listMonitoredChanges({ params: { id }, query: { cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
}

/** Starts monitoring a validated file. */
export function useMonitorFile() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id, filename }: FileBatch) => validator.monitorList({ body: { name: filename, fileId: id } }),
		onSuccess: async ({ name }) => {
			toast({ title: t.monitored.started(name), description: t.monitored.startedDescription });
			await client.invalidateQueries({ queryKey: validatorKeys.monitored });
		},
		onError: (error) => toast({ title: t.monitored.couldntStart, description: error.message, tone: "destructive" }),
	});
}

type ListChange = { id: string; every: MonitorInterval } | { id: string };

/** Changes how often a list is checked, or checks it now. */
export function useChangeList() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (change: ListChange) =>
			"every" in change
				? validator.updateMonitoredList({ params: { id: change.id }, body: { every: change.every } })
				: validator.checkMonitoredList({ params: { id: change.id } }),
		onSuccess: (list) => {
			client.setQueryData<MonitoredList[]>(validatorKeys.monitored, (lists) =>
				lists?.map((one) => (one.id === list.id ? list : one)),
			);
		},
		onError: (error) => toast({ title: t.monitored.failed, description: error.message, tone: "destructive" }),
	});
}

/** Stops monitoring a list. */
export function useDeleteMonitored() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => validator.deleteMonitoredList({ params: { id } }),
		onSuccess: async () => {
			toast({ title: t.monitored.deleted });
			await client.invalidateQueries({ queryKey: validatorKeys.monitored });
		},
		onError: (error) => toast({ title: t.monitored.failed, description: error.message, tone: "destructive" }),
	});
}
