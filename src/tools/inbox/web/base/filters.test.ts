import { expect, it } from "vitest";
import { parseQuery } from "#shared/search/query.ts";
import { type Filter, filtered, filters } from "./filters.ts";

it.each(Object.keys(filters) as Filter[])("%s narrows a folder and each alternative of a search", (filter) => {
	const alone = filtered(undefined, filter) ?? "";
	expect(() => parseQuery(alone)).not.toThrow();
	const parsed = parseQuery(filtered("rail OR ferry", filter) ?? "");
	expect(parsed.kind).toBe("and");
	expect(parsed).toMatchObject({ parts: expect.arrayContaining([parseQuery("rail OR ferry")]) });
});

it("leaves a list without a filter as it is", () => {
	expect(filtered("rail OR ferry", undefined)).toBe("rail OR ferry");
	expect(filtered(undefined, undefined)).toBeUndefined();
});
