import type { Context } from "hono";
import { AppError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { AppEnv } from "../platform/http/app-env.ts";
import { problemResponse } from "../platform/http/problems.ts";

/** Status of a request whose client disconnected, for logs and metrics; never sent (nginx uses the same). */
export const CLIENT_GONE = 499;

/** Error codes of reads and writes on a connection that the client closed. */
const codes = new Set(["ECONNRESET", "EPIPE", "ABORT_ERR", "ERR_STREAM_PREMATURE_CLOSE", "ERR_INVALID_STATE"]);

/** Whether a request failed because its client disconnected, rather than because of a server error. */
export function isClientGone(c: Context<AppEnv>, cause: unknown): boolean {
	const { incoming } = c.env ?? {};
	const cut = incoming?.destroyed && !incoming.complete;
	const { signal } = c.req.raw;
	if (!cut && !signal.aborted) return false;
	for (let each: unknown = cause; each !== undefined && each !== null; each = (each as Error).cause) {
		if (each === signal.reason || (each as Error).name === "AbortError") return true;
		if (codes.has((each as NodeJS.ErrnoException).code ?? "")) return true;
	}
	return false;
}

/** Ends such a request. */
export function answerClientGone(cause: unknown, log: Logger, requestId: string, route: string): Response {
	log.debug({ event: "request.client_gone", requestId, route, err: cause }, "the client disconnected");
	return problemResponse(new AppError(CLIENT_GONE, "client-gone", "The client closed the connection."), requestId);
}
