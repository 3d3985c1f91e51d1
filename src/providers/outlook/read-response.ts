import { TooLarge } from "./errors.ts";

/** Reads a response body. @param limit bytes @throws TooLarge */
export async function readBounded(reply: Response, limit: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of reply.body ?? []) {
		size += chunk.length;
		// Throwing out of the loop cancels the transfer.
		if (size > limit) throw new TooLarge(`Microsoft answered more than ${limit} bytes.`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}
