import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Operation } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { undoChange } from "#web/lib/undo/undo.ts";
import { t } from "./text.ts";

/** Past operations, newest first, page by page. */
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

/** Messages that were only marked as read by opening them: many, and rarely of interest. */
export function isReading(operation: Pick<Operation, "source">): boolean {
	return operation.source === "reading";
}

/** Whether an entry can be undone or redone. */
export interface UndoAction {
	/** The operation to undo. */
	id: string;
	label: string;
}

/**
 * @param known other operations by id: redo undoes the undo of an operation
 */
export function undoActionOf(operation: Operation, known: ReadonlyMap<string, Operation>): UndoAction | null {
	if (operation.canUndo) return { id: operation.id, label: isReversal(operation, known) ? t.entry.redo : t.entry.undo };
	const undo = operation.undoneBy === null ? undefined : known.get(operation.undoneBy);
	return undo?.canUndo ? { id: undo.id, label: isReversal(undo, known) ? t.entry.redo : t.entry.undo } : null;
}

/** Whether an operation restores the previous state: an undo does, an undo of an undo does not. */
function isReversal(operation: Operation, known: ReadonlyMap<string, Operation>): boolean {
	if (operation.undoOf === null) return false;
	const before = known.get(operation.undoOf);
	return before === undefined || !isReversal(before, known);
}

/** Undoes an operation and shows a toast. */
export function useUndo() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id, label }: UndoAction) =>
			undoChange(client, { operations: [id] }, { isRedo: label === t.entry.redo, failed: t.entry.actionFailed(label) }),
	});
}
