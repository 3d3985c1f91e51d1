/** Errors in Gmail's format (https://developers.google.com/workspace/gmail/api/guides/handle-errors). */
export class GoogleError extends Error {
	status: number;
	reason: string;
	domain: string;
	/** Additional response headers. */
	headers: Record<string, string>;

	constructor(status: number, reason: string, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.reason = reason;
		this.domain = /LimitExceeded$/.test(reason) ? "usageLimits" : "global";
		this.headers = headers;
	}

	response(): Response {
		const { status: code, message, reason, domain } = this;
		const body = {
			error: { code, message, errors: [{ message, domain, reason }], status: STATUSES[code] ?? "UNKNOWN" },
		};
		return Response.json(body, { status: code, headers: this.headers });
	}
}

const STATUSES: Record<number, string> = {
	400: "INVALID_ARGUMENT",
	401: "UNAUTHENTICATED",
	403: "PERMISSION_DENIED",
	404: "NOT_FOUND",
	409: "ABORTED",
	429: "RESOURCE_EXHAUSTED",
	500: "INTERNAL",
	503: "UNAVAILABLE",
};

export const notFound = () => new GoogleError(404, "notFound", "Requested entity was not found.");
export const invalid = (message: string) => new GoogleError(400, "invalidArgument", message);
export const unauthorized = () =>
	new GoogleError(
		401,
		"authError",
		"Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
		{ "www-authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
	);
