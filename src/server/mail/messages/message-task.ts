import { createHash } from "node:crypto";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { busyProblem } from "../parse/pool/busy-problem.ts";
import { loadMessage } from "../parse/pool/load-message.ts";
import { MessageTooComplex } from "../parse/pool/pool-errors.ts";
import type { Task } from "../parse/pool/task-protocol.ts";

/** A stored message with its raw bytes. */
export interface StoredMessage {
	id: string;
	accountId: string;
	rawSha256: string;
}

/**
 * Runs a task on a stored message in a worker thread.
 * @throws AppError 404 when its bytes are not stored, 422 `message-too-complex`, 429 and 503 when the workers are busy
 * or do not start
 */
export async function runOnMessage<Input, Output>(
	ctx: Pick<MailContext, "blobs" | "parsePool">,
	ownerId: string,
	message: StoredMessage,
	{ task, input }: { task: Task<Input, Output>; input: Input },
): Promise<Output> {
	const { accountId, rawSha256: sha256 } = message;
	const load = async (): Promise<SharedArrayBuffer> => {
		const memory = await loadMessage(ctx.blobs, accountId, sha256);
		if (memory === null) throw notStored();
		return memory;
	};
	try {
		return await ctx.parsePool.run(task, { ownerId, sha256, load }, input);
	} catch (cause) {
		throw asProblem(cause, message.id);
	}
}

/**
 * Runs a task on a message that is not stored, in a worker thread.
 * @throws AppError as `runOnMessage`
 */
export async function runOnBytes<Input, Output>(
	ctx: Pick<MailContext, "parsePool">,
	ownerId: string,
	bytes: Uint8Array,
	{ task, input }: { task: Task<Input, Output>; input: Input },
): Promise<Output> {
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	const load = async (): Promise<SharedArrayBuffer> => {
		const memory = new SharedArrayBuffer(bytes.byteLength);
		new Uint8Array(memory).set(bytes);
		return memory;
	};
	try {
		return await ctx.parsePool.run(task, { ownerId, sha256, load }, input);
	} catch (cause) {
		if (cause instanceof MessageTooComplex)
			throw new AppError(422, "message-too-complex", "This message is too complex to analyze.", { cause });
		throw asProblem(cause, "");
	}
}

/** API path of the raw message. */
export function originalPath(id: string): string {
	return `/api/v1/emails/${id}/raw`;
}

export function notStored(): AppError {
	return new AppError(404, "not-found", "The original message is not stored here.");
}

function asProblem(cause: unknown, id: string): unknown {
	if (cause instanceof MessageTooComplex)
		return new AppError(
			422,
			"message-too-complex",
			`This message is too complex to display. Download the original to open it in another program: ${originalPath(id)}`,
			{ cause },
		);
	return busyProblem(cause);
}
