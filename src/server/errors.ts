/** An error reported to the caller: becomes an RFC 9457 problem with this code and status. */
export class AppError extends Error {
	override name = "AppError";
	/** Stable; clients may rely on it. */
	readonly code: string;
	/** HTTP status. */
	readonly status: number;
	readonly fields: Record<string, string> | undefined;
	readonly headers: Record<string, string> | undefined;
	constructor(
		status: number,
		code: string,
		message: string,
		more: { fields?: Record<string, string>; headers?: Record<string, string>; cause?: unknown } = {},
	) {
		super(message, { cause: more.cause });
		this.status = status;
		this.code = code;
		this.fields = more.fields;
		this.headers = more.headers;
	}
}

/** Also used for other users' resources: whether they exist must not be revealed. */
export function notFound(what: string): AppError {
	return new AppError(404, "not-found", `${what} was not found.`);
}

export function unauthenticated(): AppError {
	return new AppError(401, "unauthenticated", "User not authenticated");
}

export function badRequest(code: string, message: string, fields?: Record<string, string>): AppError {
	return new AppError(400, code, message, fields === undefined ? {} : { fields });
}

/** For a cursor that no list returned. */
export function badCursor(): AppError {
	return badRequest("bad-cursor", "The cursor is invalid. Start from the first page.");
}

export function conflict(code: string, message: string): AppError {
	return new AppError(409, code, message);
}

/** @param retryAfter seconds */
export function tooManyRequests(retryAfter: number): AppError {
	return new AppError(429, "too-many-requests", `Too many attempts. Try again in ${retryAfter} s.`, {
		headers: { "retry-after": String(retryAfter) },
	});
}
