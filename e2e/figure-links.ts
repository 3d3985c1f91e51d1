import type { Locator, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import type { TestUser } from "#test/server.ts";
import { activityScoreContract } from "#tools/activity-score/contract.ts";
import { readListSearch } from "#tools/activity-score/lists.ts";
import { formatBytes } from "#web/lib/base/format.ts";
import { waitForIdle } from "./browser.ts";
import { numberIn } from "./categorizer-fixture.ts";

/** Counts of emails on a screen, the links that list these emails, and what the lists contain. */

export interface CountLink {
	count: number;
	href: string;
}

/** The counts that open a list of emails, on the screen or in an open region. */
export async function linksIn(page: Page, role: "main" | "region" = "main"): Promise<CountLink[]> {
	await page.getByRole(role).getByTitle("Show in inbox").first().waitFor();
	await waitForIdle(page);
	const links = await page
		.getByRole(role)
		.locator('a[title*="Show in inbox"], a[href*="?list="]:not(figure a)')
		.evaluateAll((all) => all.map((one) => ({ text: one.textContent ?? "", href: one.getAttribute("href") ?? "" })));
	return (
		links
			// A streak is counted in days; its link opens the emails of these days. Recommendations are words.
			.filter(({ text }) => /\d/.test(text) && !/^\d+ days? in a row/.test(text))
			.map(({ text, href }) => ({ count: numberIn(text), href }))
	);
}

/** What the page behind a link lists, from the API that the page asks. */
export interface Listing {
	count(href: string): Promise<number>;
	/** Sum of the sizes. */
	bytes(href: string): Promise<number>;
}

export function listingOf(user: TestUser): Listing {
	const known = new Map<string, Promise<number>>();
	const once = (key: string, read: () => Promise<number>) => {
		const value = known.get(key) ?? read();
		known.set(key, value);
		return value;
	};
	const searchOf = (href: string) => {
		const { pathname, searchParams } = new URL(href, "http://localhost");
		return { pathname, ...Object.fromEntries(searchParams) } as Record<"pathname" | "q" | "account" | "folder", string>;
	};
	const inInbox = async (href: string, cursor?: string) => {
		const { pathname, q, account, folder } = searchOf(href);
		expect(pathname).toBe("/inbox");
		const limit = cursor === undefined ? 1 : 200;
		const asked = { q, account, folder, limit, ...(cursor && { cursor }) };
		return user.client(emailsContract).listEmails({ query: asked });
	};
	const count = async (href: string) => {
		const { list, bucket } = readListSearch(searchOf(href));
		if (list !== undefined)
			return (await user.client(activityScoreContract).listActivityEmails({ query: { list, bucket, limit: 1 } })).total;
		const { total, totalIsExact } = await inInbox(href);
		expect([href, totalIsExact]).toEqual([href, true]);
		return total;
	};
	const bytes = async (href: string) => {
		let sum = 0;
		for (let page = await inInbox(href); ; page = await inInbox(href, page.nextCursor)) {
			for (const { sizeBytes } of page.items) sum += sizeBytes;
			if (page.nextCursor === null) return sum;
		}
	};
	return {
		count: (href) => once(`count ${href}`, () => count(href)),
		bytes: (href) => once(`bytes ${href}`, () => bytes(href)),
	};
}

/** Each count is that of the emails that its link lists. */
export async function expectCounted(links: readonly CountLink[], listing: Listing): Promise<void> {
	expect(links.length).toBeGreaterThan(0);
	for (const { href, count } of links) expect([href, await listing.count(href)]).toEqual([href, count]);
}

/** Presses a link on the page, compares the count with the list that opens, and returns to the page. */
export async function expectOpens(page: Page, count: number, press: () => Promise<void>): Promise<void> {
	const { href } = new URL(page.url());
	await press();
	await page.waitForURL((url) => url.href !== href);
	const shown = page.url().includes("?list=")
		? page.getByRole("dialog").getByRole("heading", { level: 2 })
		: page.getByRole("status").filter({ hasText: /: [\d,]+ emails?$/ });
	await vi.waitFor(
		async () => {
			const text = (await shown.textContent({ timeout: 1_000 })) ?? "";
			expect([page.url(), numberIn(/(?:: |\()([\d,]+)/.exec(text)?.[1] ?? null)]).toEqual([page.url(), count]);
		},
		{ timeout: 20_000, interval: 100 },
	);
	await page.goBack();
}

/** A number in the table behind a chart. */
interface Cell {
	row: string;
	column: string;
	text: string;
	/** Null: no link. */
	href: string | null;
}

/** A bar, a cell or a point of the drawing. */
interface Mark {
	label: string;
	href: string | null;
}

const shownAs = (figure: Locator, form: "table" | "chart") =>
	figure.getByRole("button", { name: new RegExp(`^Show as ${form}: `) });

async function cellsOf(figure: Locator): Promise<Cell[]> {
	await shownAs(figure, "table").click();
	await shownAs(figure, "chart").waitFor();
	const columns = (await figure.locator("thead th").allTextContents()).slice(1);
	const rows = await figure.locator("tbody tr").evaluateAll((all) =>
		all.map((row) => ({
			row: row.querySelector("th")?.textContent ?? "",
			cells: [...row.querySelectorAll("td")].map((cell) => ({
				text: cell.textContent ?? "",
				href: cell.querySelector("a")?.getAttribute("href") ?? null,
			})),
		})),
	);
	await shownAs(figure, "chart").click();
	return rows.flatMap(({ row, cells }) => cells.map((cell, index) => ({ row, column: columns[index] ?? "", ...cell })));
}

async function marksOf(figure: Locator): Promise<Mark[]> {
	const slider = figure.getByRole("slider");
	if ((await slider.count()) === 0)
		return figure
			.locator("[aria-hidden] a")
			.evaluateAll((all) =>
				all.map((one) => ({ label: one.getAttribute("title") ?? "", href: one.getAttribute("href") })),
			);
	const marks: Mark[] = [];
	const last = Number(await slider.getAttribute("aria-valuemax"));
	await slider.press("Home");
	for (let index = 0; index <= last; index++) {
		const { spoken, href } = await slider.evaluate((one) => ({
			spoken: one.getAttribute("aria-valuetext") ?? "",
			href: one.parentElement?.querySelector("a")?.getAttribute("href") ?? null,
		}));
		marks.push({ label: spoken.replace(/: [^:]*$/, ""), href });
		await slider.press("ArrowRight");
	}
	await slider.blur();
	return marks;
}

/**
 * Each number of the table and each mark of the drawing has a link, unless it is 0, to as many emails; then two of them are
 * pressed: a bar with the pointer and a number with the keyboard.
 * @param show brings the chart to the screen
 */
export async function expectChartCounted(
	page: Page,
	title: string | RegExp,
	listing: Listing,
	show: () => Promise<void>,
) {
	const figure = page.getByRole("figure", { name: title });
	await show();
	await shownAs(figure, "table").waitFor();
	const cells = await cellsOf(figure);
	const isBytes = cells.some(({ text }) => /B$/.test(text));
	const measure = isBytes ? listing.bytes : listing.count;
	for (const { row, column, text, href } of cells) {
		const value = href === null ? 0 : await measure(href);
		expect([row, column, isBytes ? formatBytes(value) : String(value)]).toEqual([
			row,
			column,
			text.replaceAll(",", ""),
		]);
		expect([row, column, href !== null]).toEqual([row, column, value > 0]);
	}
	const marks = await marksOf(figure);
	const isMap = cells.some(
		({ row, column, href }) => href !== null && marks.some((one) => nameOf(one) === `${row} ${column}`),
	);
	if (isMap) {
		const expected = cells.filter(({ href }) => href !== null);
		expect(marks.map((mark) => [nameOf(mark), mark.href])).toEqual(
			expected.map(({ row, column, href }) => [`${row} ${column}`, href]),
		);
	} else {
		for (const row of new Set(cells.map((cell) => cell.row))) {
			let total = 0;
			for (const { href } of cells.filter((cell) => cell.row === row)) total += href === null ? 0 : await measure(href);
			const mark = marks.find(({ label }) => label === row);
			const listed = mark?.href == null ? 0 : await measure(mark.href);
			expect([title, row, listed]).toEqual([title, row, total]);
		}
	}
	await pressMark(page, figure, listing);
	await show();
	await shownAs(figure, "table").click();
	const cell = figure.getByRole("cell").getByRole("link").first();
	const count = await listing.count((await cell.getAttribute("href")) ?? "");
	await expectOpens(page, count, () => cell.press("Enter"));
}

/** A cell of a heat map says its count after its name. */
const nameOf = ({ label }: Mark): string => label.replace(/: [\d,]+$/, "");

async function pressMark(page: Page, figure: Locator, listing: Listing): Promise<void> {
	const links = figure.locator("[aria-hidden] a, a[aria-hidden]");
	if ((await figure.getByRole("slider").count()) > 0) {
		// From the right, where the newest mail is, to a point with mail.
		const area = await figure.getByRole("slider").boundingBox();
		if (area === null) throw new Error("The drawing is not visible");
		for (let share = 0.98; share > 0; share -= 0.02) {
			await page.mouse.move(area.x + area.width * share, area.y + area.height / 2);
			if ((await links.count()) > 0) break;
		}
		const count = await listing.count((await links.getAttribute("href")) ?? "");
		await expectOpens(page, count, async () => {
			await page.mouse.down();
			await page.mouse.up();
		});
	} else {
		const count = await listing.count((await links.first().getAttribute("href")) ?? "");
		await expectOpens(page, count, () => links.first().click());
	}
}
