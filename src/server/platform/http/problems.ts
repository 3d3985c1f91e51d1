import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import type { Problem } from "#shared/contract.ts";
import { unavailability } from "../../db/unavailable.ts";
import { AppError, badRequest } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { diskFull, isDiskFull } from "../disk/disk-full.ts";
import { StorageUnavailable } from "../s3/request.ts";

/** An RFC 9457 problem. */
export function problemOf(error: AppError, requestId: string): Problem & { requestId: string } {
	return {
		type: "about:blank",
		title: STATUS_CODES[error.status] ?? "Error",
		status: error.status,
		detail: error.message,
		code: error.code,
		...(error.fields !== undefined && { fields: error.fields }),
		requestId,
	};
}

/** An RFC 9457 problem response. */
export function problemResponse(error: AppError, requestId: string): Response {
	return new Response(JSON.stringify(problemOf(error, requestId)), {
		status: error.status,
		headers: { "content-type": "application/problem+json", ...error.headers },
	});
}

/** Turns any thrown value into a response; details not meant for the client go only to the log. */
export function answerError(cause: unknown, log: Logger, requestId: string, route: string): Response {
	return problemResponse(reportError(cause, log, requestId, route), requestId);
}

/** Logs any thrown value. @returns what the client may know of it */
export function reportError(cause: unknown, log: Logger, requestId: string, route: string): AppError {
	const isUnavailable = unavailability(cause) !== null;
	// The database logs once that it went away.
	const level = isUnavailable ? "debug" : "warn";
	if (cause instanceof AppError) {
		if (cause.status >= 500) log[level]({ event: "request.failed", requestId, route, err: cause }, "a request failed");
		return cause;
	}
	if (isUnavailable) {
		log.debug(
			{ event: "request.database_unavailable", requestId, route, err: cause },
			"a request failed because the database is unavailable",
		);
		return databaseUnavailable();
	}
	if (cause instanceof StorageUnavailable) {
		log.warn(
			{ event: "request.object_store_unavailable", requestId, route, err: cause },
			"a request failed because the object store is unavailable",
		);
		const words = "Message storage can't be reached at the moment. Try again in a minute.";
		return new AppError(503, "storage-unavailable", words);
	}
	if (isDiskFull(cause)) {
		log.warn({ event: "request.disk_full", requestId, route, err: cause }, "A request failed because the disk is full");
		return diskFull(cause);
	}
	log.error({ event: "request.unexpected_failure", requestId, route, err: cause }, "a request failed unexpectedly");
	return new AppError(
		500,
		"internal",
		`Something went wrong on the server. See its log for details, under the request id ${requestId}.`,
	);
}

/** Seconds: restarting a database takes a few. */
const RETRY_AFTER = "5";

function databaseUnavailable(): AppError {
	const words = "The database can't be reached at the moment. Try again in a few seconds.";
	return new AppError(503, "database-unavailable", words, { headers: { "retry-after": RETRY_AFTER } });
}

/** Validation errors, the first one per field. */
export function invalidInput(error: z.ZodError): AppError {
	const fields: Record<string, string> = {};
	for (const issue of error.issues) {
		const name = issue.path.map(String).join(".") || "body";
		fields[name] ??= issue.message;
	}
	const [first] = Object.entries(fields);
	const detail = first === undefined ? "The input is not valid." : `${first[0]}: ${first[1]}`;
	return badRequest("invalid-input", detail, fields);
}
