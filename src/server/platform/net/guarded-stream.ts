import { Readable } from "node:stream";
import { abortable } from "#shared/abortable.ts";
import { type AddressRules, resolvePublic } from "./address-guard.ts";
import { checkedUrl, send } from "./guarded-fetch.ts";

/** A request whose reply is read while it arrives; the caller limits time and size. */
export interface StreamRequest {
	method: "GET" | "POST";
	headers: Record<string, string>;
	body?: string;
	signal: AbortSignal;
}

/** A request to the public internet, without redirects: the reply is returned as it is. */
export type GuardedStream = (url: string, request: StreamRequest) => Promise<Response>;

/** Statuses whose replies have no body (RFC 9110 §6.4.1). */
const NO_BODY = new Set([204, 205, 304]);

/**
 * A client for streamed replies, guarded as `createGuardedFetch` is.
 * Throws AppError with the codes `bad-address` and `host-not-allowed`, and otherwise the errors of sockets.
 */
export function createGuardedStream(rules: AddressRules): GuardedStream {
	return async (address, { method, headers, body, signal }) => {
		const url = checkedUrl(address, rules);
		const addresses = await abortable(resolvePublic(url.hostname, rules), signal);
		const request = {
			method,
			// Not compressed: compression holds back parts of a stream.
			headers: { ...headers, "accept-encoding": "identity" },
			...(body !== undefined && { body }),
		};
		const message = await send(url, request, { addresses, rules }, signal);
		const status = message.statusCode ?? 502;
		const replyHeaders = new Headers();
		for (const [name, value] of Object.entries(message.headers))
			if (value !== undefined) replyHeaders.set(name, Array.isArray(value) ? value.join(", ") : value);
		const stream = NO_BODY.has(status) ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>);
		return new Response(stream, { status: status < 200 ? 502 : status, headers: replyHeaders });
	};
}
