import type { Problem, StreamSpec } from "#shared/contract.ts";
import { CONTENT_TYPES, writeFrame } from "#shared/stream.ts";

/** Chunks that are available at once are written together, up to this size. */
const BATCH_BYTES = 32 * 1024;

interface StreamOptions {
	/** Aborted when the client disconnects. */
	signal: AbortSignal;
	/** Called when the client stops reading. */
	onGone(): void;
	/** Logs an error. @returns what the client may know of it */
	problemOf(cause: unknown): Problem;
}

/**
 * Streams the chunks of a handler. The handler runs only as fast as the client reads. An error before the first chunk is
 * thrown, so that it becomes a problem response; a later one is the stream's last frame.
 */
export async function streamReply(
	chunks: AsyncIterable<unknown>,
	{ format, chunk: schema }: StreamSpec,
	{ signal, onGone, problemOf }: StreamOptions,
): Promise<Response> {
	const iterator = chunks[Symbol.asyncIterator]();
	const present = (value: unknown): string => {
		const result = schema.safeParse(value);
		if (!result.success) throw new Error(`A chunk is against its contract: ${result.error.message}`);
		return writeFrame(format, { type: "chunk", chunk: result.data });
	};
	async function* lines(first: IteratorResult<unknown>): AsyncGenerator<string> {
		try {
			for (let next = first; next.done !== true; next = await iterator.next()) yield present(next.value);
			yield writeFrame(format, { type: "end" });
		} catch (cause) {
			// The client is gone: no one reads it.
			if (signal.aborted) return;
			yield writeFrame(format, { type: "error", problem: problemOf(cause) });
		} finally {
			await iterator.return?.();
		}
	}
	return new Response(textStream(lines(await iterator.next()), onGone), {
		headers: { "content-type": CONTENT_TYPES[format], "cache-control": "no-store", "x-accel-buffering": "no" },
	});
}

/**
 * A body of texts that are produced as fast as the client reads.
 * @param onGone called when the client stops reading; the generator then ends
 */
export function textStream(
	texts: AsyncGenerator<string>,
	onGone: () => void = () => undefined,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let pending: Promise<IteratorResult<string>> | null = null;
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				let batch = "";
				while (batch.length < BATCH_BYTES) {
					pending ??= texts.next();
					// With something to send, nothing is waited for beyond this turn of the event loop.
					const next = batch === "" ? await pending : await Promise.race([pending, turn()]);
					if (next === null) break;
					pending = null;
					if (next.done === true) {
						if (batch !== "") controller.enqueue(encoder.encode(batch));
						controller.close();
						return;
					}
					batch += next.value;
				}
				controller.enqueue(encoder.encode(batch));
			},
			async cancel() {
				onGone();
				pending?.catch(() => undefined);
				await texts.return(undefined);
			},
		},
		{ highWaterMark: 0 },
	);
}

function turn(): Promise<null> {
	return new Promise((resolve) => setImmediate(() => resolve(null)));
}
