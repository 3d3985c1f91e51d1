/**
 * Work on one message that runs in a worker thread, as the default export of a module. Input and output are copied
 * between threads, so they must be plain data. An `AppError` that it throws is thrown to the caller.
 */
export type TaskFunction<Input, Output> = (raw: Buffer, input: Input) => Output | Promise<Output>;

/** Identifies a task from the main thread without loading its code there. */
export interface Task<Input, Output> {
	url: URL;
	/** CPU time per message, in milliseconds; default: the pool's. */
	timeoutMs?: number;
	/** Bytes in buffers, which are outside of V8's heap, besides the message; absent: not limited. */
	maxBufferBytes?: number;
	/** Largest output; default: 16 MB. */
	maxResultBytes?: number;
	/** Requested by a job, with no user waiting: all such tasks together leave one worker for users. */
	isBackground?: boolean;
	/** The output is not cached, because it will not be requested again. */
	isTransient?: boolean;
	/** Never set: carries the types. */
	types?: TaskFunction<Input, Output>;
}

/** Main thread to worker: to run a task on a message, or only to load its code. */
export type TaskRequest = RunRequest | { kind: "prepare"; url: string };

export interface RunRequest {
	kind: "run";
	url: string;
	memory: SharedArrayBuffer;
	input: unknown;
	maxResultBytes: number;
}

/** Worker to main thread: first that the code is loaded, then the result. */
export type TaskReply =
	| { kind: "started" }
	| { kind: "done"; output: unknown; sizeBytes: number }
	| { kind: "too-large" }
	| { kind: "refused"; status: number; code: string; message: string }
	| { kind: "failed"; message: string };
