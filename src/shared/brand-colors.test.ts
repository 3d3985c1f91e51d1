import { describe, expect, it } from "vitest";
import { accentStyle, accentTokens, contrast, type Oklch, toOklch } from "./brand-colors.ts";

const parse = (value: string): Oklch => {
	const [l = 0, c = 0, h = 0] = value.slice("oklch(".length, -1).split(" ").map(Number);
	return { l, c, h };
};

/** Pages, cards and wells of tokens.css. */
const backgrounds = {
	light: ["oklch(0.978 0.007 95)", "oklch(0.997 0.003 95)", "oklch(0.955 0.009 95)"],
	dark: ["oklch(0.185 0.01 155)", "oklch(0.222 0.011 155)", "oklch(0.165 0.01 155)"],
};

const steps = ["00", "33", "77", "bb", "ff"];
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));

describe("an accent color", () => {
	it("is converted as CSS Color 4 does", () => {
		expect(toOklch("#ff0000")).toMatchObject({ l: expect.closeTo(0.628, 3), c: expect.closeTo(0.2577, 3) });
		expect(toOklch("#0000ff").h).toBeCloseTo(264.05, 1);
		expect(contrast(toOklch("#ffffff"), toOklch("#000000"))).toBeCloseTo(21, 1);
		expect(contrast(toOklch("#ffffff"), toOklch("#777777"))).toBeCloseTo(4.48, 1);
	});

	it("is readable on everything, and text on it, in both themes, whichever color is picked", () => {
		for (const color of colors) {
			const tokens = accentTokens(color);
			for (const theme of ["light", "dark"] as const) {
				const of = tokens[theme];
				const accent = parse(of["--accent"]);
				for (const other of [...backgrounds[theme], of["--accent-soft"], of["--selected"], of["--on-accent"]])
					expect(contrast(accent, parse(other)), `${color} ${theme} ${other}`).toBeGreaterThanOrEqual(4.5);
				const hover = parse(of["--accent-hover"]);
				expect(contrast(hover, parse(of["--on-accent"])), `${color} ${theme} hover`).toBeGreaterThanOrEqual(4.5);
				expect(of["--accent-hover"], color).not.toBe(of["--accent"]);
			}
		}
	});

	it("stays as picked where it is readable, and keeps its hue elsewhere", () => {
		const blue = toOklch("#1d4ed8");
		const { light, dark } = accentTokens("#1d4ed8");
		expect(parse(light["--accent"])).toMatchObject({ l: expect.closeTo(blue.l, 2), c: expect.closeTo(blue.c, 2) });
		expect(parse(dark["--accent"]).h).toBeCloseTo(blue.h, 0);
		expect(parse(dark["--accent"]).l).toBeGreaterThan(blue.l);
	});

	it("is a style sheet for both themes", () => {
		expect(accentStyle("#1d4ed8")).toMatch(
			/^:root\{--accent:oklch\([\d. ]+\);.+\}:root\[data-theme="dark"\]\{--accent:.+\}$/,
		);
	});
});
