import { expect, test } from "vitest";
import { UnsupportedRule } from "../../from-query.ts";
import { bodyOf } from "../form/draft.ts";
import { ALL_MAILBOXES } from "../form/scope.ts";
import { choicesOf, quickDraft } from "./request-draft.ts";

test("a message offers its sender, its domain and its list", () => {
	const list = { key: "list:letter.shop.example", name: "Shop" };
	const choices = choicesOf({ accountId: null, senderEmail: "news@shop.example", list });
	expect(choices.map(({ id, label }) => [id, label])).toEqual([
		["sender", "From news@shop.example"],
		["domain", "From anyone at shop.example"],
		["list", "From the list Shop"],
	]);
	const bodies = choices.map((choice) => bodyOf(quickDraft(choice, ALL_MAILBOXES, { action: "block" }), true));
	expect(bodies).toMatchObject([
		{ name: "Block: From news@shop.example", ruleType: "sender", ruleValue: "news@shop.example", accountId: null },
		{ ruleType: "domain", ruleValue: "shop.example" },
		{ ruleType: "advanced", conditions: { parts: [{ kind: "list", value: "list:letter.shop.example" }] } },
	]);
	expect(choicesOf({ accountId: null, senderEmail: "ann@example.org", list: null })).toHaveLength(2);
});

test("a search becomes conditions, whatever folder was searched", () => {
	const conditionsOf = (search: string) => choicesOf({ accountId: null, search })[0]?.match.conditions;
	expect(conditionsOf("in:inbox from:<ann@example.org>")).toEqual({
		kind: "all",
		not: false,
		parts: [{ kind: "sender", value: "ann@example.org", not: false }],
	});
	expect(conditionsOf("invoice has:attachment -in:trash")?.parts).toEqual([
		{ kind: "keyword", value: "invoice", not: false },
		{ kind: "attachment", not: false },
	]);
	expect(conditionsOf("is:suspicious -from:<ann@example.org>")?.parts).toEqual([
		{ kind: "suspicious", not: false },
		{ kind: "sender", value: "ann@example.org", not: true },
	]);
});

test("a search that new mail cannot match is refused with the reason", () => {
	for (const search of ["is:unread invoice", "in:inbox", "after:2026-01-01 invoice"])
		expect(() => choicesOf({ accountId: null, search }), search).toThrow(UnsupportedRule);
});

test("a malformed search is refused with what is wrong in it", () => {
	for (const [search, reason] of [
		['subject:"offer', /quotation mark is not closed/],
		["(invoice", /bracket is not closed/],
		["larger:many", /larger/],
	] as const) {
		const read = () => choicesOf({ accountId: null, search });
		expect(read, search).toThrow(UnsupportedRule);
		expect(read, search).toThrow(reason);
	}
});
