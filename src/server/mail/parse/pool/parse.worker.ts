import { parentPort } from "node:worker_threads";
import { parseForStore, parseHeader } from "../parse-message.ts";
import type { ParsedItem, ParseReply, ParseRequest } from "../parse-protocol.ts";
import { searchable } from "../searchable.ts";
import { sha256Hex, writeBlob } from "../write-blob.ts";
import { lowerThreadPriority } from "./lower-priority.ts";

/** Messages per reply, which is the most that a crash can lose. */
const REPLY_SIZE = 32;

const port = parentPort;
if (!port) throw new Error("parse.worker.ts runs in a worker thread: use createParsePool");

lowerThreadPriority();

port.on("message", (request: ParseRequest) => {
	void work(request).catch((error: unknown) => {
		const failure = error instanceof Error ? error.message : String(error);
		port.postMessage({ id: request.id, failure } satisfies ParseReply);
	});
});

async function work(request: ParseRequest): Promise<void> {
	const { id, memory, offsets, indexes, blobDir, areHeaders } = request;
	const progress = new Int32Array(request.progress);
	let replies: Extract<ParseReply, unknown[]> = [];
	const flush = () => {
		if (replies.length > 0) port?.postMessage(replies satisfies ParseReply);
		replies = [];
	};
	for (const index of indexes) {
		Atomics.store(progress, 0, index);
		const start = offsets[index] as number;
		const raw = Buffer.from(memory, start, (offsets[index + 1] as number) - start);
		const item = areHeaders ? { message: parseHeader(raw), lexemes: "", sha256: "" } : await parseItem(raw, blobDir);
		replies.push({ id, index, item });
		if (replies.length >= REPLY_SIZE) flush();
	}
	flush();
}

async function parseItem(raw: Buffer, blobDir: string | null): Promise<ParsedItem> {
	const parsed = await parseForStore(raw);
	const sha256 = sha256Hex(raw);
	if (blobDir !== null) writeBlob(blobDir, sha256, raw);
	return { ...searchable(parsed), sha256 };
}
