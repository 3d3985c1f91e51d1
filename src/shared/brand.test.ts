import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { softwareName } from "./brand.ts";

const root = new URL("../..", import.meta.url).pathname;
const sources = globSync("src/**/*.{ts,tsx,html,svg}", { cwd: root })
	.filter((path) => !path.includes(".test.") && path !== "src/shared/brand.ts")
	.map((path) => ({ path, text: readFileSync(root + path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") }));

describe("the product's name", () => {
	it("is typed nowhere else", () => {
		expect(sources.length).toBeGreaterThan(500);
		expect(sources.filter(({ text }) => text.includes(softwareName)).map(({ path }) => path)).toEqual([]);
	});

	it("is kept in no constant of the server: the operator may change it while it runs", () => {
		const onServer = sources.filter(({ path }) => !path.includes("/web/"));
		const constants = onServer.flatMap(({ path, text }) =>
			[...text.matchAll(/^(?:export )?const .*\bbrand\.name\b/gm)].map(([line]) => `${path}: ${line}`),
		);
		expect(constants.filter((line) => !line.includes("=>"))).toEqual([]);
	});
});
