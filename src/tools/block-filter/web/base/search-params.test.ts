import { expect, it } from "vitest";
import { readSearchParams } from "./search-params.ts";

it("reads a rule to prefill from the URL", () => {
	const rule = { name: "Shop", type: "domain", value: "shop.example", action: "block", account: "a1" };
	expect(readSearchParams(rule)).toEqual(rule);
	expect(readSearchParams({ view: "screener" })).toEqual({ view: "screener" });
});

it("drops unknown types and actions, and shortens long texts", () => {
	expect(readSearchParams({ type: "colour", action: "explode", view: "filters" })).toEqual({});
	expect(readSearchParams({ value: "x".repeat(900) }).value).toHaveLength(500);
	expect(readSearchParams({ value: 2024 })).toEqual({ value: "2024" });
});
