import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { AppError } from "../../errors.ts";

const decoders = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress };

/**
 * Reads a reply's body, unpacked.
 * @param limit bytes after unpacking, so that a small reply cannot grow without end
 * @throws AppError 502 `too-large`, or `unreachable` when the packing is broken
 */
export async function readDecoded(message: IncomingMessage, limit: number): Promise<Uint8Array> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of decoded(message) as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > limit) {
			message.destroy();
			throw new AppError(502, "too-large", `The reply is longer than the ${limit} bytes allowed.`);
		}
		chunks.push(chunk);
	}
	return new Uint8Array(Buffer.concat(chunks));
}

/**
 * The beginning of a reply's body, unpacked: what came before its limit, or before something went wrong. Never throws.
 * @param limit bytes after unpacking
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
		// What has come is what there is.
	}
	return new Uint8Array(Buffer.concat(chunks).subarray(0, limit));
}

function decoded(message: IncomingMessage): NodeJS.ReadableStream {
	const encoding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "";
	if (encoding === "" || encoding === "identity") return message;
	if (!(encoding in decoders))
		throw new AppError(502, "unreachable", `The reply is packed in a way that is not understood (${encoding}).`);
	const decoder = decoders[encoding as keyof typeof decoders]();
	// A failure of either end reaches the reader through the decoder.
	return pipeline(message, decoder, () => undefined);
}
