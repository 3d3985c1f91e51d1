import { expect, it } from "vitest";
import { readAddress } from "./search-params.ts";

it("reads the tab and the view from the URL, and omits defaults", () => {
	expect(readAddress({ tab: "kept", view: "not_required" })).toEqual({ tab: "kept", view: "not_required" });
	expect(readAddress({ tab: "subscriptions", view: "open" })).toEqual({});
	expect(readAddress({ tab: "nonsense", view: 3 })).toEqual({});
});
