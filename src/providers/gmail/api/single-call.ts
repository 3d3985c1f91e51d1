import type { Failure } from "#providers/shared/retries.ts";
import type { Call, RequestOptions } from "./call.ts";
import { classifyFailure, networkFailure } from "./errors.ts";
import { failed, ROOT, readJson, readText, type Transport } from "./transport.ts";
import { UNITS } from "./units.ts";

const TIMEOUT_MS = 60_000;

/** Sends one call until it succeeds or fails permanently. */
export async function sendCall(transport: Transport, request: Call, requestOptions: RequestOptions): Promise<unknown> {
	const { rateLimiter } = transport;
	const { signal } = requestOptions;
	const retryState = transport.retryState(signal, request.isOnce ?? false);
	const path = (request.upload === undefined ? "" : "/upload") + ROOT + request.path;
	const init = { method: request.verb, ...contentOf(request) };
	for (;;) {
		await rateLimiter.consume(UNITS[request.method], requestOptions.priority, signal);
		let failure: Failure;
		let used = "";
		try {
			const reply = await transport.send(path, init, signal, {
				timeoutMs: TIMEOUT_MS,
				sent: (token) => {
					used = token;
				},
			});
			const text = await readText(reply);
			if (reply.ok) return readJson(text);
			failure = classifyFailure(failed(reply, text));
		} catch (cause) {
			signal.throwIfAborted();
			failure = networkFailure(cause);
		}
		if (failure.kind === "token") transport.tokens.reject(used);
		await retryState.after(failure);
	}
}

function contentOf({ body, upload }: Call): RequestInit {
	if (upload !== undefined) return { body: Buffer.from(upload.bytes), headers: { "content-type": upload.contentType } };
	if (body === undefined) return {};
	return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
