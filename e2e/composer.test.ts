import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";

/** Writing, sending, undoing and answering in the demo mailbox, by keyboard and on a phone. */

let app: App;
let page: Page;
let ada: TestUser;
let account: string;

beforeAll(async () => {
	app = await startApp();
	(app.server.ctx.providers as Map<string, ReturnType<typeof smallDemo>>).set("demo", smallDemo());
	ada = await app.server.signUp();
	account = (await ada.client(accountsContract).startDemo()).account.id;
	await app.server.ctx.jobs.drain();
	page = await app.open({ isShared: true });
	await addSession(page, ada, app.server.url);
});
afterAll(() => app.close());

const windowOf = (target: Page, name: string): Locator => target.getByRole("dialog", { name, exact: true });
const sentCount = async (subject: string): Promise<number> => {
	const { items } = await ada.client(emailsContract).listEmails({ query: { account, folder: "sent", limit: 50 } });
	return items.filter((item) => item.subject === subject).length;
};

test("a message is written by keyboard, survives a reload, is taken back, changed and sent", async () => {
	await page.goto("/inbox");
	await page.getByRole("row").first().waitFor();
	await page.keyboard.press("c");
	await windowOf(page, "New message").getByRole("combobox", { name: "To" }).waitFor();
	await page.keyboard.type("ostrow");
	const to = windowOf(page, "New message").getByRole("combobox", { name: "To" });
	await expect.poll(() => to.inputValue()).toBe("ostrow");
	await page.getByRole("option", { name: /Helen Ostrow/ }).waitFor();
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: /^Remove Helen Ostrow/ }).click();
	await windowOf(page, "New message").getByRole("combobox", { name: "To" }).click();
	await page.keyboard.type("bea@example.net,");
	await page.getByRole("button", { name: "Remove bea@example.net" }).waitFor();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.type("Plans for Thursday");
	const plans = windowOf(page, "Plans for Thursday");
	await plans.getByRole("textbox", { name: "Message" }).waitFor();
	await page.keyboard.press("Tab");
	await page.keyboard.type("Shall we meet at nine?");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+b");
	await page.keyboard.type("The library is open.");
	await plans.getByText("Saved", { exact: true }).waitFor();
	await expectAccessible(page);

	await page.reload();
	await plans.getByText("Shall we meet at nine?").waitFor();
	await plans.getByText("bea@example.net").waitFor();
	expect(await plans.locator("strong").textContent()).toBe("The library is open.");
	await plans
		.locator("input[type=file]")
		.first()
		.setInputFiles({
			name: "plan.txt",
			mimeType: "text/plain",
			buffer: Buffer.from("first floor"),
		});
	await plans.getByRole("link", { name: "plan.txt" }).waitFor();

	await plans.getByRole("textbox", { name: "Message" }).press("Control+Enter");
	await page.getByText("Sending…").waitFor();
	await page.getByRole("button", { name: "Undo" }).click();
	await plans.getByRole("textbox", { name: "Message" }).waitFor();
	expect(await sentCount("Plans for Thursday")).toBe(0);
	await plans.getByRole("textbox", { name: "Subject" }).fill("Plans for Friday");
	await windowOf(page, "Plans for Friday").getByRole("textbox", { name: "Message" }).press("Control+Enter");
	await page.getByText("Message sent").waitFor({ timeout: 60_000 });
	await page.getByRole("button", { name: "View", exact: true }).click();
	const row = page.getByRole("row").filter({ hasText: "Plans for Friday" });
	await row.waitFor({ timeout: 60_000 });
	expect(await sentCount("Plans for Friday")).toBe(1);
	await row.click();
	await page.getByRole("article").getByText("plan.txt").waitFor();
	app.expectNoPageErrors();
});

test("an answer quotes the message and is sent in its conversation, on a phone as well", async () => {
	const { items } = await ada.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 1 } });
	const [item] = items;
	if (item === undefined) throw new Error("The demo has no mail");
	const phone = await app.open({ viewport: PHONE, touch: true });
	await addSession(phone, ada, app.server.url);
	await phone.goto(`/inbox/${item.id}`);
	await phone.getByRole("article").first().waitFor();
	await phone.getByRole("button", { name: "Reply", exact: true }).click();
	const reply = phone.getByRole("dialog").filter({ has: phone.getByRole("textbox", { name: "Message" }) });
	await reply.getByRole("textbox", { name: "Message" }).click();
	await phone.keyboard.type("Yes, that works.");
	await reply.getByRole("button", { name: "Show quoted text" }).click();
	await reply.getByTitle("Quoted message").waitFor();
	expect(await reply.evaluate((element) => element.getBoundingClientRect().width)).toBe(PHONE.width);
	await expectAccessible(phone);
	await reply.getByText("Saved", { exact: true }).waitFor();
	await reply.getByRole("button", { name: "Send (stays in the demo)", exact: true }).click();
	await phone.getByText("Message sent").waitFor({ timeout: 60_000 });
	await expect
		.poll(async () => {
			const thread = await ada.client(emailsContract).listEmails({ query: { thread: item.threadId, limit: 50 } });
			return thread.items.filter(({ folder }) => folder === "sent").length;
		})
		.toBe(1);
	app.expectNoPageErrors();
});

