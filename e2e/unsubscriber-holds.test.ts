import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PHONE } from "./browser.ts";
import { type CleaningFixture, startCleaningFixture } from "./cleaning-fixture.ts";
import { fitsAndIsAccessible, shoot } from "./screenshots.ts";

/** Lists whose new emails stay out of the inbox: paused, or archived always. */

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: ["demo"] });
});
afterAll(() => fixture?.close());

const rows = (page: Page): Locator => page.getByRole("list", { name: "Subscription Emails" }).getByRole("listitem");
const toastOf = (page: Page, title: string): Locator =>
	page.locator("[data-sonner-toast]").filter({ hasText: title }).last();

async function openList(options: Parameters<ReturnType<CleaningFixture["mailbox"]>["open"]>[0] = {}): Promise<Page> {
	const page = await fixture.mailbox("demo").open(options);
	await page.goto("/tool/unsubscriber");
	await rows(page).first().waitFor();
	return page;
}

const menuOf = async (row: Locator): Promise<string> => {
	await row.hover();
	const button = row.getByRole("button", { name: /^More actions for/ });
	const name = (await button.getAttribute("aria-label"))?.replace("More actions for ", "") ?? "";
	await button.click();
	return name;
};

test("a paused list leaves the list to review, and comes back when its pause is ended", async () => {
	const page = await openList();
	const name = await menuOf(rows(page).first());
	await shoot(page, "unsubscriber-hold-menu");
	await page.getByRole("menuitem", { name: "Pause…" }).click();
	await page.getByRole("dialog", { name: `Pause ${name} until…` }).waitFor();
	await fitsAndIsAccessible(page, "unsubscriber-pause");
	await page.getByRole("button", { name: "For a month" }).click();
	await toastOf(page, `${name} paused`).waitFor();
	await page.goto("/tool/unsubscriber?view=held");
	await rows(page)
		.filter({ hasText: name })
		.getByText(/^Paused until/)
		.first()
		.waitFor();
	await fitsAndIsAccessible(page, "unsubscriber-held");
	await rows(page).filter({ hasText: name }).hover();
	await page.getByRole("button", { name: `End pause: ${name}` }).click();
	await page.getByText("Nothing archived or paused").waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("all that were not opened in three months are archived always, with a preview and undo", async () => {
	const page = await openList();
	await page.getByRole("button", { name: /^Not opened in 3 months/ }).click();
	const count = await rows(page).count();
	expect(count).toBeGreaterThan(1);
	await page.getByRole("button", { name: "Select All" }).click();
	await fitsAndIsAccessible(page, "unsubscriber-not-opened");
	await page.getByRole("button", { name: /^Always archive \(/ }).click();
	const dialog = page.getByRole("dialog", { name: /^Always archive \d+ lists\?$/ });
	await dialog.getByRole("button", { name: /^Always archive, and/ }).waitFor();
	await fitsAndIsAccessible(page, "unsubscriber-always-archive");
	await dialog.getByRole("button", { name: /^Always archive, and/ }).click();
	const toast = toastOf(page, "Always archived");
	await toast.waitFor();
	await page.goto("/tool/unsubscriber?view=held");
	await rows(page).first().waitFor();
	expect(await rows(page).count()).toBeGreaterThan(1);
	await page.goto("/tool/block-filter");
	await page
		.getByText(/^Archive /)
		.first()
		.waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("on a phone", async () => {
	const page = await openList({ viewport: PHONE });
	// The actions of a row are in its sheet.
	await rows(page).first().getByRole("button").first().click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^More actions for/ })
		.click();
	await page.getByRole("menuitem", { name: "Pause…" }).waitFor();
	await page.getByRole("menuitem", { name: "Pause…" }).click();
	await page.getByRole("button", { name: "For a month" }).waitFor();
	await fitsAndIsAccessible(page, "unsubscriber-pause-phone");
	await page.context().close();
});
