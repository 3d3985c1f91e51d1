import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation, Plan } from "#shared/contracts/plans.ts";
import { api } from "../api/api.ts";
import { t } from "../base/text.ts";
import { type JobResult, type StartedJobs, useJobAction } from "../jobs/job-action.ts";
import { refreshMail } from "../undo/undo.ts";
import { type PlanResult, resultOf } from "./result.ts";

/** Response to applying a plan: the job, and the operation if it is known already. */
export interface PlanStart {
	job: Job;
	/** Null: the job's result contains it as `operationId`. */
	operation: Pick<Operation, "id"> | null;
}

interface Started extends StartedJobs {
	operation?: PlanStart["operation"];
}

/** Applies a plan and follows the job. @param onOver called once, in any final state; never when `apply` returned null */
export function usePlanRun(
	apply: (plan: Plan) => Promise<PlanStart | null>,
	onOver: (result: PlanResult | null, error: string | null) => void,
) {
	const client = useQueryClient();
	const [startError, setStartError] = useState<Error | null>(null);
	const [hasStarted, setHasStarted] = useState(false);
	const finish = async ({ jobs, started }: JobResult<Plan, Started>, error: string | null) => {
		await refreshMail(client);
		const operation: Started["operation"] = "operation" in started ? started.operation : null;
		const id = operation?.id ?? jobs[0]?.result?.operationId;
		if (typeof id !== "string") return onOver(null, error ?? t.plan.canceledBeforeStarted);
		try {
			onOver(resultOf(await api.getOperation({ params: { id } }), error), error);
		} catch (unknown) {
			onOver(null, (unknown as Error).message);
		}
	};
	const action = useJobAction<Plan, Started>({
		start: async (plan) => {
			setStartError(null);
			const started = await apply(plan);
			if (started === null) return { jobs: [] };
			setHasStarted(true);
			return { jobs: [started.job], operation: started.operation };
		},
		onDone: async (result) => {
			if (result.jobs.length > 0) await finish(result, null);
		},
		onCancelled: (result) => finish(result, null),
		failed: (error, result) => {
			if (result) return finish(result, error.message);
			// Following it failed: its end is unknown here.
			if (hasStarted) return onOver(null, error.message);
			setStartError(error);
		},
	});
	return {
		start: (plan: Plan) => void action.run(plan),
		isStarting: action.isStarting,
		/** Why it could not start. */
		error: startError,
		/** It is running, or over. */
		hasStarted,
		job: action.job,
		cancelling: action.isCancelling,
		cancel: action.cancel,
	};
}