test("a reply to a list goes to the sender or to the list, as chosen", async () => {
	const { items } = await ada
		.client(emailsContract)
		.listEmails({ query: { account, folder: "inbox", q: "subject:museum-tech" } });
	const [item] = items;
	if (item === undefined) throw new Error("The demo has no mail of its list");
	const { to } = await ada.client(emailsContract).getEmail({ params: { id: item.id } });
	const sent = async () => {
		const { items } = await ada
			.client(emailsContract)
			.listEmails({ query: { account, thread: item.threadId, limit: 50 } });
		const own = items.filter(({ folder }) => folder === "sent");
		const emails = await Promise.all(own.map(({ id }) => ada.client(emailsContract).getEmail({ params: { id } })));
		return emails
			.filter(({ text }) => text.includes("Seen from here"))
			.map((email) => email.to.map((one) => one.email));
	};
	const choices = [
		["Reply to sender", item.senderEmail],
		["Reply to list", to[0]?.email ?? ""],
	] as const;
	for (const [index, [choice, recipient]] of choices.entries()) {
		await page.goto(`/inbox/${item.id}`);
		await page.getByRole("button", { name: "More ways to reply" }).click();
		await page.getByRole("menuitem", { name: choice }).click();
		const reply = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Message" }) });
		await reply.getByRole("textbox", { name: "Message" }).click();
		await page.keyboard.type(`Seen from here: ${choice}.`);
		await reply.getByText("Saved", { exact: true }).waitFor();
		await page.keyboard.press("Control+Enter");
		await expect.poll(sent, { timeout: 60_000 }).toHaveLength(index + 1);
		expect(await sent()).toContainEqual([recipient]);
	}
	expect(choices[0][1]).not.toBe(choices[1][1]);
	app.expectNoPageErrors();
});

test("a draft is discarded and restored, and a message for later waits in the outbox", async () => {
	await page.goto("/drafts");
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	const draft = windowOf(page, "New message");
	await draft.getByRole("textbox", { name: "Subject" }).fill("Minutes");
	const minutes = windowOf(page, "Minutes");
	await minutes.getByRole("combobox", { name: "To" }).fill("bea@example.net");
	await minutes.getByRole("combobox", { name: "To" }).press("Enter");
	await minutes.getByText("Saved", { exact: true }).waitFor();
	await minutes.getByRole("button", { name: "Discard draft" }).click();
	await page.getByText("Draft discarded").waitFor();
	await page.getByRole("button", { name: "Undo" }).click();
	await minutes.getByRole("button", { name: "Send later" }).click();
	await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
	await page.getByText(/^Scheduled for/).waitFor();
	await page
		.getByRole("main")
		.getByText(/^Sends /)
		.waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Back to draft" }).click();
	await minutes.getByRole("button", { name: "Save and close" }).click();
	await minutes.waitFor({ state: "detached" });
	expect(await sentCount("Minutes")).toBe(0);
	app.expectNoPageErrors();
});

test("an invitation is accepted, and its organizer gets the answer", async () => {
	const { items } = await ada
		.client(emailsContract)
		.listEmails({ query: { account, q: "filename:ics subject:invitation" } });
	await page.goto(`/inbox/${items[0]?.id}`);
	const event = page.getByRole("region", { name: "Event" });
	const title = (await event.getByRole("heading").textContent()) ?? "";
	await event.getByRole("button", { name: "Accept" }).click();
	await event.getByText("You accepted").waitFor();
	await expectAccessible(page);
	await expect.poll(() => sentCount(`Accepted: ${title}`), { timeout: 60_000 }).toBe(1);
	await page.reload();
	await event.getByText("You accepted").waitFor();
	app.expectNoPageErrors();
});

test("an email link opens a composer, whose text becomes a template, and a reminder is set", async () => {
	await page.goto("/compose?mailto=mailto%3Abea%40example.net%3Fsubject%3DQuote%26body%3DAs%2520discussed");
	const quote = windowOf(page, "Quote");
	await quote.getByRole("button", { name: "Remove bea@example.net" }).waitFor();
	await quote.getByRole("button", { name: "Templates" }).click();
	await page.getByRole("menuitem", { name: "Save as template" }).click();
	const dialog = windowOf(page, "Save as template");
	await dialog.getByLabel("Name").fill("Offer");
	await expectAccessible(page);
	await dialog.getByLabel("Name").press("Enter");
	await page.getByText("Template saved").waitFor();
	await quote.getByRole("button", { name: "Remind me if there's no reply" }).click();
	await page.getByRole("menuitemradio", { name: "After 3 days" }).click();
	await quote.getByRole("button", { name: "Reminder 3 days after sending if there's no reply" }).waitFor();
	await quote.getByRole("button", { name: "Discard draft" }).click();
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await windowOf(page, "New message").getByRole("button", { name: "Templates" }).click();
	await page.getByRole("menuitem", { name: "Offer" }).click();
	await quote.getByText("As discussed").waitFor();
	await quote.getByRole("button", { name: "Discard draft" }).click();
	await page.goto("/drafts/settings");
	await page.getByRole("button", { name: "Delete Offer" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Save a message as a template in the composer.").waitFor();
	await expectAccessible(page);
	app.expectNoPageErrors();
});
