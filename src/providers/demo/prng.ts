/**
 * Reproducible random numbers for the demo mailbox.
 *
 * Every message draws from its own stream, named by the seed and the message's key, so that adding or rewording one message
 * leaves all others byte for byte unchanged. Small choices use mulberry32 (32 bits of state, one multiplication and a few
 * shifts per number); the noise of large pictures uses xoshiro128**, which fills megabytes without visible patterns. Neither
 * is cryptographically secure.
 */

export interface Prng {
	/** At least 0, below 1. */
	next(): number;
	/** An integer from `min` to `max`, inclusive. */
	int(min: number, max: number): number;
	/** True with probability `p`. */
	chance(p: number): boolean;
	pick<T>(from: readonly T[]): T;
	/** A shuffled copy (Fisher–Yates). */
	shuffle<T>(from: readonly T[]): T[];
	/** `digits` lower-case hexadecimal digits. */
	hex(digits: number): string;
}

/** FNV-1a over UTF-16 units with a final mix, so that similar keys give unrelated streams. */
export function hash32(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** A named stream: the same name gives the same numbers on every machine. */
export function prng(name: string): Prng {
	let state = hash32(name);
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
	};
	const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
	const pick = <T>(from: readonly T[]): T => {
		if (from.length === 0) throw new RangeError("Nothing to pick from");
		return from[int(0, from.length - 1)] as T;
	};
	const shuffle = <T>(from: readonly T[]): T[] => {
		const copy = [...from];
		for (let i = copy.length - 1; i > 0; i--) {
			const j = int(0, i);
			[copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
		}
		return copy;
	};
	const hex = (digits: number): string => {
		let text = "";
		while (text.length < digits) text += int(0, 15).toString(16);
		return text;
	};
	return { next, int, chance: (p) => next() < p, pick, shuffle, hex };
}

/** A source of 32-bit words (xoshiro128**), seeded from a name with mulberry32. */
export function xoshiro128(name: string): () => number {
	const seed = prng(name);
	let a = seed.int(1, 0x7fff_ffff);
	let b = seed.int(0, 0x7fff_ffff);
	let c = seed.int(0, 0x7fff_ffff);
	let d = seed.int(0, 0x7fff_ffff);
	return () => {
		const scrambled = Math.imul(b, 5);
		const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
		const shifted = b << 9;
		c ^= a;
		d ^= b;
		b ^= c;
		a ^= d;
		c ^= shifted;
		d = (d << 11) | (d >>> 21);
		return result >>> 0;
	};
}

/** The seed of the public demo mailbox. */
export const DEMO_SEED = "northgate";
