import { expect, it } from "vitest";
import type { Condition } from "../../condition.ts";
import { filterDraft } from "../../contract.ts";
import { checkDraft } from "./check.ts";

const from = (value: string): Condition => ({ kind: "sender", value, not: false });
const draft = (parts: Condition[]) =>
	filterDraft.parse({
		...{ name: "Many", ruleType: "advanced", action: "archive" },
		conditions: { kind: "any", not: false, parts },
	});

it("refuses more conditions than a filter can have, counted through all groups, in a sentence", () => {
	const group: Condition = { kind: "all", not: false, parts: [from("b@example.org"), from("c@example.org")] };
	expect(checkDraft(draft([from("a@example.org"), group]), 3).conditions).toMatchObject({ kind: "any" });
	const sentence = "A filter can have at most 2 conditions.";
	expect(() => checkDraft(draft([from("a@example.org"), group]), 2)).toThrow(
		expect.objectContaining({ code: "bad-condition", fields: { conditions: sentence } }),
	);
});
