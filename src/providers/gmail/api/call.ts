import type { Priority } from "./rate-limiter.ts";
import type { Method } from "./units.ts";

export interface Call {
	method: Method;
	verb: "GET" | "POST" | "PUT" | "DELETE";
	/** Relative to the user resource, with its query. */
	path: string;
	/** JSON. */
	body?: unknown;
	/** Instead of JSON; sent to /upload. */
	upload?: { contentType: string; bytes: Uint8Array };
	/** Not idempotent: never retried when the outcome is unknown. */
	isOnce?: boolean;
}

export interface RequestOptions {
	priority: Priority;
	signal: AbortSignal;
}
