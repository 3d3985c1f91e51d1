import { expect, it } from "vitest";
import { searchSettings } from "#shared/contracts/settings.ts";
import { settingsChange } from "#shared/settings.ts";
import { readSearches, withRecent, withSaved } from "./searches.ts";

it("keeps the last searches, each once", () => {
	expect(withRecent(["a", "b", "c"], "b")).toEqual(["b", "a", "c"]);
	const many = Array.from({ length: 20 }, (_, i) => `search ${i}`);
	const recent = many.reduce<string[]>(withRecent, []);
	expect(recent[0]).toBe("search 19");
	expect(settingsChange(searchSettings, { recent })).toEqual({ recent });
});

it("saves a search, and removes one that is saved", () => {
	expect(withSaved(["a"], "b")).toEqual(["b", "a"]);
	expect(withSaved(["b", "a"], "b")).toEqual(["a"]);
	const saved = Array.from({ length: 60 }, (_, i) => `search ${i}`).reduce<string[]>(withSaved, []);
	expect(settingsChange(searchSettings, { saved })).toEqual({ saved });
});

it("reads settings of any version", () => {
	expect(readSearches(undefined)).toEqual({ recent: [], saved: [] });
	expect(readSearches({ recent: ["a"], saved: 1 })).toEqual({ recent: ["a"], saved: [] });
});
