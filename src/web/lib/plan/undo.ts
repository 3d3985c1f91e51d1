import type { QueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { toast } from "#web/ui/toast.ts";
import { api } from "../api.ts";
import { jobOver } from "../jobs.ts";
import { keys } from "../query-client.ts";

/**
 * Puts every message of a change back to what it was, and waits for it.
 * @returns the operation that did
 * @throws Error in a sentence when it cannot be undone, or the undo failed
 */
export async function undoPlan(operationId: string): Promise<Operation> {
	const { job, operation } = await api.undoOperation({ params: { id: operationId } });
	const over = await jobOver(job.id);
	if (over.state !== "done") throw new Error(over.error ?? "It was cancelled.");
	return operation;
}

/** Says what a change did and offers Undo. @param onUndone called once everything is back */
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

/** Reads everything about mail again. */
export async function refreshMail(client: QueryClient): Promise<void> {
	await Promise.all(
		[keys.mail, keys.accounts, keys.operations].map((queryKey) => client.invalidateQueries({ queryKey })),
	);
}
