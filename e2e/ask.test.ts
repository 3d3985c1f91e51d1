import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";

/** A question from the command palette, and the brief of the dashboard, with the built-in engine. */

let app: App;
let page: Page;
let subject: string;

beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
	const user = await app.server.signUp("ask@vale.example");
	await user.client(accountsContract).startDemo();
	await app.server.ctx.jobs.drain(60_000);
	const { items } = await user.client(emailsContract).listEmails({ query: { q: "from:helen in:inbox", limit: 1 } });
	subject = items[0]?.subject ?? "";
	expect(subject).not.toBe("");
	page = await app.open();
	await addSession(page, user, app.server.url);
});
afterAll(() => app.close());

const main = () => page.getByRole("main");

test("a question from the palette becomes a search that can be edited, and an answer that opens its email", async () => {
	await page.goto("/dashboard");
	await main().getByRole("heading", { name: "Dashboard" }).waitFor();
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog").getByRole("combobox").fill("What did Helen write?");
	await page.getByRole("option", { name: /^Ask your mailbox:/ }).click();
	const search = main().getByLabel("Search", { exact: true });
	await expect.poll(() => search.inputValue()).toBe("from:Helen");
	const sources = main().getByRole("link", { name: /^Email \d+: / });
	await sources.first().waitFor();
	await main().getByText("Nothing leaves this server.").waitFor();
	await expectAccessible(page);
	await search.fill("from:helen in:inbox");
	await main().getByRole("button", { name: "Search again" }).click();
	await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("from:helen in:inbox");
	await main()
		.getByRole("link", { name: new RegExp(subject.replaceAll(/\W/g, ".")) })
		.last()
		.click();
	await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/inbox\/[\da-f-]{36}$/);
	await page.goBack();
	await expect.poll(() => search.inputValue()).toBe("from:helen in:inbox");
});

test("the page of a question works by keyboard, at 390 px, and when nothing is found", async () => {
	await page.setViewportSize({ width: 390, height: 780 });
	await page.goto("/ask");
	await main().getByRole("button", { name: "Which emails from last week are unanswered?" }).waitFor();
	await expectAccessible(page);
	const question = main().getByLabel("Question");
	await question.focus();
	await page.keyboard.type("submarine zeppelin");
	await page.keyboard.press("Enter");
	await main().getByRole("heading", { name: "No emails found" }).waitFor();
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBeLessThanOrEqual(390);
	await page.setViewportSize({ width: 1440, height: 900 });
});

test("the brief of the dashboard opens the emails of its lines", async () => {
	await page.goto("/dashboard");
	const today = main().getByRole("heading", { name: "Today", exact: true });
	await today.waitFor();
	await main().getByRole("heading", { name: "Waiting for your reply" }).waitFor();
	await expectAccessible(page);
	await main()
		.getByRole("listitem")
		.filter({ has: page.locator("a[href^='/inbox/']") })
		.first()
		.getByRole("link")
		.click();
	await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/inbox\/[\da-f-]{36}$/);
});
