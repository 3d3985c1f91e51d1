import { AppError } from "../../errors.ts";

/** Why a job that the user canceled is aborted. */
export const cancelled = (): AppError => new AppError(409, "cancelled", "Cancelled");

/** The user canceled, as opposed to a process that shuts down and resumes later. */
export function isCancelled({ aborted, reason }: AbortSignal): boolean {
	return aborted && reason instanceof AppError && reason.code === "cancelled";
}
