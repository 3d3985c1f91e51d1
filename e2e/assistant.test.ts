import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { toastOf } from "./categorizer-fixture.ts";

/** Drafts, summaries and suggested replies with the built-in engine. */

let app: App;
let page: Page;
let user: TestUser;
let email: { id: string; subject: string; senderName: string };
const orla = "orla.penney@fernmail.example";
const helen = "helen.ostrow@harbourmuseum.example";

beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo({ keep: [helen, orla] }) });
	user = await app.server.signUp("assistant@vale.example");
	await user.client(accountsContract).startDemo();
	await app.server.ctx.jobs.drain(60_000);
	const query = { q: `from:${orla} subject:apprenticeship` };
	// The one that begins the conversation.
	const first = (await user.client(emailsContract).listEmails({ query })).items.at(-1);
	if (first === undefined) throw new Error("The demo has no email from Orla");
	email = first;
	page = await app.open();
	await addSession(page, user, app.server.url);
});
afterAll(() => app.close());

const main = () => page.getByRole("main");

test("a draft becomes the first message of a campaign, with fields in place of name and company", async () => {
	await page.goto("/tool/ai-personalizer");
	await main().getByLabel("Recipient Email").fill(helen);
	await main().getByLabel("Campaign Goal").fill("Propose a joint exhibition in spring");
	await main().getByRole("button", { name: "Generate Personalized Email" }).click();
	await page.getByText("Email Generated.").waitFor();
	const text = main().getByLabel("Email text");
	const written = await text.inputValue();
	const subject = (await main().getByRole("combobox", { name: "Subject" }).textContent()) ?? "";
	const use = main().getByRole("button", { name: "Use in a campaign" });
	const dialog = page.getByRole("dialog", { name: "Use in a campaign" });

	// A claim without a source is confirmed first.
	await text.fill(`${written}\n\nI loved your recent talk in Lisbon.`);
	await use.click();
	const question = page.getByRole("alertdialog", { name: "Use this email anyway?" });
	await question.getByText("I loved your recent talk in Lisbon.").waitFor();
	await question.getByRole("button", { name: "Cancel" }).click();
	expect(await dialog.count()).toBe(0);
	await text.fill(written);

	await use.click();
	const fields = dialog.getByRole("list", { name: "Merge fields" });
	await fields.getByRole("checkbox", { name: "Replace “Helen” with each recipient's first name" }).waitFor();
	await dialog.getByLabel("If there's no first name").fill("friends");
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Create campaign" }).click();

	await page.waitForURL(/\/tool\/follow-up-tracker\?campaign=[\da-f-]+&step=messages$/);
	const body = main().getByLabel("Message", { exact: true });
	await expect.poll(() => body.inputValue()).toContain("propose a joint exhibition in spring.");
	expect(await body.inputValue()).toContain("{{first_name|friends}}");
	expect(await body.inputValue()).not.toContain("Helen");
	expect(await main().getByLabel("Subject", { exact: true }).inputValue()).toBe(subject);
	expect(await main().getByLabel("Second subject (A/B test)").inputValue()).not.toBe("");
	await expectAccessible(page);
	await page.goto("/tool/follow-up-tracker");
	const row = main().getByRole("list", { name: "Campaigns" }).getByRole("listitem").filter({ hasText: subject });
	await row.getByText("Draft").waitFor();
	app.expectNoPageErrors();
});

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
	await page.getByText("Email Generated.").waitFor();
	const text = main().getByLabel("Email text");
	await expect.poll(() => text.inputValue()).toContain("propose a joint exhibition in spring.");
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
	const summary = page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Summary" });
	await summary.click();
	await page.getByText("Summary generated. New summary created.").waitFor();
	const dialog = page.getByRole("dialog", { name: "Summary", exact: true });
	await dialog.getByRole("heading", { name: "Quick Summary" }).waitFor();
	await dialog.getByRole("heading", { name: "Action Items" }).waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await summary.click();
	await page.getByText("Summary generated. Using cached summary.").waitFor();
	await page.keyboard.press("Escape");
	await main().getByRole("button", { name: "Suggest replies", exact: true }).click();
	await page.getByText("Smart replies generated.").waitFor();
	const replies = page.getByRole("dialog", { name: "Reply suggestions", exact: true });
	await expectAccessible(page);
	await replies.getByRole("button", { name: "Use in reply" }).first().click();
	await page.getByRole("textbox", { name: "Message" }).last().getByText(/Helen/).first().waitFor();
});

test("a newsletter gets no suggested replies, and its summary has no links", async () => {
	const { items } = await user.client(emailsContract).listEmails({ query: { q: "category:promotions in:inbox" } });
	await page.goto(`/inbox/${items[0]?.id}`);
	const toolbar = page.getByRole("toolbar", { name: "Message actions" });
	await toolbar.getByRole("button", { name: "Summary" }).click();
	const summary = page.getByRole("dialog", { name: "Summary", exact: true });
	await summary.getByText("No action items.").waitFor();
	expect(await summary.textContent()).not.toMatch(/https?:|unsubscribe|browser/i);
	await page.keyboard.press("Escape");
	await main().getByRole("button", { name: "Suggest replies", exact: true }).click();
	const replies = page.getByRole("dialog", { name: "Reply suggestions", exact: true });
	await replies.getByText("Mailings, receipts and other automatic emails don't need one.").waitFor();
	await expectAccessible(page);
	await replies.getByRole("button", { name: "Write a reply" }).click();
	await page.getByRole("textbox", { name: "Message" }).last().waitFor();
});
