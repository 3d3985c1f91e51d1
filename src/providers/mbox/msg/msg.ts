/** Converts an Outlook `.msg` file to mail in a worker thread, within limits. */

import { Worker } from "node:worker_threads";
import type { Chunks } from "../archives/unpack.ts";
import { DamagedFile } from "../limits.ts";

/** Bytes of a file that is converted. */
const MAX_BYTES = 64 * 1024 * 1024;
const TIME_LIMIT_MS = 30_000;
const LIMITS = { maxOldGenerationSizeMb: 512 };

/**
 * Reads a `.msg` file.
 * @returns its message as RFC 5322 bytes
 * @throws DamagedFile when it cannot be read within the limits
 */
export async function readMsg(chunks: Chunks, signal: AbortSignal): Promise<Buffer> {
	const parts: Buffer[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		signal.throwIfAborted();
		length += chunk.length;
		if (length > MAX_BYTES) throw new DamagedFile("This Outlook message is larger than 64 MB");
		parts.push(chunk);
	}
	return convert(Buffer.concat(parts), signal);
}

function convert(file: Buffer, signal: AbortSignal): Promise<Buffer> {
	const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
	const worker = new Worker(new URL("./msg.worker.ts", import.meta.url), {
		workerData: new Uint8Array(file),
		resourceLimits: LIMITS,
		name: "msg",
	});
	const fail = () => reject(new DamagedFile("This Outlook message cannot be read"));
	const timer = setTimeout(fail, TIME_LIMIT_MS);
	const abort = () => reject(signal.reason);
	signal.addEventListener("abort", abort, { once: true });
	worker.on("message", (mail: Uint8Array) => resolve(Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength)));
	worker.on("error", fail);
	worker.on("exit", fail);
	return promise.finally(() => {
		clearTimeout(timer);
		signal.removeEventListener("abort", abort);
		void worker.terminate();
	});
}
