import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { AppError } from "../../errors.ts";

const decoders = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress };

/**
 * Reads and decompresses a response body.
 * @param limit bytes after decompression, against decompression bombs
 * @throws AppError 502 `too-large`, or `unreachable` when the encoding is invalid
 */
export async function readDecoded(message: IncomingMessage, limit: number): Promise<Uint8Array> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of decoded(message) as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > limit) {
			message.destroy();
			throw new AppError(502, "too-large", `The response is longer than the ${limit} bytes allowed.`);
		}
		chunks.push(chunk);
	}
	return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Reads and decompresses the start of a response body, up to the limit or the first error. Never throws.
 * @param limit bytes after decompression
 */
export async function readBeginning(message: IncomingMessage, limit: number): Promise<Uint8Array> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of decoded(message) as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			size += chunk.length;
			if (size >= limit) break;
		}
	} catch {
		// Return what was received so far.
	}
	return new Uint8Array(Buffer.concat(chunks).subarray(0, limit));
}

function decoded(message: IncomingMessage): NodeJS.ReadableStream {
	const encoding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "";
	if (encoding === "" || encoding === "identity") return message;
	if (!(encoding in decoders))
		throw new AppError(502, "unreachable", `The response has an unsupported encoding (${encoding}).`);
	const decoder = decoders[encoding as keyof typeof decoders]();
	// An error on either end reaches the reader through the decoder.
	return pipeline(message, decoder, () => undefined);
}
