import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { withActionItems } from "./action-items.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE, WIDE } from "./browser.ts";
import { type InputMethod, keyboardOf, touchOf } from "./input-methods.ts";

/** Reading and writing, from a summary to an answered invitation, with the keyboard alone and by touch alone. */

let app: App;
beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
});
afterAll(() => app.close());

describe.each([
	["the keyboard alone", { viewport: WIDE, touch: false }, keyboardOf],
	["touch alone, at 390 px", { viewport: PHONE, touch: true }, touchOf],
] as const)("with %s", (_name, options, inputOf) => {
	let user: TestUser;
	let account: string;
	let page: Page;
	let input: InputMethod;
	beforeAll(async () => {
		user = await app.server.signUp(`${options.viewport.width}@vale.example`);
		account = (await user.client(accountsContract).startDemo()).account.id;
		await app.server.ctx.jobs.drain(60_000);
		page = await app.open({ ...options, isShared: true });
		await addSession(page, user, app.server.url);
		input = inputOf(page);
	});

	const found = async (q: string) => (await user.client(emailsContract).listEmails({ query: { account, q } })).items;
	const sentCount = async (subject: string): Promise<number> =>
		(await found("in:sent")).filter((item) => item.subject === subject).length;
	const openFirst = async (q: string): Promise<string> => {
		const [item] = await found(q);
		await page.goto(`/inbox/${item?.id}`);
		await page.getByRole("article").first().waitFor();
		return item?.subject ?? "";
	};
	const button = (label: string) => page.getByRole("button", { name: label, exact: true });
	const message = () => page.getByRole("textbox", { name: "Message" });

	test("an email is summarized, and its reply is taken back, changed and sent", async () => {
		const subject = await openFirst("from:helen.ostrow in:inbox");
		await input.press(button("More actions"));
		await input.choose(page.getByRole("menuitem", { name: "Summary" }));
		const summary = page.getByRole("dialog", { name: "Summary", exact: true });
		await summary.getByRole("heading", { name: "Quick Summary" }).waitFor();
		await input.press(summary.getByRole("button", { name: "Close" }));
		await summary.waitFor({ state: "detached" });

		const reply = subject.startsWith("Re:") ? subject : `Re: ${subject}`;
		const sentBefore = await sentCount(reply);
		await input.press(
			page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Reply", exact: true }),
		);
		await input.type(message(), "Friday suits us");
		await page.getByText("Saved", { exact: true }).first().waitFor();
		await input.press(button("Send (stays in the demo)"));
		await page.getByText("Sending…").waitFor();
		await input.press(button("Undo"));
		await input.type(message(), " better ");
		await input.press(button("Send (stays in the demo)"));
		await page.getByText("Message sent").waitFor({ timeout: 60_000 });
		await expect.poll(() => sentCount(reply)).toBe(sentBefore + 1);
		const [sent] = await found("in:sent suits better");
		expect(sent?.subject).toBe(reply);
		app.expectNoPageErrors();
	});

	test("a message is written for later, and sending it is canceled", async () => {
		await page.goto("/drafts");
		await input.press(page.getByRole("main").getByRole("button", { name: "New message" }));
		await input.type(page.getByRole("combobox", { name: "To" }), "bea@example.net,");
		await input.type(page.getByRole("textbox", { name: "Subject" }), "Minutes");
		await input.type(message(), "As agreed.");
		await page.getByText("Saved", { exact: true }).first().waitFor();
		await input.press(button("Send later"));
		await input.choose(page.getByRole("menuitem", { name: /Tomorrow morning/ }));
		await page.getByText(/^Scheduled for/).waitFor();
		await input.press(button("Back to draft"));
		await message().getByText("As agreed.").waitFor();
		await input.press(button("Discard draft"));
		await page.getByText("Draft discarded").waitFor();
		expect(await sentCount("Minutes")).toBe(0);
		app.expectNoPageErrors();
	});

	test("an email is snoozed and returned", async () => {
		const subject = await openFirst("in:inbox is:unread");
		await input.press(button("More actions"));
		await input.choose(page.getByRole("menuitem", { name: "Snooze" }));
		await input.press(page.getByRole("dialog").getByRole("button", { name: /^Tomorrow/ }));
		await page
			.getByText(/^Snoozed until/)
			.first()
			.waitFor();
		await page.goto("/snoozed");
		const item = page.getByRole("main").getByRole("listitem").filter({ hasText: subject }).first();
		await input.press(item.getByRole("button", { name: "Move to inbox now" }));
		await page.getByText("Moved to Inbox").waitFor();
		app.expectNoPageErrors();
	});

	test("an action item becomes a reminder, which the email comes back with, and is deleted", async () => {
		const { email, tasks } = await withActionItems(user, account);
		const [task = ""] = tasks;
		const { subject } = email;
		await page.goto(`/inbox/${email.id}`);
		await page.getByRole("article").first().waitFor();
		await input.press(button("More actions"));
		await input.choose(page.getByRole("menuitem", { name: "Summary" }));
		await input.press(
			page.getByRole("dialog", { name: "Summary" }).getByRole("button", { name: `Remind me: ${task}` }),
		);
		const times = page.getByRole("dialog", { name: "Remind me" });
		await times.getByText(task).waitFor();
		await input.press(times.getByRole("button", { name: /^Tomorrow/ }));
		await page
			.getByText(/^You'll be reminded /)
			.first()
			.waitFor();
		await page.goto("/snoozed");
		const item = page.getByRole("main").getByRole("listitem").filter({ hasText: subject }).first();
		await item.getByText(`Reminder: ${task}`).waitFor();
		await input.press(item.getByRole("button", { name: "Move to inbox now" }));
		await page.getByText("Moved to Inbox").waitFor();
		await page.goto("/inbox");
		const due = page.getByRole("region", { name: "Back in your inbox" }).getByRole("listitem");
		const returned = due.filter({ hasText: task });
		await input.press(returned.getByRole("button", { name: `Dismiss ${subject}` }));
		await returned.waitFor({ state: "detached" });
		app.expectNoPageErrors();
	});

	test("an invitation is accepted", async () => {
		await openFirst("filename:ics subject:invitation");
		const event = page.getByRole("region", { name: "Event" });
		const title = (await event.getByRole("heading").textContent()) ?? "";
		await input.press(event.getByRole("button", { name: "Accept" }));
		await event.getByText("You accepted").waitFor();
		await expect.poll(() => sentCount(`Accepted: ${title}`), { timeout: 60_000 }).toBe(1);
		app.expectNoPageErrors();
	});
});
