import { AppError } from "../../../errors.ts";
import { ParserBusy, ParserUnavailable } from "./pool-errors.ts";

const RETRY_AFTER_SECONDS = 5;

/** 429 and 503 when the workers are busy or do not start; anything else as it is. */
export function busyProblem(cause: unknown): unknown {
	const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
	if (cause instanceof ParserBusy)
		return new AppError(
			429,
			"too-many-requests",
			"Too many messages are being opened at once. Try again in a moment.",
			{
				headers,
				cause,
			},
		);
	if (cause instanceof ParserUnavailable)
		return new AppError(
			503,
			"parser-unavailable",
			"The server cannot parse messages right now. Try again in a moment.",
			{
				headers,
				cause,
			},
		);
	return cause;
}
