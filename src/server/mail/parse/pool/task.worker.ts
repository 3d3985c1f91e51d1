import { parentPort } from "node:worker_threads";
import { AppError } from "../../../errors.ts";
import { lowerThreadPriority } from "./lower-priority.ts";
import type { RunRequest, TaskFunction, TaskReply, TaskRequest } from "./task-protocol.ts";

const port = parentPort;
if (!port) throw new Error("task.worker.ts runs in a worker thread: use createTaskPool");
lowerThreadPriority();

port.on("message", (request: TaskRequest) => {
	// What fails here fails again when a message needs it, and is reported then.
	if (request.kind === "prepare") return void import(request.url).catch(() => undefined);
	void run(request).then(
		(reply) => port.postMessage(reply, transferable(reply)),
		(error: unknown) => port.postMessage(failureOf(error)),
	);
});

function failureOf(error: unknown): TaskReply {
	if (error instanceof AppError) {
		const { status, code, message } = error;
		return { kind: "refused", status, code, message };
	}
	return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}

async function run({ url, memory, input, maxResultBytes }: RunRequest): Promise<TaskReply> {
	const { default: task } = (await import(url)) as { default: TaskFunction<unknown, unknown> };
	port?.postMessage({ kind: "started" } satisfies TaskReply);
	const output = await task(Buffer.from(memory), input);
	const sizeBytes = sizeOf(output, maxResultBytes);
	return sizeBytes > maxResultBytes ? { kind: "too-large" } : { kind: "done", output, sizeBytes };
}

/** Approximate memory of plain data; stops counting above `limit`. */
function sizeOf(value: unknown, limit: number): number {
	const waiting: unknown[] = [value];
	let bytes = 0;
	while (waiting.length > 0 && bytes <= limit) {
		const next = waiting.pop();
		if (typeof next === "string") bytes += next.length * 2;
		else if (next instanceof Uint8Array) bytes += next.byteLength;
		else if (typeof next === "object" && next !== null) {
			bytes += 32;
			for (const [key, inner] of Object.entries(next)) {
				bytes += key.length;
				waiting.push(inner);
			}
		} else bytes += 8;
	}
	return bytes;
}

/** Output that consists only of bytes is transferred instead of copied. */
function transferable(reply: TaskReply): ArrayBuffer[] {
	if (reply.kind !== "done" || !(reply.output instanceof Uint8Array)) return [];
	const { buffer } = reply.output;
	return buffer instanceof ArrayBuffer && buffer.byteLength === reply.output.byteLength ? [buffer] : [];
}
