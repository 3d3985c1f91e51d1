import { expect } from "vitest";
import { corpus } from "../../fixtures/corpora.ts";
import { testIf } from "../../fixtures/only-if.ts";
import { judgeRequests } from "./requests.ts";

testIf(corpus("README.md") !== null)(
	"requests and dates meet their targets on mail that no rule was made with",
	async () => {
		const [heldOut] = await judgeRequests();
		expect(heldOut?.figures.map(({ bar }) => bar)).toEqual([0.8, 0.6, 0.8, null]);
		// An annotation whose message was not found would prove nothing.
		expect(heldOut?.misses.filter((miss) => miss.includes("not in the corpus"))).toEqual([]);
		for (const { name, value, bar } of heldOut?.figures ?? [])
			if (bar !== null) expect(value, `${name}\n${heldOut?.misses.join("\n")}`).toBeGreaterThanOrEqual(bar);
	},
);
