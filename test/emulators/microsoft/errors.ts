/** Errors in Graph's format (https://learn.microsoft.com/graph/errors). */
export class GraphError extends Error {
	status: number;
	code: string;
	/** Additional response headers. */
	headers: Record<string, string>;

	constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.code = code;
		this.headers = headers;
	}

	response(): Response {
		const { status, code, message } = this;
		return Response.json({ error: { code, message } }, { status, headers: this.headers });
	}
}

export const itemNotFound = () =>
	new GraphError(404, "ErrorItemNotFound", "The specified object was not found in the store.");
export const badRequest = (message: string) => new GraphError(400, "BadRequest", message);
export const accessDenied = () =>
	new GraphError(403, "ErrorAccessDenied", "Access is denied. Check credentials and try again.");
export const unauthorized = () =>
	new GraphError(401, "InvalidAuthenticationToken", "Lifetime validation failed, the token is expired.", {
		"www-authenticate":
			'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize"',
	});
/** https://learn.microsoft.com/graph/throttling: 429, usually with Retry-After. */
export const throttled = (message: string, headers: Record<string, string>) =>
	new GraphError(429, "ApplicationThrottled", message, headers);
