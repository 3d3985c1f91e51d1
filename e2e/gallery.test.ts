import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible, expectColorsAccessible } from "./accessible.ts";
import { openBrowser, type PageOpener, PHONE, WIDE } from "./browser.ts";

/** Where the pictures go; nowhere when unset. */
const pictures = process.env.GALLERY_PICTURES;

let folder: string;
let served: PreviewServer;
let browser: PageOpener;
let url: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "gallery-"));
	if (pictures) await mkdir(pictures, { recursive: true });
	// The pages that a build makes do not include it: it is built for this test alone.
	await build({
		configFile: "vite.config.ts",
		logLevel: "silent",
		build: { outDir: folder, rolldownOptions: { input: "src/web/gallery.html" } },
	});
	served = await preview({
		configFile: false,
		logLevel: "silent",
		build: { outDir: folder },
		preview: { port: 0, host: "127.0.0.1" },
	});
	url = `${served.resolvedUrls?.local[0] ?? ""}gallery.html`;
	browser = await openBrowser();
});
afterEach(() => browser.expectNoPageErrors());
afterAll(async () => {
	await browser.close();
	await served.close();
	await rm(folder, { recursive: true });
});

const parts = [
	"button",
	"menu-and-popover",
	"dialog-and-confirmation",
	"field",
	"select-and-choice",
	"files-and-details",
	"card",
	"tabs-and-figures",
	"workbench",
	"badge-and-avatar",
	"notice",
	"toast",
	"progress",
	"states-of-a-view",
	"mail-list",
	"table",
	"show-more",
	"data-grid",
	"charts",
	"charts-with-little-and-much",
	"stepper",
	"date-range",
	"file-import",
];

async function picture(shown: Page | Locator, name: string): Promise<void> {
	if (pictures) await shown.screenshot({ path: join(pictures, `${name}.png`) });
}

async function openGallery(viewport = WIDE, dark = false): Promise<Page> {
	const page = await browser.open({ viewport, dark, origin: url });
	await page.goto(url);
	await page.getByRole("heading", { level: 1, name: "Components" }).waitFor();
	await page.getByRole("figure", { name: "When mail arrives" }).getByRole("button").waitFor();
	await page.getByText("Drop a CSV, TSV or TXT file here").waitFor();
	return page;
}

describe.each([
	["wide", WIDE, false],
	["wide-dark", WIDE, true],
	["phone", PHONE, false],
	["phone-dark", PHONE, true],
] as const)("the gallery, %s", (name, viewport, dark) => {
	test("shows every part, accessible and within the page", async () => {
		const page = await openGallery(viewport, dark);
		expect(
			await page.locator("[data-part]").evaluateAll((all) => all.map((one) => one.getAttribute("data-part"))),
		).toEqual(parts);
		for (const part of await page.locator("[data-part]").all()) {
			await part.scrollIntoViewIfNeeded();
			expect((await part.boundingBox())?.height).toBeGreaterThan(80);
			await picture(part, `${name}-${await part.getAttribute("data-part")}`);
		}
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
		await (dark ? expectColorsAccessible : expectAccessible)(page);
		await page.context().close();
	});
});

test("a chart shows its numbers as a table, and by keyboard", async () => {
	const page = await openGallery();
	const chart = page.getByRole("figure", { name: "Mail per month" });
	await chart.getByRole("slider").focus();
	await page.keyboard.press("End");
	expect(await chart.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/^Dec: Primary \d+, Updates \d+/);
	await page.keyboard.press("ArrowLeft");
	expect(await chart.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/^Nov: /);
	await picture(chart, "chart-tip");
	await chart.getByRole("button", { name: "Show as table: Mail per month" }).click();
	expect(await chart.getByRole("row").count()).toBe(13);
	await chart.getByRole("columnheader", { name: "Promotional" }).waitFor();
	await expectAccessible(page);
	await page.context().close();
});

/** What a chart draws: marks of its data, without axes and the tip. */
const MARKS = "svg path, svg rect, svg circle, ul[aria-hidden] li span[style], ol[aria-hidden] li span[style], [title]";

