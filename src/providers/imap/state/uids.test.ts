import fc from "fast-check";
import { expect, test } from "vitest";
import {
	countUids,
	eachUid,
	hasUid,
	highest,
	intersect,
	lowest,
	parseSequence,
	sequences,
	subtract,
	type UidSet,
	uidSet,
	unite,
} from "./uids.ts";

const numbers = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 });
const sorted = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b);
const list = (set: UidSet): number[] => [...eachUid(set)];

test("sets behave like sets of numbers", () => {
	fc.assert(
		fc.property(numbers, numbers, fc.nat(70), (a, b, count) => {
			const [left, right] = [uidSet(a), uidSet(b)];
			expect(list(left)).toEqual(sorted(a));
			expect(countUids(left)).toBe(new Set(a).size);
			expect(list(unite(left, right))).toEqual(sorted([...a, ...b]));
			expect(list(subtract(left, right))).toEqual(sorted(a).filter((uid) => !b.includes(uid)));
			expect(list(intersect(left, right))).toEqual(sorted(a).filter((uid) => b.includes(uid)));
			expect(list(lowest(left, count))).toEqual(sorted(a).slice(0, count));
			expect(list(highest(left, count))).toEqual(count === 0 ? [] : sorted(a).slice(-count));
			expect(hasUid(left, count)).toBe(a.includes(count));
			expect(parseSequence(sequences(left).join(","))).toEqual(left);
		}),
	);
});

test("parses whatever a server sends", () => {
	expect(parseSequence("7:5,1,2,9:*,x,0,4294967296,3:")).toEqual([
		[1, 2],
		[5, 7],
	]);
	expect(parseSequence("1:4294967295")).toEqual([[1, 4294967295]]);
	expect(parseSequence("")).toEqual([]);
});

test("sequence sets fit into a command line", () => {
	const pieces = sequences(uidSet(Array.from({ length: 20_000 }, (_, index) => 4_000_000_000 + index * 2)));
	expect(pieces.length).toBeGreaterThan(10);
	for (const piece of pieces) expect(piece.length).toBeLessThan(4100);
	expect(countUids(parseSequence(pieces.join(",")))).toBe(20_000);
});
