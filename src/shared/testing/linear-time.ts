import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { test } from "vitest";
import { sized } from "#test/soak.ts";

export interface LinearOptions {
	/** Input sizes, ascending; growth is measured from the first to each of the others. */
	sizes?: readonly number[];
	/** Allowed factor above linear: covers `n log n` and a busy machine, but not `n²` over these sizes. */
	tolerance?: number;
	/** The functions have run often enough for V8 to optimize them. */
	isOptimized?: boolean;
}

/** A parser and the fragments that its hostile inputs are built from. */
export interface LinearCase extends LinearOptions {
	name: string;
	/** May return a promise. Must not throw. */
	run(input: string): unknown;
	/** Fragments significant to this parser: delimiters, unclosed openings, spaces. */
	alphabet: readonly string[];
}

/** Sizes in characters, up to the longest header field that is read. Sizes between them would fail only where the last does. */
const SIZES = [4_096, 65_536];
const TOLERANCE = 6;
/** Times below this many milliseconds are too small to compare. */
const FLOOR = 0.5;
/** Measurements of a suspicious size before it fails. */
const ATTEMPTS = 8;
/** Factor above the limit at which a second measurement is final. */
const FINAL_FACTOR = 2;
/** Before each of them: on a virtual machine, memory touched for the first time costs CPU time in bursts. */
const PAUSE_MS = 100;
const WARM_UP_SIZE = 64;
const WARM_UP_RUNS = 20_000;
const WARM_UP_MS = 100;
/** A fixed seed, so that failures are reproducible. */
const SEED = 20_261_122;
/** Random inputs of each parser. */
const RUNS = sized(20, 80);

/**
 * Asserts that the time of `run` grows at most linearly with the size of its input.
 * Measures CPU time of this thread, so other processes do not count. A suspicious size is measured again, together
 * with the smallest, and the best time of each counts.
 * @param makeInput makes the input for a size; any size that grows with it will do
 * @throws Error with all times when the growth is more than linear
 */
export async function expectLinear<Input>(
	run: (input: Input) => unknown,
	makeInput: (size: number) => Input,
	{ sizes = SIZES, tolerance = TOLERANCE, isOptimized = false }: LinearOptions = {},
): Promise<void> {
	const [smallest = 0] = sizes;
	const first = makeInput(smallest);
	if (!isOptimized) await warmUp(run, makeInput(WARM_UP_SIZE));
	await run(first);
	// The better of two: a burst in one alone would let through what is quadratic.
	let base = Math.min(await timeOf(run, first), await timeOf(run, first));
	const times = [`${smallest}: ${base.toFixed(2)} ms`];
	for (const size of sizes.slice(1)) {
		const input = makeInput(size);
		let best = Number.POSITIVE_INFINITY;
		let limit = 0;
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			best = Math.min(best, await timeOf(run, input));
			limit = (Math.max(base, FLOOR) * tolerance * size) / smallest;
			if (best <= limit || (attempt > 0 && best > limit * FINAL_FACTOR)) break;
			await setTimeout(PAUSE_MS);
			base = Math.min(base, await timeOf(run, first));
		}
		times.push(`${size}: ${best.toFixed(2)} ms`);
		if (best > limit) throw new Error(`Time grows faster than the input (${times.join(", ")})`);
	}
}

/** Runs a small input until the functions are optimized: what is linear when interpreted may be quadratic afterwards. */
async function warmUp<Input>(run: (input: Input) => unknown, input: Input): Promise<void> {
	const until = performance.now() + WARM_UP_MS;
	for (let count = 0; count < WARM_UP_RUNS && performance.now() < until; count++) await run(input);
}

/**
 * Registers one test per parser: inputs of repeated fragments in random order, each in growing sizes, must take
 * linear time.
 */
export function testLinear(cases: readonly LinearCase[]): void {
	for (const { name, run, alphabet, ...options } of cases) {
		test(`${name}: time grows with the length of the input, whatever it holds`, { timeout: 240_000 }, async () => {
			const text = (minLength: number, maxLength: number) =>
				fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map((pieces) => pieces.join(""));
			const shape = fc.record({
				before: text(0, 3),
				first: text(1, 3),
				between: text(0, 2),
				second: text(0, 3),
				after: text(0, 2),
			});
			// Every single fragment comes first, as the simplest attacks consist of one.
			const examples = alphabet.map((first): [Shape] => [{ before: "", first, between: "", second: "", after: "" }]);
			await warmUp(run, alphabet.join(""));
			await fc.assert(
				fc.asyncProperty(shape, (parts) =>
					expectLinear(run, (size) => inputOf(parts, size), { ...options, isOptimized: true }),
				),
				{ seed: SEED, numRuns: RUNS + examples.length, examples, endOnFailure: true },
			);
		});
	}
}

/** The shape of a hostile input: two fragments, each repeated, and what surrounds them. */
interface Shape {
	before: string;
	first: string;
	between: string;
	second: string;
	after: string;
}

function inputOf({ before, first, between, second, after }: Shape, size: number): string {
	const half = second === "" ? size : size / 2;
	const repeated = (piece: string) => (piece === "" ? "" : piece.repeat(Math.ceil(half / piece.length)));
	return before + repeated(first) + between + repeated(second) + after;
}

async function timeOf<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
	const before = cpuTime();
	await run(input);
	return cpuTime() - before;
}

/** CPU time of this thread, in milliseconds. */
export function cpuTime(): number {
	// Linux updates the thread's time only when the process's time is read.
	process.cpuUsage();
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
