/**
 * Reproducible random numbers (mulberry32), not cryptographically secure. Every message draws from its own stream, named by
 * the seed and the message's key, so that adding or rewording one leaves all others byte for byte unchanged.
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

/** The seed of the public demo mailbox. */
export const DEMO_SEED = "northgate";

/** FNV-1a over UTF-16 units with a final mix, so that similar keys give unrelated streams. */
export function hash32(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** The hash as it is written in ids and addresses. */
export const slug = (text: string): string => hash32(text).toString(36);

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
	const shuffle = <T>(from: readonly T[]): T[] => {
		const copy = [...from];
		for (let i = copy.length - 1; i > 0; i--) {
			const j = int(0, i);
			[copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
		}
		return copy;
	};
	const hex = (digits: number): string => (digits === 0 ? "" : int(0, 15).toString(16) + hex(digits - 1));
	const pick = <T>(from: readonly T[]): T => from[int(0, from.length - 1)] as T;
	return { next, int, chance: (p) => next() < p, pick, shuffle, hex };
}
