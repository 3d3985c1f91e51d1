import { expect, it } from "vitest";
import { readSearchParams } from "./search-params.ts";

it("reads the tab and the view from the URL, and omits defaults", () => {
	expect(readSearchParams({ tab: "kept", view: "not_required" })).toEqual({ tab: "kept", view: "not_required" });
	expect(readSearchParams({ tab: "subscriptions", view: "open" })).toEqual({});
	expect(readSearchParams({ tab: "nonsense", view: 3 })).toEqual({});
});
