import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { expectAccessible } from "./accessible.ts";
import { PHONE } from "./browser.ts";
import { type CleaningFixture, startCleaningFixture } from "./cleaning-fixture.ts";

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: ["demo"] });
});
afterAll(() => fixture?.close());

const path = "/tool/unsubscriber";
const rows = (page: Page): Locator => page.getByRole("list", { name: "Subscription Emails" }).getByRole("listitem");
const toastOf = (page: Page, title: string): Locator =>
	page.locator("[data-sonner-toast]").filter({ hasText: title }).last();
const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? "")?.[0].replaceAll(",", ""));

async function openList(options: Parameters<ReturnType<CleaningFixture["mailbox"]>["open"]>[0] = {}): Promise<Page> {
	const page = await fixture.mailbox("demo").open(options);
	await page.goto(path);
	await rows(page).first().waitFor();
	return page;
}

test("a user without a mailbox is sent to the hub", async () => {
	await fixture.app.server.ctx.database.exec("delete from rate_limits", []);
	const nobody = await fixture.app.server.signUp("nobody@cleaning.example");
	const page = await fixture.app.open();
	const [name = "", value = ""] = nobody.cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
	await page.context().addCookies([{ name, value, url: fixture.app.server.url }]);
	await page.goto(`${fixture.app.server.url}${path}`);
	await page.getByRole("heading", { name: "No Provider Selected" }).waitFor();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Go to Mailstead" }).click();
	await page.waitForURL("**/mailstead");
	// Back leads to the page before, or to the hub if there is none.
	await page.getByRole("link", { name: "Email Categorizer" }).first().click();
	await page.waitForURL("**/tool/categorizer");
	await page.getByRole("link", { name: "Inbox Unsubscriber" }).first().click();
	await page.waitForURL(`**${path}`);
	await page.getByRole("button", { name: "Back", exact: true }).click();
	await page.waitForURL("**/tool/categorizer");
	await page.goto(`${fixture.app.server.url}${path}`);
	await page.getByRole("button", { name: "Back", exact: true }).click();
	await page.waitForURL("**/mailstead");
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("while it checks for new mail the button says so, and a failed load can be retried", async () => {
	const page = await openList();
	// A view that there is none of is the first one.
	await page.goto(`${path}?view=log`);
	await rows(page).first().waitFor();
	const { promise: go, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/api/v1/unsubscriber/scan", async (route) => {
		await go;
		await route.continue();
	});
	await page.getByRole("button", { name: "Scan for Subscriptions" }).click();
	const scanning = page.getByRole("button", { name: "Scanning..." });
	await scanning.waitFor();
	expect(await scanning.isDisabled()).toBe(true);
	release();
	await page.getByRole("button", { name: "Scan for Subscriptions" }).waitFor();

	const failing = "**/api/v1/unsubscriber/subscriptions?*";
	await page.route(failing, (route) =>
		route.fulfill({
			status: 400,
			contentType: "application/problem+json",
			body: '{"title":"x","status":400,"code":"bad-range","detail":"The range ends before it starts."}',
		}),
	);
	await page.goto(`${path}?range=3m`);
	await page.getByText("The range ends before it starts.").waitFor();
	await expectAccessible(page);
	await page.unroute(failing);
	await page.goto(`${path}?range=3m`);
	await rows(page).first().waitFor();
	fixture.app.expectNoPageErrors(/status of 400/);
	await page.context().close();
});

test("the range is in the URL, and a range without lists is clean", async () => {
	const page = await openList();
	const all = numberIn(await page.getByRole("tab", { name: /^Subscriptions/ }).textContent());
	await page.getByRole("combobox", { name: "Scan range" }).click();
	await page.getByRole("option", { name: "Past 1 Month" }).click();
	await page.waitForURL(/range=1m/);
	await expect
		.poll(async () => numberIn(await page.getByRole("tab", { name: /^Subscriptions/ }).textContent()))
		.toBeLessThan(all);
	await page.goto(`${path}?range=custom&from=2003-01-01&until=2003-02-01`);
	await page.getByRole("heading", { name: "No emails in this range" }).waitFor();
	await page.getByText(/^Newest mail here is from /).waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Show the entire mailbox" }).click();
	await page.waitForURL(/range=all/);
	await rows(page).first().waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("the range ends with the newest email of an old mailbox, and a mailbox without lists is clean", async () => {
	await fixture.app.server.ctx.database.exec("delete from rate_limits", []);
	const { cookie, client } = await fixture.app.server.signUp("archive@cleaning.example");
	const accounts = client(accountsContract);
	const upload = async (filename: string, messages: readonly string[][]) => {
		const mbox = messages
			.map((lines) => ["From a@b.example Tue Oct 29 10:00:00 2019", ...lines, ""].join("\n"))
			.join("\n");
		const { account } = await accounts.importMbox({ query: { filename } }, { bytes: new TextEncoder().encode(mbox) });
		await fixture.app.server.ctx.jobs.drain();
		return account.id;
	};
	const message = (day: string, from: string, fields: string[] = []) => [
		`From: ${from}`,
		"To: ann@example.org",
		`Subject: News of ${day}`,
		`Message-ID: <${day.replaceAll(" ", "-")}@example.org>`,
		`Date: ${day} 2019 10:00:00 +0000`,
		...fields,
		"",
		"Good morning.",
	];
	const listed = ["List-Id: Old news <old.news.example>", "List-Unsubscribe: <https://news.example/u>"];
	const old = await upload("old.mbox", [
		message("8 Jan", "Old news <old@news.example>", listed),
		message("29 Oct", "Old news <old@news.example>", listed),
	]);
	const page = await fixture.app.open();
	const [name = "", value = ""] = cookie.split(";")[0]?.split(/=(.*)/s) ?? [];
	await page.context().addCookies([{ name, value, url: fixture.app.server.url }]);
	await page.goto(`${fixture.app.server.url}${path}`);
	await rows(page).filter({ hasText: "Old news" }).waitFor();
	await page.getByText("Newest mail here is from Oct 29, 2019. The range ends on that day.").waitFor();
	await expectAccessible(page);
	await page.goto(`${fixture.app.server.url}/tool/categorizer`);
	await page.getByText("2 emails in this range").waitFor();

	// An open page would still ask for the mailbox.
	await page.goto("about:blank");
	await accounts.deleteAccount({ params: { id: old } });
	await fixture.app.server.ctx.jobs.drain();
	await upload("letters.mbox", [message("30 Oct", "Bob <bob@example.org>")]);
	await page.goto(`${fixture.app.server.url}${path}`);
	await page.getByRole("heading", { name: "All Clean!" }).waitFor();
	await page.getByText("No subscription emails found in the selected date range. Your inbox looks great!").waitFor();
	await expectAccessible(page);
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("a list shows its cost, its mail and its unsubscribe methods, with the keyboard too", async () => {
	const page = await openList();
	await expectAccessible(page);
	await page.keyboard.press("j");
	await page.keyboard.press("j");
	await page.keyboard.press("x");
	await page.getByRole("button", { name: "Unsubscribe (1)" }).waitFor();
	expect(await rows(page).nth(1).getByRole("checkbox").isChecked()).toBe(true);
	const name = (await rows(page).nth(1).getByRole("button").first().textContent()) ?? "";
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("region", { name, exact: true });
	await dialog.getByRole("heading", { name: "How to unsubscribe" }).waitFor();
	await dialog.getByText(/emails in total, in any date range/).waitFor();
	await dialog
		.getByRole("grid", { name: `Emails from ${name}` })
		.getByRole("link")
		.first()
		.waitFor();
	await expectAccessible(page);
	await dialog.getByRole("tab", { name: "Attempts" }).click();
	await dialog.getByText("No attempts yet").waitFor();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	await rows(page).nth(0).getByRole("button").first().click();
	await page.getByText("Verified: one click").waitFor();
	await page.keyboard.press("Escape");
	await page.getByText("Verified: one click").waitFor({ state: "detached" });
	// The list has room: at least twelve rows are in view.
	const list = await page.getByRole("list", { name: "Subscription Emails" }).boundingBox();
	expect(Math.floor((list?.height ?? 0) / 52)).toBeGreaterThanOrEqual(12);

	await page.getByRole("textbox", { name: "Find a subscription" }).fill("mosaicsupplies");
	await expect.poll(() => rows(page).count()).toBe(1);
	await page.getByRole("textbox", { name: "Find a subscription" }).fill("nobody at all");
	await page.getByText("No results").waitFor();
	await page.getByRole("button", { name: "Show all" }).click();
	await page.getByRole("combobox", { name: "Sort by" }).click();
	await page.getByRole("option", { name: "Name A to Z" }).click();
	const names = await rows(page).getByRole("button").filter({ hasText: /./ }).allTextContents();
	expect(names[0]?.localeCompare(names.at(-1) ?? "")).toBeLessThan(1);
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("the actions of a row leave its count in reach, with the panel open too", async () => {
	const page = await openList();
	const row = rows(page).nth(1);
	/** Fails while something covers the link. */
	const reachCount = async (width: number) => {
		await page.setViewportSize({ width, height: 900 });
		await row.locator("[data-row]").hover();
		await row.getByRole("link", { name: /^[\d,]+$/ }).click({ trial: true, timeout: 10_000 });
	};
	for (const width of [1440, 1024, 768]) await reachCount(width);
	await page.setViewportSize({ width: 1440, height: 900 });
	await rows(page).first().locator("[data-row]").click();
	await page.getByRole("heading", { name: "How to unsubscribe" }).waitFor();
	for (const width of [1440, 1920]) await reachCount(width);
	// What the row has no room for is in its menu.
	await page.setViewportSize({ width: 1440, height: 900 });
	await row.hover();
	await row.getByRole("button", { name: /^More/ }).click();
	await page.getByRole("menuitem", { name: "Unsubscribe + Delete" }).waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("kept lists form a digest and can be moved back, on a phone", async () => {
	const page = await openList({ viewport: PHONE, dark: true });
	await expectAccessible(page);
	// The first row begins in the upper third.
	expect((await rows(page).first().boundingBox())?.y).toBeLessThan(PHONE.height / 3);
	const name = (await rows(page).first().getByRole("button").first().textContent()) ?? "";
	/** The actions of a row are in its sheet. */
	const openMore = async () => {
		await rows(page).first().getByRole("button").first().click();
		await page
			.getByRole("dialog")
			.getByRole("button", { name: `More actions for ${name}` })
			.click();
	};
	await openMore();
	await page.getByRole("menuitem", { name: "Unsubscribe + Delete" }).click();
	await page
		.getByRole("dialog")
		.getByText(/Only these emails will be changed/)
		.waitFor();
	await expectAccessible(page);
	await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
	await openMore();
	await page.getByRole("menuitem", { name: "Keep" }).click();
	await toastOf(page, "Kept").waitFor();
	await page.getByRole("tab", { name: /^Kept/ }).click();
	await page.getByRole("heading", { name: "Digest" }).waitFor();
	await page.getByRole("link").filter({ hasText: name }).first().waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: `Move back to subscriptions: ${name}` }).click();
	await toastOf(page, "Moved back").waitFor();
	await page.getByText("No kept lists").waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});

test("many are unsubscribed at once, and what needs one more step is a checklist", async () => {
	const page = await openList();
	await page.getByRole("button", { name: "Select All" }).click();
	const button = page.getByRole("button", { name: /^Unsubscribe \(/ });
	const count = numberIn(await button.textContent());
	expect(count).toBeGreaterThan(20);
	await button.click();
	const dialog = page.getByRole("dialog");
	await dialog.getByText(`${count - 2} by one click, 1 by an email that you write yourself, 1 on a web page`).waitFor();
	await dialog.getByText("2 of them need a step from you").waitFor();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: `Unsubscribe (${count})` }).click();

	// One of each other outcome: a page, an email, a rejection, and no response.
	await page.getByRole("dialog", { name: `Unsubscribed from ${count - 4} of ${count} lists` }).waitFor();
	const steps = dialog.getByRole("list", { name: "Lists that need one more step" }).getByRole("listitem");
	expect(await steps.count()).toBe(4);
	await expectAccessible(page);
	const step = (name: string) => steps.filter({ hasText: name });
	await page.context().route("https://harbourandhome.example/**", (route) => route.fulfill({ body: "Leave here" }));
	const [opened] = await Promise.all([
		page.context().waitForEvent("page"),
		step("Harbour & Home").getByRole("link", { name: "Open page: Harbour & Home" }).click(),
	]);
	await opened.close();
	await step("Harbour & Home").getByRole("button", { name: "Done: Harbour & Home" }).click();
	await step("Harbour & Home").getByText("Done").waitFor();
	const mail = step("Plain Type").getByRole("link", { name: "Write email: Plain Type" });
	expect(await mail.getAttribute("href")).toBe("mailto:unsubscribe@plaintype.example");
	await step("Lodge & Key").getByText("rejected the request").waitFor();
	const retry = step("Beacon Telecom").getByRole("button", { name: "Try again: Beacon Telecom" });
	await retry.click();
	await expect.poll(() => retry.getAttribute("aria-busy")).toBe(null);
	await step("Beacon Telecom").getByText("can't be reached").waitFor();
	await dialog.getByRole("button", { name: "Finish later" }).click();
	await dialog.waitFor({ state: "detached" });

	// What is not resolved stays, and can be continued; blocking is the fall-back.
	await expect.poll(() => rows(page).count()).toBe(3);
	const left = page.getByRole("region", { name: "3 left for you" });
	await left.getByText("Lodge & Key").waitFor();
	await expectAccessible(page);
	await left.getByRole("button", { name: "Continue", exact: true }).click();
	await page.getByRole("dialog", { name: "3 lists need one more step" }).waitFor();
	await step("Lodge & Key").getByRole("link", { name: "Block sender: Lodge & Key" }).click();
	await page.waitForURL("**/tool/block-filter?**");
	await page.goto(`${path}?tab=log`);
	// One row for each list, the retry, and what was done by hand.
	await expect.poll(() => page.getByRole("row").count()).toBe(count + 3);
	await expectAccessible(page);
	const [file] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Export CSV" }).click(),
	]);
	const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
	expect(lines).toHaveLength(count + 3);
	fixture.app.expectNoPageErrors();
	await page.context().close();
});
