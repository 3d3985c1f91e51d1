import { expect, test } from "vitest";
import { newId } from "#shared/ids.ts";
import { compareSubjects, variantOf } from "./variants.ts";

const compare = (first: [number, number], second: [number, number]) =>
	compareSubjects(interested(...first), interested(...second));
const interested = (count: number, sent: number) => ({ sent, replied: count, interested: count, refused: 0 });

test("finds the subject that interests more by a two-proportion test", () => {
	// z = 2.7524, p = 0.0059159; Wilson's interval of 40 in 250 is 0.11975 to 0.21054.
	const clear = compare([40, 250], [20, 250]);
	expect(clear).toMatchObject({ result: "decided", winner: 0 });
	expect(clear.confidence).toBeCloseTo(1 - 0.0059159, 5);
	expect(clear.variants[0]?.low).toBeCloseTo(0.11975, 4);
	expect(clear.variants[0]?.high).toBeCloseTo(0.21054, 4);
	// z = -2.0185, p = 0.043535.
	const other = compare([17, 200], [30, 200]);
	expect(other).toMatchObject({ result: "decided", winner: 1 });
	expect(other.confidence).toBeCloseTo(1 - 0.043535, 5);
});

test("decides nothing that may be chance", () => {
	// z = 0.8779, p = 0.38.
	const unclear = compare([30, 200], [24, 200]);
	expect(unclear).toMatchObject({ result: "undecided", winner: null });
	expect(unclear.confidence).toBeCloseTo(1 - 0.38, 4);
});

test("counts no refusal for a subject", () => {
	const first = { sent: 250, replied: 60, interested: 20, refused: 40 };
	const second = { sent: 250, replied: 42, interested: 40, refused: 2 };
	expect(compareSubjects(first, second)).toMatchObject({ result: "decided", winner: 1, variants: [first, second] });
	expect(compareSubjects({ ...first, interested: 0 }, { ...second, interested: 0 }).result).toBe("not_enough");
});

test("says that there are not enough replies for a test", () => {
	expect(compare([0, 0], [0, 0])).toMatchObject({ result: "not_enough", winner: null, confidence: null });
	expect(compare([4, 100], [0, 100])).toMatchObject({ result: "not_enough", winner: null });
	expect(compare([10, 20], [0, 1])).toMatchObject({ result: "not_enough" });
	expect(compare([10, 100], [0, 100])).toMatchObject({ result: "decided", winner: 0 });
});

test("assigns half of the recipients to each subject, always the same", () => {
	const step = { subjectB: "Another" };
	const ids = Array.from({ length: 4_000 }, () => newId());
	const second = ids.filter((id) => variantOf(id, 0, step) === 1);
	expect(Math.abs(second.length - 2_000)).toBeLessThan(200);
	// Independent of the message before.
	const both = second.filter((id) => variantOf(id, 1, step) === 1);
	expect(Math.abs(both.length - second.length / 2)).toBeLessThan(150);
	expect(ids.filter((id) => variantOf(id, 0, { subjectB: " " }) === 1)).toEqual([]);
});
