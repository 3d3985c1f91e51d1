/**
 * The Microsoft Graph client: token, quota, concurrency limit of four, retries, time and size limits, and errors mapped to
 * the kernel's.
 */

import type { OAuthClient } from "#providers/shared/oauth.ts";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { each, type GraphResponse } from "./batch-calls.ts";
import { type Call, headersOf } from "./call.ts";
import type { OutlookOptions } from "./options.ts";
import type { Slots } from "./slots.ts";
import { createTransport, ROOT, readJson } from "./transport.ts";

export interface GraphClient {
	/** @throws NotFound, RateLimited, Unavailable, AuthExpired, CursorExpired, Unsupported, GraphRejection, OutcomeUnknown */
	call(call: Call, signal: AbortSignal): Promise<unknown>;
	/**
	 * Uploads a range of an upload session, whose URL needs no token. Never retried when the outcome is unknown.
	 * @throws as `call` does
	 */
	upload(url: string, bytes: Uint8Array, range: { from: number; total: number }, signal: AbortSignal): Promise<void>;
	/** The bytes at a path. @throws as `call` does, and TooLarge */
	bytes(path: string, signal: AbortSignal): Promise<Buffer>;
	/**
	 * Many idempotent calls, twenty per batch; results are yielded as they arrive. A call that fails permanently does not
	 * affect the others.
	 * @throws TooLarge for a batch of bodies, and as `call` does when nothing is answered
	 */
	each(calls: readonly Call[], signal: AbortSignal): AsyncGenerator<GraphResponse>;
}

/** Exchange's largest messages are 150 MB. */
const LIMIT = { json: 64_000_000, message: 160_000_000 };
const TIMEOUT_MS = { call: 60_000, upload: 180_000, message: 300_000 };

/** @param requests per ten minutes */
export function createClient(
	environment: ProviderEnvironment,
	options: OutlookOptions,
	oauth: () => Promise<OAuthClient>,
	slots: Slots,
	requests: number,
): GraphClient {
	const transport = createTransport(environment, options, oauth, slots, requests);

	function call(apiCall: Call, signal: AbortSignal): Promise<unknown> {
		const { verb, path, isRoot = false, isOnce } = apiCall;
		const headers = headersOf(apiCall);
		const content =
			apiCall.mime === undefined ? JSON.stringify(apiCall.body) : Buffer.from(apiCall.mime).toString("base64");
		const init = { method: verb, headers, ...(content !== undefined && { body: content }) };
		const request = { path: `${ROOT}${isRoot ? "" : "/me"}${path}`, init, units: 1, slots: 1 };
		return transport.persist({ ...request, timeoutMs: TIMEOUT_MS.call, limit: LIMIT.json }, readJson, signal, isOnce);
	}

	async function upload(
		url: string,
		content: Uint8Array,
		{ from, total }: { from: number; total: number },
		signal: AbortSignal,
	): Promise<void> {
		const { protocol, origin } = new URL(url);
		if (protocol !== "https:" && origin !== new URL(options.apiUrl).origin)
			throw new Unavailable("Outlook returned an address for uploads that is not encrypted.");
		const headers = {
			"content-type": "application/octet-stream",
			"content-range": `bytes ${from}-${from + content.length - 1}/${total}`,
		};
		const init = { method: "PUT", headers, body: Buffer.from(content) };
		const request = { path: "", url, init, units: 1, slots: 1, timeoutMs: TIMEOUT_MS.upload, limit: LIMIT.json };
		await transport.persist(request, () => undefined, signal, true);
	}

	function bytes(path: string, signal: AbortSignal): Promise<Buffer> {
		const init = { headers: headersOf({ verb: "GET", path }) };
		const request = { path: `${ROOT}/me${path}`, init, units: 1, slots: 1 };
		return transport.persist(
			{ ...request, timeoutMs: TIMEOUT_MS.message, limit: LIMIT.message },
			(body) => body,
			signal,
		);
	}

	return { call, upload, bytes, each: (calls, signal) => each(transport, calls, signal) };
}
