import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, PHONE, signIn, signUp, startApp, WIDE } from "./app.ts";
import { navigationOf, PICTURE } from "./navigation.ts";
import pictured from "./pictures.json" with { type: "json" };

const email = "robin@vale.example";
let app: App;
let page: Page;

beforeAll(async () => {
	app = await startApp();
	page = await app.open();
});
afterAll(() => app.close());

/** Number of emails in the header. */
const total = async (target: Page): Promise<number> => {
	const text = await target
		.getByText(/^[\d,]+ emails?\b/)
		.first()
		.textContent();
	return Number(text?.match(/[\d,]+/)?.[0].replace(",", ""));
};

test("a new user signs up, is guided through the empty product, and starts the demo mailbox", async () => {
	await signUp(page, email);
	await expectAccessible(page);
	await page.goto("/inbox");
	await page.waitForURL(/inbox|mailstead/);
	await expectAccessible(page);
	await page.goto("/mailstead");
	await page.getByRole("combobox", { name: "Provider" }).click();
	await page.getByRole("option", { name: "Demo Mode" }).click();
	await page.getByRole("button", { name: "Start demo mailbox" }).click();
	await page.getByText(/1,7\d\d emails · 113 MB/).waitFor({ timeout: 60_000 });
	await expectAccessible(page);
	app.expectNoPageErrors();
});

test("the pictures of the front page and the README show the product as it is", async () => {
	await page.setViewportSize(PICTURE);
	await page.goto("/inbox");
	expect(await navigationOf(page), "The pictures are old: retake them with npm run pictures").toEqual(pictured);
	await page.setViewportSize(WIDE);
});

test("they search, move all results to the trash, and undo that from the toast", async () => {
	await page.goto("/inbox");
	const before = await total(page);
	expect(before).toBeGreaterThan(1000);
	await page.getByLabel("Search mail", { exact: true }).fill("from:quillon");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await page.getByText(/Found \d+ emails/).waitFor();
	const found = await total(page);
	expect(found).toBeGreaterThan(3);
	const row = page.getByRole("row").filter({ hasText: "Quillon" }).first();
	await row.hover();
	await row.getByRole("checkbox").click();
	await page.getByRole("checkbox", { name: "Select all loaded emails" }).click();
	await expectAccessible(page);
	await page.getByRole("toolbar", { name: "Selected emails" }).getByRole("button", { name: "Delete" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("No emails found").waitFor();
	await page.getByRole("button", { name: "Undo" }).last().click();
	await page.getByRole("row").filter({ hasText: "Quillon" }).first().waitFor();
	await app.server.ctx.jobs.drain();
	expect(await total(page)).toBe(found);
	app.expectNoPageErrors();
});

test("a search for an unsearchable character says so, and one for an emoji does not", async () => {
	const searchFor = async (q: string): Promise<void> => {
		await page.getByLabel("Search mail", { exact: true }).fill(q);
		await page.getByRole("button", { name: "Search", exact: true }).click();
		await page.getByText("No emails found").waitFor();
	};
	const sentence = page.getByText("“%” can't be searched. Use letters, digits, symbols or emoji.");
	await page.goto("/inbox");
	await searchFor("%");
	await sentence.waitFor();
	await expectAccessible(page);
	await searchFor("🦩");
	await sentence.waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Clear search" }).first().click();
	app.expectNoPageErrors();
});

test("all search results are planned with count and size, applied, listed and undone later", async () => {
	await page.goto("/inbox?q=larger%3A1k");
	const found = await total(page);
	expect(found).toBeGreaterThan(50);
	const rows = page.getByRole("row");
	await rows.first().hover();
	await rows.first().getByRole("checkbox").click();
	await page.getByRole("checkbox", { name: "Select all loaded emails" }).click();
	await page.getByText(/^The first \d+ emails are selected\./).waitFor();
	await page.getByRole("button", { name: /^Select all/ }).click();
	await page.getByRole("toolbar", { name: "Selected emails" }).getByRole("button", { name: "Archive" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByText(/Only these emails will be changed/).waitFor();
	const planned = Number(
		/[\d,]+/.exec((await dialog.getByRole("heading").textContent()) ?? "")?.[0].replaceAll(",", ""),
	);
	await dialog.getByRole("combobox", { name: "Sort by" }).click();
	await page.getByRole("option", { name: "Largest first" }).click();
	const rowsOfPlan = dialog.getByRole("row");
	await rowsOfPlan.first().getByRole("checkbox").click();
	await rowsOfPlan.nth(2).getByRole("checkbox").click();
	await dialog.getByRole("button", { name: `Archive ${(planned - 2).toLocaleString("en-US")} emails` }).waitFor();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: /^Archive/ }).click();
	await page.getByRole("button", { name: "Undo" }).last().waitFor();
	await page.goto("/activity");
	const entry = page.getByText(`Archived ${(planned - 2).toLocaleString("en-US")} emails`).first();
	await entry.waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: /Undo/ }).first().click();
	await page
		.getByText(/undone|Undid|Redo/i)
		.first()
		.waitFor();
	await app.server.ctx.jobs.drain();
	await page.goto("/inbox?q=in%3Ainbox%20larger%3A1k");
	await page.getByRole("row").first().waitFor();
	app.expectNoPageErrors();
});

test("the keyboard alone reads, stars and archives, and a message that arrives shows without a reload", async () => {
	await page.goto("/inbox");
	await page.getByRole("row").first().waitFor();
	await page.keyboard.press("j");
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/inbox\/[0-9a-f-]{36}/);
	await page
		.getByRole("heading", { level: 2 })
		.or(page.getByRole("heading", { level: 1 }))
		.first()
		.waitFor();
	await expectAccessible(page);
	await page.keyboard.press("e");
	await page.getByRole("button", { name: "Undo" }).last().waitFor();
	await page.keyboard.press("?");
	await page.getByRole("dialog").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	app.expectNoPageErrors();
});

test("a change in one tab shows in another without a reload", async () => {
	const other = await page.context().newPage();
	await other.goto("/inbox");
	await other.getByRole("row").first().waitFor();
	await page.goto("/inbox");
	const before = await total(other);
	await page.getByRole("row").first().hover();
	await page.getByRole("row").first().getByRole("button", { name: "Delete" }).click();
	const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
	await dialog.getByText("Delete this email?").waitFor();
	await dialog
		.getByRole("button", { name: /delete/i })
		.last()
		.click();
	await expect.poll(() => total(other), { timeout: 10_000 }).toBe(before - 1);
	await other.close();
	app.expectNoPageErrors();
});

test("on a phone the same mail is read page by page", async () => {
	const phone = await app.open({ viewport: PHONE });
	await phone.goto("/auth");
	await signIn(phone, email);
	await expectAccessible(phone);
	await phone.goto("/inbox");
	await phone.getByRole("row").first().waitFor();
	await expectAccessible(phone);
	await phone.getByRole("row").first().click();
	await phone.waitForURL(/\/inbox\/[0-9a-f-]{36}/);
	await phone.goBack();
	await phone.getByRole("row").first().waitFor();
	const width = await phone.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBeLessThanOrEqual(PHONE.width);
	app.expectNoPageErrors();
});

test("signing out ends the session at once", async () => {
	const cookies = await page.context().cookies();
	await page.goto("/inbox");
	await page.getByRole("button", { name: "Sign Out" }).click();
	await page.waitForURL((url) => url.pathname === "/");
	const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
	const response = await fetch(app.server.url + emailsContract.listEmails.path, { headers: { cookie } });
	expect(response.status).toBe(401);
	await page.goto("/inbox");
	await page.waitForURL(/\/auth\?redirect=/);
});
