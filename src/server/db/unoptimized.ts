import { setFlagsFromString } from "node:v8";

/**
 * Functions of WebAssembly that are called for the first time during `work`, in any thread, are not optimized later.
 *
 * V8 compiles a function a second time, optimized, once it has run often. PostgreSQL's SQL parser is one function of 105
 * kB that has run often enough within a second of each start. Optimizing it takes 600 MB and a second of processor time,
 * and statements are parsed no faster (note 2).
 */
export async function withoutOptimizing<T>(work: () => Promise<T>): Promise<T> {
	// V8 compiles each function at its first call, and asks then whether it is the only one to be optimized.
	setFlagsFromString("--wasm-tier-up-filter=2147483647");
	try {
		return await work();
	} finally {
		setFlagsFromString("--wasm-tier-up-filter=-1");
	}
}
