import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import { signInAt, type TestUser } from "#test/server.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, signUp, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";
import { demoEmail, demoInstall } from "./demo-install.ts";

let app: App;
let user: TestUser;
beforeAll(async () => {
	app = await startApp({}, { copyOf: await demoInstall() });
	user = await signInAt(app.server.url, demoEmail);
});
afterAll(() => app?.close());

async function openScore(options: Parameters<App["open"]>[0] = {}): Promise<Page> {
	const page = await app.open(options);
	await addSession(page, user, app.server.url);
	await page.goto("/tool/activity-score");
	await page.getByRole("figure", { name: "Received by weekday and hour" }).waitFor();
	await page.getByText(/^.* · Analyzed /).waitFor({ timeout: 60_000 });
	return page;
}

const numberIn = (text: string | null) => Number(text?.match(/\d[\d,]*/)?.[0].replaceAll(",", ""));

/** The number of emails that the inbox lists for the search in the address. */
async function listed(page: Page): Promise<number> {
	await page.waitForURL(/\/inbox\?q=/);
	const q = new URL(page.url()).searchParams.get("q") ?? "";
	await page.getByRole("row").first().waitFor();
	return (await user.client(emailsContract).listEmails({ query: { q, limit: 1 } })).total;
}

// The bars and cells of its charts: figures.test.ts.
test("is computed when it is first opened, and its numbers open their emails", async () => {
	const page = await openScore();
	const main = page.getByRole("main");
	await expectAccessible(page);
	for (const name of [/^[\d,]+ received$/, /^[\d,]+ sent$/, /^[\d,]+ read$/]) {
		const link = main.getByRole("link", { name }).first();
		const count = numberIn(await link.textContent());
		await link.click();
		expect([name, await listed(page)]).toEqual([name, count]);
		await page.goBack();
	}
	const replies = main.getByRole("link", { name: /^Median of / });
	const count = numberIn(await replies.textContent());
	await replies.click();
	const dialog = page.getByRole("dialog", { name: `Your replies (${count})` });
	await dialog.getByRole("listitem").first().waitFor();
	await expectAccessible(page);
	await dialog.getByRole("link").first().click();
	await page.waitForURL(/\/inbox\/[\da-f-]{36}/);
	// Back to the list, which has its own address.
	await page.goBack();
	await dialog.getByRole("listitem").first().waitFor();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "hidden" });
	expect(new URL(page.url()).search).toBe("");
	app.expectNoPageErrors();
});

test("the heat map still counts sent mail after a list, and after Back from the inbox", async () => {
	const page = await openScore();
	const main = page.getByRole("main");
	await main.getByRole("combobox", { name: "Which emails" }).click();
	await page.getByRole("option", { name: "Sent" }).click();
	const sent = page.getByRole("figure", { name: "Sent by weekday and hour" });
	await sent.waitFor();
	await main.getByRole("link", { name: /^Median of / }).click();
	await page.getByRole("dialog").getByRole("listitem").first().waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "hidden" });
	await sent.waitFor();
	await main
		.getByRole("link", { name: /^[\d,]+ received$/ })
		.first()
		.click();
	await page.waitForURL(/\/inbox\?q=/);
	await page.goBack();
	await sent.waitFor();
	app.expectNoPageErrors();
});

test("is refreshed, explained, exported, and measured by the user's work hours", async () => {
	const page = await openScore();
	const main = page.getByRole("main");
	await main.getByRole("button", { name: "Refresh" }).click();
	await page.getByText("Activity Score Generated.").first().waitFor({ timeout: 60_000 });
	await main.getByRole("button", { name: "How it's scored" }).click();
	await page.getByRole("dialog").getByText("Very Active: above 20").waitFor();
	await page.keyboard.press("Escape");
	for (const [entry, name] of [
		["CSV file", /^activity-score-.*\.csv$/],
		["Image (PNG)", /^activity-score-.*\.png$/],
	] as const) {
		const downloaded = page.waitForEvent("download");
		await main.getByRole("button", { name: "Export" }).click();
		await page.getByRole("menuitem", { name: entry }).click();
		const file = await downloaded;
		expect(file.suggestedFilename()).toMatch(name);
		if (entry !== "CSV file") continue;
		const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
		expect(lines).toContain('"Response times","Replies"');
		expect(lines).toContain('"Contact","Received","Sent"');
		expect(lines).toContain('"Hour (UTC)","Received","Sent"');
	}
	await main.getByRole("button", { name: "Work hours" }).click();
	const dialog = page.getByRole("dialog", { name: "Work hours" });
	await dialog.getByRole("checkbox", { name: "Sat" }).click();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByText("Work hours saved").first().waitFor();
	app.expectNoPageErrors();
});

test("fits a phone, in the dark; without a mailbox it leads to the hub", async () => {
	const page = await openScore({ viewport: PHONE, dark: true });
	await expectAccessible(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
	const other = await app.open();
	await signUp(other, "nobody@score.example");
	await other.goto("/tool/activity-score");
	await other
		.getByRole("main")
		.getByRole("link", { name: /^Go to / })
		.click();
	await other.waitForURL((url) => url.pathname !== "/tool/activity-score");
	app.expectNoPageErrors();
});
