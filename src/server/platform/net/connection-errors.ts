import { AppError } from "../../errors.ts";

/** The server closed the connection. */
export function closed(host: string, cause?: unknown): AppError {
	return new AppError(502, "connection-closed", `${host} closed the connection.`, { cause });
}

/** Why the caller ended the connection. */
export function abortReason(signal: AbortSignal, host: string): unknown {
	const reason: unknown = signal.reason;
	if (!(reason instanceof DOMException && reason.name === "TimeoutError")) return reason;
	return new AppError(504, "timed-out", `${host} didn't respond in time.`, { cause: reason });
}
