import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { GuardedStream, StreamRequest } from "../net/guarded-stream.ts";
import type { ActiveModel } from "./active-model.ts";

/** Called with the size of each request before it is sent. */
export type OnRequest = (bytes: number) => void;

/**
 * The AI SDK's adapter for a model, which reaches the network only through `stream`.
 * @param onRequest counts what leaves the server
 */
export async function adapterFor(
	model: ActiveModel,
	stream: GuardedStream,
	onRequest: OnRequest,
): Promise<LanguageModelV3> {
	const { baseUrl: baseURL, apiKey } = model;
	const fetch = fetchWith(stream, onRequest);
	// The adapters are imported lazily to keep startup fast. They would otherwise read keys from the environment; local
	// servers need none.
	if (model.provider === "anthropic") {
		const { createAnthropic } = await import("@ai-sdk/anthropic");
		return createAnthropic({ baseURL, apiKey: apiKey ?? "none", fetch })(model.model) as LanguageModelV3;
	}
	if (model.provider === "google") {
		const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
		return createGoogleGenerativeAI({ baseURL, apiKey: apiKey ?? "none", fetch })(model.model) as LanguageModelV3;
	}
	const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
	const options = { name: "model", baseURL, fetch, includeUsage: true, supportsStructuredOutputs: true };
	return createOpenAICompatible({ ...options, ...(apiKey !== null && { apiKey }) })(model.model);
}

function fetchWith(stream: GuardedStream, onRequest: OnRequest): typeof globalThis.fetch {
	return async (input, init = {}) => {
		const url = input instanceof Request ? input.url : String(input);
		const body = typeof init.body === "string" ? init.body : undefined;
		onRequest(body === undefined ? 0 : Buffer.byteLength(body));
		const request: StreamRequest = {
			method: init.method === "GET" ? "GET" : "POST",
			headers: Object.fromEntries(new Headers(init.headers)),
			signal: init.signal ?? new AbortController().signal,
			...(body !== undefined && { body }),
		};
		return stream(url, request);
	};
}