describe.each([
	["wide", WIDE],
	["phone", PHONE],
] as const)("charts with little and much, %s", (name, viewport) => {
	test("say that there is nothing, show a single point, and fit ten years", async () => {
		const page = await openGallery(viewport);
		const part = page.locator('[data-part="charts-with-little-and-much"]');
		await part.scrollIntoViewIfNeeded();
		await part.getByRole("figure", { name: "Ten years, areas" }).getByRole("slider").waitFor();

		const empty = part.getByRole("figure", { name: /^Empty / });
		expect(await empty.count()).toBe(6);
		for (const figure of await empty.all()) {
			await figure.getByText("No data in this range", { exact: true }).waitFor();
			expect((await figure.boundingBox())?.height).toBeGreaterThan(100);
			expect(await figure.getByRole("button").count()).toBe(0);
		}

		const single = part.getByRole("figure", { name: /^One / });
		expect(await single.count()).toBe(7);
		for (const figure of await single.all()) {
			const title = await figure.getAttribute("aria-label");
			const sizes = await figure
				.locator(MARKS)
				.evaluateAll((all) =>
					all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]),
				);
			// Something that can be seen.
			expect([title, sizes.some(([width = 0, height = 0]) => width >= 5 && height >= 5)]).toEqual([title, true]);
			await figure.getByRole("button", { name: /^Show as table: / }).click();
			expect(await figure.getByRole("row").count()).toBe(title === "One hour" ? 8 : 2);
			await figure.getByRole("button", { name: /^Show as chart: / }).click();
		}

		for (const figure of await part.getByRole("figure", { name: /^Ten years/ }).all()) {
			const title = await figure.getAttribute("aria-label");
			const chart = figure.getByRole("slider");
			const labels = await chart.locator("svg > text").evaluateAll((all) =>
				all.map((one) => {
					const { left, right } = one.getBoundingClientRect();
					return { left, right, text: one.textContent };
				}),
			);
			expect([title, labels.length]).toEqual([title, expect.any(Number)]);
			expect(labels.length).toBeGreaterThanOrEqual(4);
			const touching = labels.filter(({ left }, index) => left < (labels[index - 1]?.right ?? 0) + 2);
			expect([title, touching]).toEqual([title, []]);
			const frame = await chart.boundingBox();
			expect(Math.max(...labels.map(({ right }) => right))).toBeLessThanOrEqual(
				(frame?.x ?? 0) + (frame?.width ?? 0) + 1,
			);
			await chart.focus();
			await page.keyboard.press("End");
			expect(await chart.getAttribute("aria-valuetext")).toMatch(/^(?:November )?2026: /);
			await page.keyboard.press("Home");
			expect(await chart.getAttribute("aria-valuetext")).toMatch(/^(?:December 2016|2017): /);
		}
		await picture(part, `extremes-${name}`);
		await page.context().close();
	});
});

test("the grid sorts, pages, selects ranges and resizes columns", async () => {
	const page = await openGallery();
	const grid = page.getByRole("region", { name: "Emails by size", exact: true });
	await grid.getByText("1–250 of 5,000").waitFor();
	await grid.getByRole("button", { name: "Next page" }).click();
	await grid.getByText("251–500 of 5,000").waitFor();
	await grid.getByRole("button", { name: "Sender" }).click();
	await grid.getByText("1–250 of 5,000").waitFor();
	await grid.getByRole("row").nth(2).getByRole("checkbox").click();
	await grid
		.getByRole("row")
		.nth(5)
		.getByRole("checkbox")
		.click({ modifiers: ["Shift"] });
	expect(await grid.getByRole("checkbox", { name: /^Select (?!all)/, checked: true }).count()).toBe(4);
	const width = async () => (await grid.getByRole("columnheader", { name: /^Subject/ }).boundingBox())?.width ?? 0;
	const before = await width();
	await grid.getByRole("separator", { name: "Width of Subject" }).focus();
	await page.keyboard.press("ArrowRight");
	expect(await width()).toBeGreaterThan(before);
	// Only the rows in view are in the document.
	expect(await grid.getByRole("row").count()).toBeLessThan(60);
	await page.context().close();
});

test("a range of days is chosen by preset and by keyboard", async () => {
	const page = await openGallery();
	await page.getByRole("button", { name: "Period: Past 30 days" }).click();
	await page.getByRole("dialog").waitFor();
	await picture(page, "date-range");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Past 7 days" }).click();
	await page.getByRole("button", { name: "Period: Past 7 days" }).click();
	await page.getByRole("button", { name: /November 22, 2026/ }).focus();
	for (const key of ["PageUp", "Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
	await page.getByRole("button", { name: "Period: Oct 22 – 29, 2026" }).waitFor();
	await page.context().close();
});

test("a file is imported: its columns are matched, and wrong rows are listed", async () => {
	const page = await openGallery();
	const csv =
		"Contact;E-Mail;Firma\nMina Kowal;mina@vale.example;Vale\nSami;sami@;Haddad\nJonas;jonas@vale.example;Weld\n";
	await page.locator('[data-part="file-import"] input[type=file]').setInputFiles({
		name: "people.csv",
		mimeType: "text/csv",
		buffer: Buffer.from(csv),
	});
	const part = page.locator('[data-part="file-import"]');
	await part.getByRole("combobox", { name: "Import E-Mail as" }).getByText("Email (required)").waitFor();
	await part.getByRole("combobox", { name: "Import Firma as" }).click();
	await page.getByRole("option", { name: "Company" }).click();
	await picture(part, "file-import");
	await expectAccessible(page);
	await part.getByRole("button", { name: "Continue" }).click();
	await part.getByText("“sami@” is not an email address.").waitFor();
	await part.getByText("Row 3", { exact: true }).waitFor();
	await picture(part, "file-check");
	await expectAccessible(page);
	await part.getByRole("button", { name: "Import 2 recipients" }).click();
	await page.getByText("Imported 2 recipients").waitFor();
	await page.context().close();
});

test("the mail list is worked by keyboard", async () => {
	const page = await openGallery();
	const list = page.getByRole("grid", { name: "Emails to select" });
	await list.getByRole("row").first().focus();
	for (const key of ["x", "Shift+ArrowDown", "Shift+j"]) await page.keyboard.press(key);
	await page.getByText("3 selected").waitFor();
	await page.keyboard.press("End");
	await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex"))).toBe("5000");
	await page.context().close();
});
