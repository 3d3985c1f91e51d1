import { expect, it } from "vitest";
import { memoryState } from "#providers/memory-environment.ts";
import { readRuleLog } from "./rule-log.ts";

it("reads the whole log of rules, however many pages it has", async () => {
	const state = memoryState();
	const keys = ["a", "b", "c", "d", "e"];
	await state.put(keys.map((key) => [`rules/${key}`, { id: key, isForeign: false }]));
	await state.put([["rulez/other", 1]]);
	for (const limit of [1, 2, 5, 6]) expect([...(await readRuleLog(state, limit)).keys()]).toEqual(keys);
});
