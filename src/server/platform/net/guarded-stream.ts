import { Readable } from "node:stream";
import { abortable } from "#shared/abortable.ts";
import { AppError } from "../../errors.ts";
import { type AddressRules, resolvePublic } from "./address-guard.ts";
import { checkedUrl, send } from "./guarded-fetch.ts";

/** A request whose reply is read while it arrives. */
export interface StreamRequest extends Partial<StreamLimits> {
	method: "GET" | "POST";
	headers: Record<string, string>;
	body?: string;
	signal: AbortSignal;
}

/** How much of a reply is received. */
export interface StreamLimits {
	/** Of one line: a server-sent event is one or more lines. */
	maxLineBytes: number;
	maxBytes: number;
	/** Milliseconds from the call to the end of the reply. */
	timeoutMs: number;
}

/** An answer of 100,000 characters in events of a few characters, each with its envelope, is about 20 MB. */
const LIMITS: StreamLimits = { maxLineBytes: 512 * 1024, maxBytes: 64 * 1024 * 1024, timeoutMs: 300_000 };

/** A request to the public internet, without redirects: the reply is returned as it is. */
export type GuardedStream = (url: string, request: StreamRequest) => Promise<Response>;

const LF = 0x0a;
const CR = 0x0d;
/** Statuses whose replies have no body (RFC 9110 §6.4.1). */
const NO_BODY = new Set([204, 205, 304]);

/**
 * A client for streamed replies, guarded as `createGuardedFetch` is. The reader of a body gets whole lines.
 * Throws AppError with the codes `bad-address` and `host-not-allowed`, and otherwise the errors of sockets. Reading a body
 * throws AppError 502 `too-large` and 504 `timed-out`.
 */
export function createGuardedStream(rules: AddressRules): GuardedStream {
	return async (address, { method, headers, body, signal: caller, ...given }) => {
		const limits = { ...LIMITS, ...given };
		const late = AbortSignal.timeout(limits.timeoutMs);
		const signal = AbortSignal.any([caller, late]);
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
		if (NO_BODY.has(status)) {
			message.resume();
			return new Response(null, { status, headers: replyHeaders });
		}
		const lines = Readable.from(linesOf(message, limits, { host: url.host, late }), { objectMode: false });
		lines.once("close", () => message.destroy());
		const stream = Readable.toWeb(lines) as ReadableStream<Uint8Array>;
		return new Response(stream, { status: status < 200 ? 502 : status, headers: replyHeaders });
	};
}

/** The lines of a reply with their breaks, several at a time where they arrive together. @throws AppError */
async function* linesOf(
	message: AsyncIterable<Buffer>,
	{ maxLineBytes, maxBytes }: StreamLimits,
	{ host, late }: { host: string; late: AbortSignal },
): AsyncGenerator<Buffer> {
	let size = 0;
	/** The beginning of a line, in pieces: joining them each time would take quadratic time. */
	let open: Buffer[] = [];
	let openBytes = 0;
	try {
		for await (const chunk of message) {
			size += chunk.length;
			if (size > maxBytes) throw tooLarge(host, maxBytes);
			const end = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR)) + 1;
			if (end > 0) {
				yield Buffer.concat([...open, chunk.subarray(0, end)]);
				open = [];
				openBytes = 0;
			}
			open.push(chunk.subarray(end));
			openBytes += chunk.length - end;
			if (openBytes > maxLineBytes) throw tooLarge(host, maxLineBytes);
		}
	} catch (cause) {
		if (late.aborted) throw new AppError(504, "timed-out", `${host} didn't finish its answer in time.`, { cause });
		throw cause;
	}
	if (openBytes > 0) yield Buffer.concat(open);
}

function tooLarge(host: string, limit: number): AppError {
	return new AppError(502, "too-large", `${host} sent more than the ${limit} bytes allowed.`);
}
