import { describe, expect, it } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { neutralizeCss } from "./neutralize-css.ts";

describe("styles before parsing", () => {
	it("are renamed, wherever they are", () => {
		expect(neutralizeCss(`<p class=a style="color:red">x</p>`)).toBe(`<p class=a data-mail-style="color:red">x</p>`);
		expect(neutralizeCss(`<p/STYLE = 'a'id=b>`)).toBe(`<p/data-mail-style = 'a'id=b>`);
		expect(neutralizeCss(`<p title=">" style=a>`)).toBe(`<p title=">" data-mail-style=a>`);
		expect(neutralizeCss(`<!-- <p title="--><p style=a>`)).toBe(`<!-- <p title="--><p data-mail-style=a>`);
		expect(neutralizeCss(`<style>/*<p title="*/</style><p style=a>`)).toBe(
			`<style type=text/x-mail >/*<p title="*/</style><p data-mail-style=a>`,
		);
		expect(neutralizeCss(`<svg><style><p style=a>`)).toBe(`<svg><style type=text/x-mail ><p data-mail-style=a>`);
		expect(neutralizeCss(`<style media="print" type=text/css>`)).toBe(
			`<style type=text/x-mail  data-mail-media="print" type=text/css>`,
		);
	});

	it("are left alone in text", () => {
		for (const text of ["in style = simple", "a < b style=c > d", `<p title="style=x">`, "<textarea><p style=a>"])
			expect(neutralizeCss(text)).toBe(text);
	});

	it.each(["<", "<p ", '<p a="', "<p a='", "<!--", "<!-- ", "</", "<style>", "<svg>", "<p style=a ", "<p / / ", "<?"])(
		"are found in linear time after many %j",
		async (unit) => {
			const text = (size: number) => unit.repeat(size / unit.length);
			await expectLinear(neutralizeCss, text, { sizes: [60_000, 480_000] });
		},
	);
});
