import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type OpenOptions, PHONE } from "../../e2e/browser.ts";
import { fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { testScreens } from "./screens.ts";

/** What a row of the inbox offers without opening its email. */

const screens = testScreens();
const phone = { viewport: PHONE, touch: true };

async function openInbox(options?: OpenOptions): Promise<Page> {
	screens.server.amount = "most";
	const page = await screens.open("/inbox", options);
	await page.getByRole("row").first().waitFor();
	return page;
}

it.each([
	["Summary", "Summary"],
	["Reply", "Reply suggestions"],
])("opens %s from the row under the pointer, with the email still closed", async (name, title) => {
	const page = await openInbox();
	const row = page.getByRole("row").first();
	await row.hover();
	await row.getByRole("button", { name, exact: true }).click();
	await page
		.getByRole("dialog", { name: title, exact: true })
		.getByRole("heading", { name: title, exact: true })
		.waitFor();
	expect(new URL(page.url()).pathname).toBe("/inbox");
});

it.each([
	["Summary", "Summary"],
	["Reply", "Reply suggestions"],
])("has %s in the menu of a row on a phone", async (name, title) => {
	const page = await openInbox(phone);
	await page.getByRole("row").first().getByRole("button", { name: "More actions" }).tap();
	await page.getByRole("menuitem", { name, exact: true }).tap();
	await page.getByRole("dialog", { name: title, exact: true }).waitFor();
	expect(new URL(page.url()).pathname).toBe("/inbox");
});

it.each([
	["Point at an email", {}],
	["Tap ⋮ next to an email", phone],
])("says '%s' until that is dismissed", async (start, options) => {
	const page = await openInbox(options);
	const hint = page.getByText(start);
	await hint.waitFor();
	await fitsAndIsAccessible(page, `inbox-hint-${"viewport" in options ? "phone" : "wide"}`);
	await page.getByRole("button", { name: "Dismiss", exact: true }).click();
	await hint.waitFor({ state: "detached" });
	await page.reload();
	await page.getByRole("row").first().waitFor();
	expect(await hint.count()).toBe(0);
});

it("keeps the subject in view beside the buttons of a row", async () => {
	const page = await openInbox();
	const row = page.getByRole("row").first();
	const width = async () =>
		(
			await row
				.getByText(/^Sample subject/)
				.first()
				.boundingBox()
		)?.width ?? 0;
	const before = await width();
	await row.hover();
	await row.getByRole("button", { name: "Summary", exact: true }).waitFor();
	expect(await width()).toBeGreaterThanOrEqual(before);
});
