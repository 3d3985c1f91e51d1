import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { PHONE, WIDE } from "./browser.ts";
import { button, cards, counts, fullest, numberIn, rows, sum, toastOf, WITHIN } from "./categorizer-fixture.ts";
import { type CleaningFixture, startCleaningFixture } from "./cleaning-fixture.ts";

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: ["demo", "gmail"] });
});
afterAll(() => fixture?.close());

test("a message opens in the inbox, and at Gmail by its thread id", async () => {
	const page = await fixture.mailbox("gmail").open();
	await page.goto("/tool/categorizer");
	const row = rows(page).first();
	const link = row.getByRole("link", { name: /in Gmail$/ });
	const id = /#all\/([0-9a-f]+)$/.exec((await link.getAttribute("href")) ?? "")?.[1];
	expect(fixture.google?.messages("ann@gmail.example").some(({ threadId }) => threadId === id)).toBe(true);
	expect(await link.getAttribute("target")).toBe("_blank");
	await row.getByRole("link").first().click();
	await page.waitForURL(/\/inbox\/[0-9a-f-]{36}\?account=/);
	await page.getByRole("article").first().waitFor();
	fixture.app.expectNoPageErrors();
});

test("range, category and view are in the URL, and the keyboard is enough", async () => {
	const page = await fixture.mailbox("gmail").open();
	await page.goto("/tool/categorizer");
	const all = sum(await counts(page));
	await page.getByRole("combobox", { name: "Scan range" }).focus();
	await page.keyboard.press("Enter");
	for (const name of [
		"Past 1 Month",
		"Past 3 Months",
		"Past 6 Months",
		"Past 1 Year (Default)",
		"Entire Mailbox",
		"Custom Range",
	])
		await page.getByRole("option", { name, exact: true }).waitFor();
	await page.keyboard.press("Home");
	await page.keyboard.press("Enter");
	await page.waitForURL(/range=1m/);
	await expect.poll(async () => sum(await counts(page)), WITHIN).toBeLessThan(all);
	const month = await counts(page);
	await page.reload();
	expect(await counts(page)).toEqual(month);

	await page.getByRole("combobox", { name: "Scan range" }).click();
	await page.getByRole("option", { name: "Custom Range" }).click();
	await page.getByLabel("From", { exact: true }).fill("2026-12-31");
	await page.getByLabel("Until", { exact: true }).fill("2001-01-01");
	await page.getByRole("heading", { name: "Email Categorizer" }).click();
	await page.getByText("The first day is after the last one.").waitFor();
	await expectAccessible(page);
	await page.getByLabel("From", { exact: true }).fill("2000-12-31");
	await page.getByRole("heading", { name: "No Emails Found" }).waitFor();
	await page.getByText("No emails found in the selected date range. Try adjusting your scan settings.").waitFor();
	await expectAccessible(page);

	await page.goto("/tool/categorizer?category=social&range=all");
	await page.getByRole("heading", { name: "Social", exact: true }).waitFor();
	await rows(page).first().focus();
	await page.keyboard.press("x");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Space");
	await button(page, "Archive (2)").waitFor();
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/inbox\//);
	fixture.app.expectNoPageErrors();
});

test("mail in folders is left alone unless it is asked for, and rows and plans name its folder", async () => {
	const page = await fixture.mailbox("demo").open();
	await page.goto("/tool/categorizer?category=updates");
	const inbox = sum(await counts(page));
	await page.getByRole("checkbox", { name: "Also in my folders" }).click();
	await page.waitForURL(/folders=true/);
	await expect.poll(async () => sum(await counts(page)), WITHIN).toBeGreaterThan(inbox);
	const all = await counts(page);
	await page.reload();
	expect(await counts(page)).toEqual(all);
	await button(page, "Select All").click();
	await button(page, /^Archive \(/).click();
	const dialog = page.getByRole("dialog");
	const folders = dialog.getByRole("region", { name: "Folders" }).getByRole("listitem");
	await folders.first().waitFor();
	const named = await folders.allTextContents();
	expect(named[0]).toMatch(/^Inbox \d+/);
	expect(named.some((text) => text.startsWith("Receipts "))).toBe(true);
	expect(named.reduce((total, text) => total + numberIn(text), 0)).toBe(all.Updates);
	await dialog.getByRole("combobox", { name: "Sort by" }).click();
	await page.getByRole("option", { name: "By folder" }).click();
	await dialog.getByRole("row").last().press("End");
	await dialog.getByRole("row").filter({ hasText: "Receipts" }).first().waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	fixture.app.expectNoPageErrors();
});

test("a scan reports why it failed", async () => {
	const { open, user, accountId } = fixture.mailbox("gmail");
	const page = await open();
	await page.goto("/tool/categorizer");
	await cards(page).first().waitFor();
	const { database, jobs } = fixture.app.server.ctx;
	fixture.google?.revoke("ann@gmail.example");
	fixture.google?.expire("ann@gmail.example");
	// A sync that began before access was revoked may still succeed, and the mailbox would be fresh.
	await jobs.drain(60_000);
	await database.exec(
		"update email_sync_status set last_sync_at = now() - interval '1 hour' where owner_id = $1 and account_id = $2",
		[user.ownerId, accountId],
	);
	await button(page, "Scan & Categorize").click();
	await button(page, "Scanning...").waitFor();
	await toastOf(page, "Scan Failed").waitFor({ timeout: 150_000 });
	expect(await toastOf(page, "Scan Failed").textContent()).toMatch(/sign in/i);
	fixture.app.expectNoPageErrors();
}, 240_000);

test("a user without a mailbox is sent to connect one", async () => {
	const { app, origin } = fixture;
	const { cookie } = await app.server.signUp("nobody@cleaning.example");
	const page = await app.open({ origin });
	const parts = cookie.split("; ").map((part) => part.split(/=(.*)/s));
	await page.context().addCookies(parts.map(([name = "", value = ""]) => ({ name, value, url: origin })));
	await page.goto("/tool/categorizer");
	await page.getByRole("link", { name: "Go to Mailstead" }).waitFor();
	await expectAccessible(page);
	await button(page, "Scan & Categorize").click();
	await toastOf(page, "No Provider Selected").waitFor();
	expect(await toastOf(page, "No Provider Selected").textContent()).toContain(
		"Please select a mail provider from Mailstead.",
	);
	app.expectNoPageErrors();
});

test.each([
	["at a desk", { viewport: WIDE, dark: false }],
	["on a phone, dark", { viewport: PHONE, dark: true }],
])("everybody can use it %s", async (_where, options) => {
	const page = await fixture.mailbox("demo").open(options);
	await page.goto("/tool/categorizer");
	await rows(page).first().waitFor();
	await expectAccessible(page);
	await cards(page)
		.filter({ hasText: (await fullest(page)).name })
		.click();
	await rows(page).first().getByRole("checkbox").click();
	await expectAccessible(page);
	await rows(page).first().getByRole("button").click();
	await page.getByRole("menuitem", { name: /this sender/ }).click();
	await page.getByRole("dialog").getByRole("status").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await page.goto("/tool/categorizer?view=senders");
	await page.getByRole("table").getByRole("row").nth(1).waitFor();
	await expectAccessible(page);
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBeLessThanOrEqual(options.viewport.width);
	fixture.app.expectNoPageErrors();
});
