import type { Blobs } from "../../../platform/blobs/blobs.ts";
import { MessageTooComplex } from "./pool-errors.ts";

/** Larger messages are not parsed on request; their original can be downloaded. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/**
 * A stored message for a task of the workers, in shared memory: loaded chunk by chunk, so that the main thread never
 * copies a large message in one go.
 * @returns null when it is not stored
 * @throws MessageTooComplex
 */
export async function loadMessage(
	blobs: Blobs,
	accountId: string,
	sha256: string,
	maxBytes = MAX_MESSAGE_BYTES,
): Promise<SharedArrayBuffer | null> {
	const blob = await blobs.open(accountId, sha256);
	if (blob === null) return null;
	if (blob.sizeBytes > maxBytes) {
		blob.body.destroy();
		throw new MessageTooComplex("size");
	}
	const memory = new SharedArrayBuffer(blob.sizeBytes);
	const target = new Uint8Array(memory);
	let at = 0;
	for await (const piece of blob.body as AsyncIterable<Uint8Array>) {
		target.set(piece, at);
		at += piece.length;
	}
	return memory;
}
