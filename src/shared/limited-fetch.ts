/** A server's answer is longer than the caller allows. */
export class AnswerTooLong extends Error {
	override name = "AnswerTooLong";
	constructor(maxBytes: number) {
		super(`The answer is longer than the ${maxBytes} bytes allowed.`);
	}
}

/** `fetch` for an answer that ends: the signal limits its time. */
export interface LimitedRequest extends RequestInit {
	signal: AbortSignal;
	/** Bytes of the body after decompression. */
	maxBytes: number;
}

/**
 * The only way to call `fetch` on the server. Reading the body of a longer answer throws `AnswerTooLong`, and the
 * transfer ends.
 */
export async function limitedFetch(url: string | URL, { maxBytes, ...init }: LimitedRequest): Promise<Response> {
	const answer = await globalThis.fetch(url, init);
	if (answer.body === null) return answer;
	let size = 0;
	const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
		transform(chunk, controller) {
			size += chunk.byteLength;
			if (size > maxBytes) throw new AnswerTooLong(maxBytes);
			controller.enqueue(chunk);
		},
	});
	const { status, statusText, headers } = answer;
	return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
}
