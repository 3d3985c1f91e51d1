import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { toastOf } from "./categorizer-fixture.ts";

/** Drafts, summaries and suggested replies with the built-in engine. */

let app: App;
let page: Page;
let email: { id: string; subject: string; senderName: string };
const helen = "helen.ostrow@harbourmuseum.example";

beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
	const user = await app.server.signUp("assistant@vale.example");
	await user.client(accountsContract).startDemo();
	await app.server.ctx.jobs.drain(60_000);
	const { items } = await user.client(emailsContract).listEmails({ query: { q: `from:${helen}` } });
	const [first] = items;
	if (first === undefined) throw new Error("The demo has no email from Helen");
	email = first;
	page = await app.open();
	await addSession(page, user, app.server.url);
});
afterAll(() => app.close());

const main = () => page.getByRole("main");

test("a draft is written, exported and opened in the composer", async () => {
	await page.goto("/tool/ai-personalizer");
	const generate = main().getByRole("button", { name: "Generate Personalized Email" });
	await generate.click();
	await toastOf(page, "Missing information")
		.getByText("Please enter both recipient email and campaign goal.")
		.waitFor();
	await main().getByLabel("Recipient Email").fill(helen);
	await main().getByLabel("Campaign Goal").fill("Propose a joint exhibition in spring");
	await generate.click();
	await toastOf(page, "Email Generated").waitFor();
	const text = main().getByLabel("Email text");
	await expect.poll(() => text.inputValue()).toContain("Propose a joint exhibition in spring");
	expect(await text.inputValue()).toContain("Helen");
	await main().getByText("Helen Ostrow", { exact: true }).waitFor();
	await expectAccessible(page);
	await text.fill(`${await text.inputValue()}\n\nI loved your recent talk in Lisbon.`);
	await main().getByText("1 sentence without a source").waitFor();
	const download = page.waitForEvent("download");
	await main().getByRole("button", { name: "Export" }).click();
	await page.getByRole("button", { name: "Use anyway" }).click();
	const file = await download;
	expect(file.suggestedFilename()).toMatch(/^email-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.txt$/);
	expect(await readFile(await file.path(), "utf8")).toContain("joint exhibition");
	await text.fill((await text.inputValue()).replace("I loved your recent talk in Lisbon.", ""));
	await main().getByRole("button", { name: "Open in composer" }).click();
	await page.getByRole("textbox", { name: "Message" }).getByText("joint exhibition").first().waitFor();
});

test("a summary is made once, and a suggested reply opens in the composer", async () => {
	await page.goto(`/inbox/${email.id}`);
	const summary = main().getByRole("button", { name: "Summary", exact: true });
	await summary.click();
	await toastOf(page, "Summary generated").getByText("New summary created").waitFor();
	const dialog = page.getByRole("dialog", { name: "Summary", exact: true });
	await dialog.getByRole("heading", { name: "Quick Summary" }).waitFor();
	await dialog.getByRole("heading", { name: "Action Items" }).waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await summary.click();
	await toastOf(page, "Summary generated").getByText("Using cached summary").waitFor();
	await page.keyboard.press("Escape");
	await main().getByRole("button", { name: "Suggest replies", exact: true }).click();
	await toastOf(page, "Smart replies generated").waitFor();
	const replies = page.getByRole("dialog", { name: "Reply suggestions", exact: true });
	await expectAccessible(page);
	await replies.getByRole("button", { name: "Use in reply" }).first().click();
	await page.getByRole("textbox", { name: "Message" }).last().getByText(/Helen/).first().waitFor();
});
