import fc from "fast-check";
import { expect, test } from "vitest";
import { type Limits, NO_KEY, schedule, type Usage, unused } from "./limits.ts";

const usageOf = (...keys: string[]) => new Map<string, Usage>([NO_KEY, ...keys].map((key) => [key, unused()]));

test("spaces the items of a key evenly and shares the slots fairly", () => {
	const limits = { perKey: { concurrency: 3, perSecond: 2 } };
	const wanted = new Map([
		["a", 9],
		["b", 9],
		["c", 1],
	]);
	const usage = usageOf("a", "b", "c");
	const starts = schedule(limits, usage, wanted, { now: 10_000, horizonMs: 1_000, max: 6 });
	expect(Object.fromEntries(starts)).toEqual({ a: [10_000, 10_500, 11_000], b: [10_000, 10_500], c: [10_000] });
	// All slots of a are in use; b has one, but not yet.
	usage.set("b", { running: 2, nextStartAt: 11_600 });
	expect(schedule(limits, usage, wanted, { now: 10_500, horizonMs: 1_000, max: 6 }).get("a")).toBeUndefined();
	expect(schedule(limits, usage, wanted, { now: 10_600, horizonMs: 1_000, max: 6 }).get("b")).toEqual([11_600]);
});

test("items without a key have the overall limit only", () => {
	const starts = schedule(
		{ perKey: { concurrency: 1 }, overall: { concurrency: 3 } },
		usageOf("a"),
		new Map([
			[NO_KEY, 9],
			["a", 9],
		]),
		{ now: 0, horizonMs: 0, max: 9 },
	);
	expect(Object.fromEntries(starts)).toEqual({ [NO_KEY]: [0, 0], a: [0] });
});

test("never exceeds a limit, over any series of claims and ends", () => {
	const limit = fc.record(
		{ concurrency: fc.integer({ min: 1, max: 4 }), perSecond: fc.integer({ min: 1, max: 50 }) },
		{ requiredKeys: [] },
	);
	const step = fc.record({
		passed: fc.integer({ min: 0, max: 1_500 }),
		wanted: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }),
		ended: fc.integer({ min: 0, max: 6 }),
	});
	fc.assert(
		fc.property(
			fc.record({ perKey: limit, overall: limit }),
			fc.array(step, { minLength: 1, maxLength: 20 }),
			(limits: Required<Limits>, steps) => {
				const usage = usageOf("a", "b", "c");
				const started: { key: string; at: number }[] = [];
				const running: string[] = [];
				let now = 1_000_000;
				for (const { passed, wanted, ended } of steps) {
					now += passed;
					for (const key of running.splice(0, ended))
						for (const one of [key, NO_KEY]) (usage.get(one) as Usage).running--;
					const counts = new Map(["a", "b", "c"].map((key, index) => [key, wanted[index] ?? 0]));
					for (const [key, starts] of schedule(limits, usage, counts, { now, horizonMs: 1_000, max: 8 })) {
						expect(starts.length).toBeLessThanOrEqual(counts.get(key) ?? 0);
						for (const at of starts) {
							expect(at).toBeGreaterThanOrEqual(now);
							expect(at).toBeLessThanOrEqual(now + 1_000);
							started.push({ key, at });
							running.push(key);
						}
					}
					for (const key of ["a", "b", "c"])
						expect(running.filter((one) => one === key).length).toBeLessThanOrEqual(limits.perKey.concurrency ?? 99);
					expect(running.length).toBeLessThanOrEqual(limits.overall.concurrency ?? 999);
				}
				expectSpacing(started, limits.overall.perSecond);
				for (const key of ["a", "b", "c"])
					expectSpacing(
						started.filter((one) => one.key === key),
						limits.perKey.perSecond,
					);
			},
		),
	);
});

function expectSpacing(started: readonly { at: number }[], perSecond: number | undefined): void {
	if (perSecond === undefined) return;
	const times = started.map(({ at }) => at).sort((a, b) => a - b);
	for (const [index, at] of times.entries())
		if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(1000 / perSecond - 0.01);
}
