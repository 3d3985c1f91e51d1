import type { Operation } from "#shared/contracts/plans.ts";
import { t } from "../base/text.ts";

/** Result of applying a plan. */
export interface PlanResult {
	operation: Operation;
	/** Bytes that the plan predicted. */
	forecast: number;
	/** Bytes of the changed messages. */
	actual: number;
	applied: number;
	/** Changed since the list was shown, so skipped. */
	skipped: number;
	failed: number;
	state: Operation["state"];
	/** Why it did not complete; null if it did. */
	error: string | null;
}

export function resultOf(operation: Operation, error: string | null): PlanResult {
	const { applied, skipped, failed, state, bytes, bytesApplied } = operation;
	return { operation, forecast: bytes, actual: bytesApplied ?? bytes, applied, skipped, failed, state, error };
}

/** Whether everything in the list was changed. */
export function isComplete({ skipped, failed, state, error }: PlanResult): boolean {
	return skipped + failed === 0 && state !== "failed" && state !== "cancelled" && error === null;
}

/**
 * "Forecast 48 MB, moved 47 MB; 3 changed in the meantime".
 * @param verb what happened to the bytes: only permanent deletion frees them
 */
export function forecastLine(result: PlanResult, verb = verbOf(result.operation.action)): string {
	const { forecast, actual, skipped, failed } = result;
	const unchanged = [skipped > 0 && t.plan.skipped(skipped), failed > 0 && t.plan.failed(failed)].filter(Boolean);
	return [t.plan.forecast(forecast, verb, actual), ...unchanged].join("; ");
}

/** The name of an email of a change in lists. One that was deleted since has neither subject nor sender. */
export function titleOf({ subject, senderEmail }: { subject: string; senderEmail: string }): string {
	return subject || (senderEmail === "" ? t.plan.noLongerExists : t.plan.noSubject);
}

function verbOf(action: Operation["action"]): string {
	if (action.type === "delete") return "freed";
	return ["archive", "trash", "spam", "restore", "move"].includes(action.type) ? "moved" : "changed";
}
