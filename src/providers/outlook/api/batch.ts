/** Batch requests (https://learn.microsoft.com/graph/json-batching). */

import { z } from "zod";
import { readRetryAfter } from "#providers/shared/retries.ts";

export interface BatchPart {
	id: string;
	verb: string;
	/** Relative to the user, with its query. */
	path: string;
	headers: Record<string, string>;
	/** JSON. */
	body?: unknown;
}

export interface BatchResponse {
	id: string;
	status: number;
	/** Seconds; null when absent. */
	retryAfter: number | null;
	/** JSON; bytes are base64. */
	body: unknown;
}

const replies = z.object({
	responses: z.array(
		z.object({
			id: z.string(),
			status: z.number(),
			headers: z.record(z.string(), z.unknown()).nullish(),
			body: z.unknown().optional(),
		}),
	),
});

export function writeBatch(parts: readonly BatchPart[]): unknown {
	const requests = parts.map(({ id, verb, path, headers, body }) => ({
		...{ id, method: verb, url: `/me${path}`, headers },
		...(body !== undefined && { body }),
	}));
	return { requests };
}

/** @throws ZodError for an invalid batch response */
export function readBatch(reply: unknown): BatchResponse[] {
	return replies.parse(reply).responses.map(({ id, status, headers, body }) => {
		const named = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "retry-after");
		const retryAfter = named === undefined ? null : readRetryAfter(String(named[1]));
		return { id, status, retryAfter, body: body ?? null };
	});
}
