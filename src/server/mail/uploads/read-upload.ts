import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { busyProblem } from "../parse/pool/busy-problem.ts";
import { MessageTooComplex } from "../parse/pool/pool-errors.ts";
import type { Task } from "../parse/pool/task-protocol.ts";

/** A task that reads a file of a user. Nothing that is uploaded is read on the main thread (decision note 10). */
export type UploadTask<Input, Output> = Task<Input, Output> & { isTransient: true };

interface Reading<Input, Output> {
	task: UploadTask<Input, Output>;
	input: Input;
}

const FIRST_BYTES = 64 * 1024;

/**
 * Reads an uploaded file in a worker thread, with limits on time and memory; the task has those of its format.
 * @param limits.maxBytes the body is refused as soon as more has arrived
 * @throws AppError 413 `too-large`, 422 `file-too-complex`, 429 and 503 when the workers are busy or do not start, and
 * those of the task
 */
export async function readUpload<Input, Output>(
	ctx: Pick<MailContext, "parsePool">,
	ownerId: string,
	body: Request["body"],
	{ maxBytes, ...reading }: Reading<Input, Output> & { maxBytes: number },
): Promise<Output> {
	return readInWorker(ctx, ownerId, await receive(body, maxBytes), reading);
}

/** Reads bytes of a user or of another server in a worker thread. @throws AppError as `readUpload` */
export async function readInWorker<Input, Output>(
	ctx: Pick<MailContext, "parsePool">,
	ownerId: string,
	bytes: Uint8Array,
	{ task, input }: Reading<Input, Output>,
): Promise<Output> {
	const load = async (): Promise<SharedArrayBuffer> => {
		const memory = new SharedArrayBuffer(bytes.byteLength);
		new Uint8Array(memory).set(bytes);
		return memory;
	};
	try {
		return await ctx.parsePool.run(task, { ownerId, sha256: "", load }, input);
	} catch (cause) {
		throw cause instanceof MessageTooComplex ? tooComplex(cause) : busyProblem(cause);
	}
}

function tooComplex(cause: MessageTooComplex): AppError {
	const reason =
		cause.limit === "time" ? "Reading this file takes too long." : "This file takes too much memory to read.";
	return new AppError(422, "file-too-complex", `${reason} Split it into smaller files and try again.`, { cause });
}

/** Copies what arrives into one buffer: a body may arrive in millions of pieces, each an object of its own. */
async function receive(body: Request["body"], maxBytes: number): Promise<Uint8Array> {
	let bytes = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
	let size = 0;
	for await (const chunk of body ?? []) {
		const length = size + chunk.byteLength;
		if (length > maxBytes) throw tooLarge(maxBytes);
		if (length > bytes.length) {
			const larger = new Uint8Array(Math.min(maxBytes, Math.max(length, bytes.length * 2)));
			larger.set(bytes.subarray(0, size));
			bytes = larger;
		}
		bytes.set(chunk, size);
		size = length;
	}
	return bytes.subarray(0, size);
}

function tooLarge(maxBytes: number): AppError {
	const size = maxBytes >= 1_000_000 ? `${Math.round(maxBytes / 1e5) / 10} MB` : `${maxBytes} bytes`;
	return new AppError(413, "too-large", `The file is larger than ${size}. Split it and try again.`);
}
