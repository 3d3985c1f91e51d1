/**
 * Work on one message that runs in a worker thread. The module's default export does it; its input and output are
 * copied between threads, so plain data only.
 */
export type TaskFunction<Input, Output> = (raw: Buffer, input: Input) => Output | Promise<Output>;

/** Names a task from the main thread without loading its code there. */
export interface Task<Input, Output> {
	url: URL;
	/** Processor time that one message may take, in milliseconds; default: the pool's. */
	timeoutMs?: number;
	/** Largest output; default: 16 MB. */
	maxResultBytes?: number;
	/** A job asks and nobody waits: all such tasks together leave one worker to people. */
	isBackground?: boolean;
	/** Nobody asks for the same again: the output is not cached. */
	isTransient?: boolean;
	/** Never set: carries the types. */
	types?: TaskFunction<Input, Output>;
}

/** Main thread to worker. */
export interface TaskRequest {
	url: string;
	memory: SharedArrayBuffer;
	input: unknown;
	maxResultBytes: number;
}

/** Worker to main thread: first that the code is loaded, then the outcome. */
export type TaskReply =
	| { kind: "started" }
	| { kind: "done"; output: unknown; sizeBytes: number }
	| { kind: "too-large" }
	| { kind: "failed"; message: string };
