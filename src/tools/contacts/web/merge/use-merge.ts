import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import { contactsApi, contactsKey } from "../base/api.ts";
import { t } from "../base/text.ts";

/** Contacts that may be one person. */
export function useSuggestions() {
	return useInfiniteQuery({
		queryKey: [...contactsKey, "suggestions"],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => contactsApi.listMergeSuggestions({ query: { cursor } }, { signal }),
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
	});
}

/** Undoes a merge. */
export function useUndoMerge() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => contactsApi.undoContactMerge({ params: { id } }),
		onSuccess: async () => {
			toast({ title: t.merge.undone });
			await client.invalidateQueries({ queryKey: contactsKey });
		},
		onError: (error) => toast({ title: t.merge.couldntUndo, description: error.message, tone: "destructive" }),
	});
}

/** Makes several contacts one; the toast offers to undo it. */
export function useMerge(onMerged?: () => void) {
	const client = useQueryClient();
	const undo = useUndoMerge();
	return useMutation({
		mutationFn: ({ ids }: { ids: string[] }) => contactsApi.mergeContacts({ body: { ids } }),
		onSuccess: async ({ mergeId }, { ids }) => {
			onMerged?.();
			toast({ title: t.merge.done(ids.length), undo: () => undo.mutate(mergeId) });
			await client.invalidateQueries({ queryKey: contactsKey });
		},
		onError: (error) => toast({ title: t.merge.couldntMerge, description: error.message, tone: "destructive" }),
	});
}
