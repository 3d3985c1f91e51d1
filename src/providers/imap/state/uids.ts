/**
 * Sets of UIDs as sorted ranges, and IMAP sequence sets (RFC 9051 §9, sequence-set).
 *
 * A folder's UIDs only increase and are never reused, so that even large sets have few ranges.
 */

/** Sorted, disjoint, never adjacent; both ends are inclusive. */
export type UidSet = readonly (readonly [from: number, to: number])[];

export const NO_UIDS: UidSet = [];

/** RFC 7162 §4: servers accept command lines of 8,192 bytes. */
const SEQUENCE_LENGTH = 4000;
const HIGHEST = 0xffffffff;

/** @param uids in any order, duplicates allowed */
export function uidSet(uids: Iterable<number>): UidSet {
	const sorted = Float64Array.from(uids).sort();
	const ranges: [number, number][] = [];
	let last: [number, number] | undefined;
	for (const uid of sorted) {
		if (last !== undefined && uid <= last[1] + 1) last[1] = Math.max(last[1], uid);
		else {
			last = [uid, uid];
			ranges.push(last);
		}
	}
	return ranges;
}

/** Parses a server's sequence set, e.g. `3,7:9`; invalid UIDs are skipped. */
export function parseSequence(text: string): UidSet {
	const ranges: [number, number][] = [];
	for (const part of text.split(",")) {
		const [first, second] = part.split(":").map((end) => (/^\d{1,10}$/.test(end) ? Number(end) : Number.NaN));
		const from = first ?? Number.NaN;
		const to = second ?? from;
		if (from >= 1 && to >= 1 && from <= HIGHEST && to <= HIGHEST) ranges.push([Math.min(from, to), Math.max(from, to)]);
	}
	return joined(ranges);
}

/** Sorts ranges and merges adjacent ones. */
function joined(ranges: [number, number][]): UidSet {
	ranges.sort((a, b) => a[0] - b[0]);
	const result: [number, number][] = [];
	for (const [from, to] of ranges) {
		const last = result.at(-1);
		if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
		else result.push([from, to]);
	}
	return result;
}

export function unite(a: UidSet, b: UidSet): UidSet {
	if (a.length === 0) return b;
	if (b.length === 0) return a;
	return joined([...a, ...b].map(([from, to]) => [from, to]));
}

/** UIDs in `a` but not in `b`. */
export function subtract(a: UidSet, b: UidSet): UidSet {
	const result: [number, number][] = [];
	let index = 0;
	for (const [from, to] of a) {
		let start = from;
		while (index < b.length && (b[index]?.[1] ?? 0) < start) index++;
		for (let at = index; at < b.length && start <= to; at++) {
			const [cutFrom, cutTo] = b[at] as readonly [number, number];
			if (cutFrom > to) break;
			if (cutFrom > start) result.push([start, cutFrom - 1]);
			start = cutTo + 1;
		}
		if (start <= to) result.push([start, to]);
	}
	return result;
}

export function intersect(a: UidSet, b: UidSet): UidSet {
	return subtract(a, subtract(a, b));
}

export function countUids(set: UidSet): number {
	return set.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

export function hasUid(set: UidSet, uid: number): boolean {
	let low = 0;
	let high = set.length - 1;
	while (low <= high) {
		const middle = (low + high) >> 1;
		const [from, to] = set[middle] as readonly [number, number];
		if (uid < from) high = middle - 1;
		else if (uid > to) low = middle + 1;
		else return true;
	}
	return false;
}

export function* eachUid(set: UidSet): Generator<number> {
	for (const [from, to] of set) for (let uid = from; uid <= to; uid++) yield uid;
}

/** The highest `count` UIDs. */
export function highest(set: UidSet, count: number): UidSet {
	const result: [number, number][] = [];
	let remaining = count;
	for (let index = set.length - 1; index >= 0 && remaining > 0; index--) {
		const [from, to] = set[index] as readonly [number, number];
		const start = Math.max(from, to - remaining + 1);
		result.unshift([start, to]);
		remaining -= to - start + 1;
	}
	return result;
}

/** The lowest `count` UIDs. */
export function lowest(set: UidSet, count: number): UidSet {
	const result: [number, number][] = [];
	let remaining = count;
	for (const [from, to] of set) {
		if (remaining <= 0) break;
		const end = Math.min(to, from + remaining - 1);
		result.push([from, end]);
		remaining -= end - from + 1;
	}
	return result;
}

/** The set as IMAP sequence sets that fit into a command line. */
export function sequences(set: UidSet): string[] {
	const pieces: string[] = [];
	let piece = "";
	for (const [from, to] of set) {
		const part = from === to ? String(from) : `${from}:${to}`;
		if (piece !== "" && piece.length + part.length >= SEQUENCE_LENGTH) {
			pieces.push(piece);
			piece = "";
		}
		piece += (piece === "" ? "" : ",") + part;
	}
	if (piece !== "") pieces.push(piece);
	return pieces;
}
