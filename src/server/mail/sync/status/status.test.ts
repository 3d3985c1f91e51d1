import { expect, it } from "vitest";
import type { SkippedEntry } from "../../provider/provider.ts";
import { noCounts } from "../../store/insert.ts";
import { addTo, emptyStats, resultOf } from "./status.ts";

const entry = (n: number, kind?: SkippedEntry["kind"]): SkippedEntry => ({
	...{ offset: n, reason: "It could not be read" },
	...(kind !== undefined && { kind }),
});

it("counts all that were damaged or left out, names the first, and always why the rest was not read", () => {
	const stats = emptyStats("job", 0);
	const named = { skipped: 2, damaged: 3 };
	for (const page of [0, 1]) {
		const damagedAt = [page * 10, page * 10 + 1];
		addTo(stats, { ...noCounts(), damaged: 2, damagedAt }, [entry(page * 2), entry(page * 2 + 1)], named);
	}
	addTo(stats, noCounts(), [entry(4), entry(5, "limit")], named);
	expect(resultOf(stats, 0)).toMatchObject({
		...{ damaged: 4, damagedAt: [0, 1, 10], skippedCount: 6 },
		skipped: [entry(0), entry(1), entry(5, "limit")],
	});
});
