import { describe, expect, it } from "vitest";
import { NativeRuleError, type RuleActions } from "#server/mail/provider/rules.ts";
import type { Condition, Leaf } from "../../condition.ts";
import type { Rule } from "../rule.ts";
import { toProviderRule } from "./to-provider-rule.ts";

const ARCHIVE: RuleActions = { move: { role: "archive" }, labels: [], read: false, star: false };
const leaf = (kind: "domain" | "sender" | "subject" | "keyword" | "list", value: string, not = false): Leaf => ({
	kind,
	value,
	not,
});
const all = (...parts: Condition[]): Condition => ({ kind: "all", not: false, parts });
const any = (...parts: Condition[]): Condition => ({ kind: "any", not: false, parts });
const none = (one: Condition): Condition => ({ ...one, not: !one.not });

function rule(conditions: Condition): Rule {
	const simple = { ruleType: "advanced" as const, ruleValue: "", action: "archive" as const };
	const nothing = { labelName: null, folderName: null, forwardTo: null, accountId: null };
	return { id: "f", name: "A filter", conditions, ...simple, ...nothing, isActive: true };
}

/** Each alternative in short: field, `not` and values. */
function summary(conditions: Condition): string[] | string {
	const { rules, reason: why } = toProviderRule(rule(conditions), ARCHIVE);
	if (why !== null) return why;
	return rules.map((one) =>
		one.conditions
			.map((test) => {
				const values = Object.entries(test).flatMap(([, value]) => (Array.isArray(value) ? value : []));
				const size = test.about === "larger" ? [test.bytes] : [];
				return `${test.not ? "not " : ""}${test.about} ${[...values, ...size].join("|")}`.trim();
			})
			.join(" & "),
	);
}

describe("a filter for a provider", () => {
	it("has one rule per alternative, merging those that differ only in values", () => {
		const shop = any(leaf("domain", "@Shop.example"), leaf("domain", "b.example"), leaf("sender", "a@c.example"));
		expect(summary(shop)).toEqual(["from shop.example|b.example", "from a@c.example"]);
		const two = all(shop, any(leaf("subject", "one"), leaf("keyword", "two")));
		expect(summary(two)).toEqual([
			"from shop.example|b.example & subject one",
			"from shop.example|b.example & anywhere two",
			"from a@c.example & subject one",
			"from a@c.example & anywhere two",
		]);
		expect(toProviderRule(rule(two), ARCHIVE).rules.map(({ key }) => key)).toEqual(["f#0", "f#1", "f#2", "f#3"]);
	});

	it("says what no provider can match on", () => {
		expect(summary({ kind: "suspicious", not: false })).toMatch(
			/^Suspicious email is recognized only in .+, so this runs only there\.$/,
		);
	});

	it("inverts negated conditions", () => {
		expect(summary(none(any(leaf("domain", "a.example"), leaf("subject", "x"))))).toEqual([
			"not from a.example & not subject x",
		]);
		expect(summary(none(all(leaf("domain", "a.example"), none(leaf("subject", "x")))))).toEqual([
			"not from a.example",
			"subject x",
		]);
		const small: Leaf = { kind: "size", than: "smaller", bytes: 1_000, not: false };
		expect(summary(all(small, none(small)))).toEqual(["not larger 999 & larger 999"]);
	});

	it("matches lists by id, and explains what no provider can express", () => {
		expect(summary(leaf("list", "list:News.Example.org"))).toEqual(["list news.example.org"]);
		for (const value of ["", "from:a@example.org", "news", "list:news.example.org shop.example"])
			expect(summary(leaf("list", value))).toMatch(/only complete List-Ids/);
		const age: Leaf = { kind: "age", than: "older", count: 1, unit: "d", not: false };
		expect(summary(all(leaf("domain", "a.example"), age))).toMatch(/^Conditions on age/);
		const many = Array.from({ length: 21 }, (_, n) =>
			all(leaf("domain", `d${n}.example`), leaf("subject", `word ${n}`)),
		);
		expect(summary(any(...many))).toMatch(/more than 20 alternatives/);
	});

	it("keeps its position when not native, with its sender condition", () => {
		const age: Leaf = { kind: "age", than: "older", count: 1, unit: "d", not: false };
		const { rules } = toProviderRule(rule(all(leaf("domain", "a.example"), age)), ARCHIVE);
		expect(rules).toMatchObject([
			{ key: "f", isNative: false, conditions: [{ about: "from", domains: ["a.example"] }] },
		]);
		const unable = toProviderRule(rule(leaf("domain", "a.example")), new NativeRuleError("There are no labels."));
		expect(unable).toMatchObject({
			reason: "There are no labels.",
			rules: [{ isNative: false, actions: { move: null } }],
		});
	});
});
