import type { Worker } from "node:worker_threads";
import type { Task } from "./task-protocol.ts";

/** The message that a task works on. */
export interface TaskSource {
	/** The message's owner: one user never occupies all workers. */
	ownerId: string;
	/** Cache key: equal for equal bytes. */
	sha256: string;
	/** Called when a worker is free, so that queued messages take no memory. */
	load(): Promise<SharedArrayBuffer>;
}

/** A queued task on a message. */
export interface Ticket {
	task: Task<unknown, unknown>;
	source: TaskSource;
	input: unknown;
	resolve: (result: { output: unknown; sizeBytes: number }) => void;
	reject: (cause: unknown) => void;
}

/** A worker and what it works on. */
export interface Slot {
	worker: Worker | null;
	ticket: Ticket | null;
	isStarted: boolean;
	/** Of the ticket's message. */
	messageBytes: number;
	timer: NodeJS.Timeout | null;
}
