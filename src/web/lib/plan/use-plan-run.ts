import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation, Plan } from "#shared/contracts/plans.ts";
import { api } from "../api.ts";
import { isOver, useJob } from "../jobs.ts";
import { type PlanResult, resultOf } from "./result.ts";
import { refreshMail } from "./undo.ts";

/** Response to applying a plan: the job, and the operation if it is known already. */
export interface PlanStart {
	job: Job;
	/** Null: the job's result contains it as `operationId`. */
	operation: Pick<Operation, "id"> | null;
}

/** Applies a plan and follows the job. @param onOver called once, in any final state */
export function usePlanRun(
	apply: (plan: Plan) => Promise<PlanStart>,
	onOver: (result: PlanResult | null, error: string | null) => void,
) {
	const client = useQueryClient();
	const [cancelling, setCancelling] = useState(false);
	const start = useMutation({ mutationFn: apply });
	const started = start.data;
	const finish = async (over: Job) => {
		await refreshMail(client);
		const error = over.state === "failed" ? (over.error ?? "The server gave no reason.") : null;
		const id = started?.operation?.id ?? over.result?.operationId;
		if (typeof id !== "string") return onOver(null, error ?? "It was cancelled before it began.");
		onOver(resultOf(await api.getOperation({ params: { id } }), error), error);
	};
	const job = useJob(started?.job.id ?? null, (over) => {
		finish(over).catch((error: Error) => onOver(null, error.message));
	});
	return {
		start: start.mutate,
		isStarting: start.isPending,
		/** Why it could not start. */
		error: start.error,
		/** It is running, or over. */
		hasStarted: started !== undefined,
		/** Undefined before the first report. */
		job: job ?? started?.job,
		cancelling: cancelling && !(job && isOver(job)),
		cancel: () => {
			if (!started) return;
			setCancelling(true);
			api.cancelJob({ params: { id: started.job.id } }).catch(() => setCancelling(false));
		},
	};
}
