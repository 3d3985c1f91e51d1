import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { allPages } from "#web/lib/api/all-pages.ts";
import { useEvents } from "#web/lib/api/events.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { FileBatch } from "../../contract.ts";
import type { RowFilter } from "../../row-filter.ts";
import { validator, validatorKeys } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Files or rows that are read at once. */
const PAGE = 200;

/** Validated files, kept up to date by events. */
export function useFiles() {
	const client = useQueryClient();
	const refresh = useCallback(() => void client.invalidateQueries({ queryKey: validatorKeys.files }), [client]);
	useEvents((event) => {
		if (event.type !== "batch" || event.batch.kind !== "validate-emails") return;
		refresh();
		void client.invalidateQueries({ queryKey: validatorKeys.rows(event.batch.id) });
	}, refresh);
	return useQuery({
		queryKey: validatorKeys.files,
		queryFn: ({ signal }) =>
			allPages((cursor) => validator.listFileBatches({ query: { limit: PAGE, cursor } }, { signal })),
	});
}

/** The rows of a file with their verdicts so far, page by page. */
export function useFileRows(id: string | null, filter: RowFilter) {
	return useInfiniteQuery({
		queryKey: [...validatorKeys.rows(id ?? ""), filter],
		enabled: id !== null,
		initialPageParam: undefined as number | undefined,
		queryFn: ({ pageParam: after, signal }) =>
			validator.listFileRows({ params: { id: id ?? "" }, query: { ...filter, after, limit: PAGE } }, { signal }),
		getNextPageParam: (page) => page.nextAfter ?? undefined,
	});
}

type Action = "pauseFileBatch" | "resumeFileBatch" | "cancelFileBatch";

/** Pausing, resuming and canceling. */
export function useFileAction() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id, action }: { id: string; action: Action }) => validator[action]({ params: { id } }),
		onSuccess: (file: FileBatch) => {
			client.setQueryData<FileBatch[]>(validatorKeys.files, (files) =>
				files?.map((one) => (one.id === file.id ? file : one)),
			);
		},
		onError: (error) => toast({ title: t.files.failed, description: error.message, tone: "destructive" }),
	});
}

/** Deleting a file with its results. @param close hides its results, before events about them arrive */
export function useDeleteFile(close: (id: string) => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => validator.deleteFileBatch({ params: { id } }),
		onMutate: close,
		onSuccess: async (_, id) => {
			client.removeQueries({ queryKey: validatorKeys.rows(id) });
			toast({ title: t.files.deleted });
			await client.invalidateQueries({ queryKey: validatorKeys.files });
		},
		onError: (error) => toast({ title: t.files.failed, description: error.message, tone: "destructive" }),
	});
}
