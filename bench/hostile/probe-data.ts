/** Given to the thread of the probe. */
export interface ProbeData {
	address: string;
	cookie: string;
	/** Shared: the longest duration in milliseconds, and when the pending request began (0: none is pending). */
	times: Float64Array;
}

export const WORST = 0;
export const PENDING = 1;

/** Milliseconds since 1970, comparable between threads. */
export const now = (): number => performance.timeOrigin + performance.now();
