import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/lib/api.ts";
import { isOver } from "#web/lib/jobs.ts";
import { refreshMail, undoPlan } from "#web/lib/plan/undo.ts";
import { toast } from "#web/ui/toast.ts";
import { filters } from "../api.ts";

const POLL_MS = 300;

interface Applied {
	/** Operations that changed something. */
	operations: string[];
	processed: number;
	failed: number;
	error: string | null;
}

/** Applies the plans, follows the operations, and offers undo. */
export function useApply(onOver: () => void) {
	const client = useQueryClient();
	const [done, setDone] = useState({ done: 0, total: 0 });
	const run = useMutation({
		mutationFn: async (plans: string[]): Promise<Applied> => {
			const { items } = await filters.applyFilters({ body: { plans } });
			let jobs = items.map(({ job }) => job);
			const total = items.reduce((sum, { operation }) => sum + operation.count, 0);
			for (;;) {
				setDone({ done: jobs.reduce((sum, job) => sum + job.done, 0), total });
				if (jobs.every(isOver)) break;
				await new Promise((resolve) => setTimeout(resolve, POLL_MS));
				jobs = await Promise.all(jobs.map(async (job) => (isOver(job) ? job : api.getJob({ params: { id: job.id } }))));
			}
			const over = await Promise.all(items.map(({ operation }) => api.getOperation({ params: { id: operation.id } })));
			return {
				operations: over.filter(({ canUndo }) => canUndo).map(({ id }) => id),
				processed: over.reduce((sum, { applied }) => sum + applied, 0),
				failed: over.reduce((sum, operation) => sum + operation.failed + operation.skipped, 0),
				error: jobs.find(({ error }) => error !== null)?.error ?? null,
			};
		},
		onSuccess: async ({ operations, processed, failed, error }) => {
			await refreshMail(client);
			const left = failed > 0 ? ` ${failed} could not be changed${error ? `: ${error}` : "."}` : "";
			toast({
				id: "filters-applied",
				title: "Filters Applied",
				description: `Successfully processed ${processed} emails with your filter rules.${left}`,
				...(operations.length > 0 && { undo: () => undoAll(client, operations) }),
			});
			onOver();
		},
		onError: async (error) => {
			await refreshMail(client);
			toast({ title: "Error", description: `Failed to apply filters. ${error.message}`, tone: "destructive" });
			onOver();
		},
	});
	return { start: run.mutate, isRunning: run.isPending, ...done };
}

/** The last change first, so that each finds the mail as it left it. */
async function undoAll(client: QueryClient, operations: readonly string[]): Promise<void> {
	try {
		for (const id of operations.toReversed()) await undoPlan(id);
		toast({ title: "Undone" });
	} catch (error) {
		toast({ title: "This could not be undone", description: (error as Error).message, tone: "destructive" });
	} finally {
		await refreshMail(client);
	}
}
