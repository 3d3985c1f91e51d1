import { expect, it } from "vitest";
import { judgeLists } from "../../../../bench/reading/lists.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";

/** Public mail that names an unsubscribe address, spam aside: how much of it is assigned to a list. */

describeIf(corpus("README.md") !== null)("public mail", () => {
	it("is assigned to a list where a header or the text says how to unsubscribe", async () => {
		const { figures, misses } = await judgeLists();
		expect(figures[0]?.count).toBeGreaterThan(3_000);
		expect([(figures[0]?.value ?? 0) >= 0.995, misses]).toEqual([true, misses]);
	});
});
