export interface Call {
	verb: "GET" | "POST" | "PATCH" | "DELETE";
	/** Relative to the user, with its query. */
	path: string;
	/** The path is relative to the API root. */
	isRoot?: boolean;
	/** JSON. */
	body?: unknown;
	/** Instead of JSON: a whole MIME message. */
	mime?: Uint8Array;
	/** Entries per page of changes. */
	pageSize?: number;
	/** Not idempotent: never retried when the outcome is unknown. */
	isOnce?: boolean;
}

/** The headers of a call, without its token. */
export function headersOf({ body, mime, pageSize }: Call): Record<string, string> {
	const prefer = ['IdType="ImmutableId"', ...(pageSize === undefined ? [] : [`odata.maxpagesize=${pageSize}`])];
	return {
		prefer: prefer.join(", "),
		...(body !== undefined && { "content-type": "application/json" }),
		...(mime !== undefined && { "content-type": "text/plain" }),
	};
}
