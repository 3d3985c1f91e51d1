import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Operation } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api.ts";
import { refreshMail, undoPlan } from "#web/lib/plan/undo.ts";
import { keys } from "#web/lib/query-client.ts";
import { toast } from "#web/ui/toast.ts";

/** Past changes, newest first, page by page. */
export function useOperations() {
	const query = useInfiniteQuery({
		queryKey: [...keys.operations, "list"],
		queryFn: ({ pageParam, signal }) => api.listOperations({ query: { limit: 50, cursor: pageParam } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const all = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
	return { query, all };
}

/** Messages that were only marked as read because somebody opened them: many, and seldom looked for. */
export function isReading(operation: Pick<Operation, "source">): boolean {
	return operation.source === "reading";
}

/** What can be taken back, or done again, from an entry. */
export interface UndoState {
	/** The operation to turn back. */
	id: string;
	label: "Undo" | "Redo";
}

/**
 * @param known other operations by id: one that was undone is done again by undoing its undo
 */
export function undoStateOf(operation: Operation, known: ReadonlyMap<string, Operation>): UndoState | null {
	if (operation.canUndo) return { id: operation.id, label: isTurnedBack(operation, known) ? "Redo" : "Undo" };
	const undo = operation.undoneBy === null ? undefined : known.get(operation.undoneBy);
	return undo?.canUndo ? { id: undo.id, label: isTurnedBack(undo, known) ? "Redo" : "Undo" } : null;
}

/** Whether an operation leaves the messages as they were before: an undo does, an undo of an undo does not. */
function isTurnedBack(operation: Operation, known: ReadonlyMap<string, Operation>): boolean {
	if (operation.undoOf === null) return false;
	const before = known.get(operation.undoOf);
	return before === undefined || !isTurnedBack(before, known);
}

/** Turns an operation back and says so. */
export function useUndo() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id }: UndoState) => undoPlan(id),
		onSuccess: (operation) => toast({ title: operation.title }),
		onError: (error, { label }) => toast({ title: `${label} failed`, description: error.message, tone: "destructive" }),
		onSettled: () => refreshMail(client),
	});
}
