/**
 * SimHash (Charikar 2002) of a text's words and pairs of words: texts that share nearly all of them have hashes that
 * differ in few of their 64 bits.
 */

/** Bits in which two hashes may differ: about one word in forty is another one. */
export const NEAR_BITS = 6;
/** Scripts without blanks are cut into pieces. */
const LONGEST_WORD = 24;
const PIECE = 4;

/** @param words in their order @returns 8 bytes */
export function simhash(words: readonly string[]): Uint8Array {
	const votes = new Int32Array(64);
	let before = 0;
	for (const word of words.flatMap(piecesOf)) {
		const hash = fnv(word, 0x811c9dc5);
		vote(votes, hash);
		if (before !== 0) vote(votes, Math.imul(before, 31) + hash);
		before = hash;
	}
	const bytes = new Uint8Array(8);
	for (let bit = 0; bit < 64; bit++)
		if ((votes[bit] ?? 0) > 0) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
	return bytes;
}

function piecesOf(word: string): string[] {
	if (word.length <= LONGEST_WORD) return [word];
	return word.match(new RegExp(`.{1,${PIECE}}`, "gsu")) ?? [word];
}

/** FNV-1a over UTF-16 units. */
function fnv(text: string, seed: number): number {
	let hash = seed;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return hash;
}

function vote(votes: Int32Array, hash: number): void {
	const low = mix(hash);
	const high = mix(low ^ 0x9e3779b9);
	for (let bit = 0; bit < 32; bit++) {
		votes[bit] = (votes[bit] ?? 0) + ((low >>> bit) & 1 ? 1 : -1);
		votes[bit + 32] = (votes[bit + 32] ?? 0) + ((high >>> bit) & 1 ? 1 : -1);
	}
}

/** Spreads a hash over all 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
	let hash = value | 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return hash ^ (hash >>> 16);
}

/** In how many bits two hashes differ. */
export function distance(a: Uint8Array, b: Uint8Array): number {
	let bits = 0;
	for (let at = 0; at < 8; at++) bits += ones[(a[at] ?? 0) ^ (b[at] ?? 0)] ?? 0;
	return bits;
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);
