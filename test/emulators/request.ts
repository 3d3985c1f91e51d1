export interface EmulatorRequest {
	method?: string;
	json?: unknown;
	/** Instead of JSON. */
	body?: string;
	headers?: Record<string, string>;
}

export interface Answered<Body> {
	status: number;
	headers: Headers;
	text: string;
	/** Typed by the caller; empty when the response is not JSON. */
	body: Body;
}

export type ApiClient = <Body = Record<string, unknown>>(
	path: string,
	request?: EmulatorRequest,
) => Promise<Answered<Body>>;

/** Calls an API with a bearer token. @param base prefix for paths that are not absolute URLs */
export function apiClientFor(base: string, token: () => string): ApiClient {
	return async <Body>(path: string, { method, json, body, headers }: EmulatorRequest = {}) => {
		const reply = await fetch(path.startsWith("http") ? path : base + path, {
			method: method ?? (json === undefined && body === undefined ? "GET" : "POST"),
			headers: {
				authorization: `Bearer ${token()}`,
				...(json !== undefined && { "content-type": "application/json" }),
				...headers,
			},
			body: json === undefined ? (body ?? null) : JSON.stringify(json),
		});
		const text = await reply.text();
		const isJson = /json/.test(reply.headers.get("content-type") ?? "") && text !== "";
		return { status: reply.status, headers: reply.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
	};
}
