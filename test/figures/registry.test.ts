import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { figures } from "#shared/figures/figures.ts";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

it("defines each figure in one plain sentence, and compares the places of each", () => {
	const compared = read("places.ts") + read("campaign.test.ts");
	for (const [id, { definition }] of Object.entries(figures)) {
		expect(definition).toMatch(/^[A-Z][^.]{10,140}\.$/);
		expect(compared.split(`figure: "${id}"`).length, id).toBeGreaterThan(2);
	}
});
