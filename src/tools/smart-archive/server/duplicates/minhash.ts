/**
 * MinHash with one permutation (Li, Owen, Zhang 2012) over a text's words and word pairs: the share of bins with equal
 * values in two texts approximates the share of words and pairs they have in common.
 */

const PLACES = 32;
/** Share of non-empty bins that match when the texts are nearly equal: about one word in thirty may differ. */
const NEAR = 0.875;
const EMPTY = 0xffff;
/** Scripts without spaces are cut into segments. */
const LONGEST_WORD = 24;
const PIECES = /.{1,4}/gsu;

/** @param words in order @returns 64 bytes */
export function minhash(words: readonly string[]): Uint8Array {
	const least = new Uint32Array(PLACES).fill(0xffffffff);
	const note = (hash: number): void => {
		const mixed = mix(hash);
		const bucket = mixed >>> 27;
		const value = mixed & 0x07ffffff;
		if (value < (least[bucket] ?? 0)) least[bucket] = value;
	};
	let before = 0;
	for (const word of words.flatMap(piecesOf)) {
		const hash = fnv(word);
		note(hash);
		if (before !== 0) note(Math.imul(before, 31) + hash);
		before = hash;
	}
	const bytes = new Uint8Array(PLACES * 2);
	const view = new DataView(bytes.buffer);
	least.forEach((value, bucket) => {
		view.setUint16(bucket * 2, value === 0xffffffff ? EMPTY : value % EMPTY);
	});
	return bytes;
}

function piecesOf(word: string): string[] {
	return word.length <= LONGEST_WORD ? [word] : (word.match(PIECES) ?? []);
}

/** FNV-1a over UTF-16 code units. */
function fnv(text: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return hash;
}

/** Spreads a hash over all 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
	let hash = value | 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

/** Estimated share of common words and pairs of two texts, from 0 to 1; accurate to about 0.05. */
export function likeness(a: Uint8Array, b: Uint8Array): number {
	let same = 0;
	let either = 0;
	for (let at = 0; at < PLACES * 2; at += 2) {
		const one = ((a[at] as number) << 8) | (a[at + 1] as number);
		const other = ((b[at] as number) << 8) | (b[at + 1] as number);
		if (one === EMPTY && other === EMPTY) continue;
		either++;
		if (one === other) same++;
	}
	return either === 0 ? 0 : same / either;
}

export function isNear(a: Uint8Array, b: Uint8Array): boolean {
	return likeness(a, b) >= NEAR;
}
