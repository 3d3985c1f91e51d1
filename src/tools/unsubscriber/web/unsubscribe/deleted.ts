import { pause } from "#shared/pause.ts";
import { api } from "#web/lib/api/api.ts";
import { jobOver } from "#web/lib/jobs/jobs.ts";
import { forecastLine, type PlanResult, resultOf } from "#web/lib/plan/result.ts";
import { t } from "../base/text.ts";

/** Text of the toast after emails were moved to the trash. */
export function deletedToast(result: PlanResult): { title: string; description: string } {
	return {
		title: t.unsubscribe.emailsDeleted,
		description: t.unsubscribe.deletedDescription(result.applied, forecastLine(result)),
	};
}

/** How often to look for an operation that starts after its run was cancelled, and how long in between. */
const LOOKS = 10;
const LOOK_EVERY_MS = 500;

/**
 * Waits for the operation that trashes the emails of unsubscribed lists. Call it when unsubscribing has ended.
 * @param isLate the run was cancelled: the operation may start a little later
 * @returns null: no list was unsubscribed from, so nothing was deleted
 */
export async function removalOver(operationId: string, isLate: boolean): Promise<PlanResult | null> {
	const read = () => api.getOperation({ params: { id: operationId } });
	let started = await read();
	for (let looks = 1; isLate && started.jobId === null && looks < LOOKS; looks++) {
		await pause(LOOK_EVERY_MS);
		started = await read();
	}
	if (started.jobId === null) return null;
	const job = await jobOver(started.jobId);
	return resultOf(await read(), job.error);
}
