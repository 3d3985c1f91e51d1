import type { QueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { toast } from "#web/ui/toast.ts";
import { api } from "../api.ts";
import { jobOver } from "../jobs.ts";
import { keys } from "../query-client.ts";

/**
 * Undoes an operation and waits for the undo to finish.
 * @returns the undo operation
 * @throws Error with a message for the user when it cannot be undone, or the undo failed
 */
export async function undoPlan(operationId: string): Promise<Operation> {
	const { job, operation } = await api.undoOperation({ params: { id: operationId } });
	const over = await jobOver(job.id);
	if (over.state !== "done") throw new Error(over.error ?? "It was cancelled.");
	return operation;
}

/** Shows a toast with Undo for a change. @param onUndone called once everything is restored */
export function offerUndo(
	client: QueryClient,
	operationId: string,
	words: { title: string; description?: string },
	onUndone?: () => void,
): void {
	const undo = async () => {
		try {
			await undoPlan(operationId);
			toast({ title: "Undone" });
			onUndone?.();
		} catch (error) {
			toast({ title: "This could not be undone", description: (error as Error).message, tone: "destructive" });
		} finally {
			await refreshMail(client);
		}
	};
	toast({ ...words, id: operationId, undo });
}

/** Invalidates all mail queries. */
export async function refreshMail(client: QueryClient): Promise<void> {
	await Promise.all(
		[keys.mail, keys.accounts, keys.operations].map((queryKey) => client.invalidateQueries({ queryKey })),
	);
}
