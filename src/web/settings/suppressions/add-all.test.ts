import { expect, it, vi } from "vitest";
import { settingsApi } from "#web/lib/settings/settings-api.ts";
import { addAll } from "./add-all.ts";

it("adds a list of any length in parts, and sums up what became of each", async () => {
	const add = vi.spyOn(settingsApi, "importSuppressions").mockImplementation((async ({ body }: never) => {
		const { targets } = body as { targets: string[] };
		const invalid = targets.filter((target) => !target.includes("."));
		const known = targets.filter((target) => target.startsWith("known")).length;
		return { added: targets.length - known - invalid.length, known, invalid };
	}) as never);
	expect(await addAll(["a.example", "known.example", "b.example", "word", "c.example"], 2)).toEqual({
		...{ added: 3, known: 1, invalid: ["word"] },
	});
	expect(add.mock.calls.map(([{ body }]) => body.targets)).toEqual([
		["a.example", "known.example"],
		["b.example", "word"],
		["c.example"],
	]);
});
