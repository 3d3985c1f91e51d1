import { expect, it } from "vitest";
import { readAddress } from "./search-params.ts";

it("reads a rule to prefill from the URL", () => {
	const rule = { name: "Shop", type: "domain", value: "shop.example", action: "block", account: "a1" };
	expect(readAddress(rule)).toEqual(rule);
	expect(readAddress({ view: "screener" })).toEqual({ view: "screener" });
});

it("drops unknown types and actions, and shortens long texts", () => {
	expect(readAddress({ type: "colour", action: "explode", view: "filters" })).toEqual({});
	expect(readAddress({ value: "x".repeat(900) }).value).toHaveLength(500);
	expect(readAddress({ value: 2024 })).toEqual({ value: "2024" });
});
