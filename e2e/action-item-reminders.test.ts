import { afterAll, beforeAll, expect, test } from "vitest";
import { snoozedContract } from "#tools/snoozed/contract.ts";
import { expectAccessible } from "./accessible.ts";
import { withActionItems } from "./action-items.ts";
import { type CleaningFixture, type Kind, kinds, startCleaningFixture } from "./cleaning-fixture.ts";
import { makeMessage } from "./cleaning-messages.ts";

/** Reminders of what an email asks for, in every kind of mailbox. */

const DAY_MS = 86_400_000;
const dueAt = new Date(Date.now() + 20 * DAY_MS);
/** `2026-03-05`, in local time. */
const due = new Date(dueAt.getTime() - dueAt.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
const dated = `Please send the signed budget by ${due}.`;
const undated = "Please call the caterer about the menu.";

const message = makeMessage({
	from: "Mira Holt <mira@orchard.example>",
	subject: "Budget and menu",
	daysAgo: 1,
	text: ["Hello Ann,", "", dated, undated, "", "Mira"].join("\n"),
});

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: [...new Set<Kind>([...kinds, "mbox"])], messages: [message] });
}, 180_000);
afterAll(() => fixture?.close());

test.each(kinds)("the %s mailbox reminds of an action item, once undo has taken back the first try", async (kind) => {
	const { user, accountId, open, sync } = fixture.mailbox(kind);
	const { email, tasks } = await withActionItems(user, accountId);
	const [task = ""] = tasks;
	const reminders = async () => (await user.client(snoozedContract).listReminders({})).items;
	const page = await open();
	const heading = page.getByRole("region", { name: "Message", exact: true }).getByRole("heading").first();
	const times = page.getByRole("dialog", { name: "Remind me", exact: true });
	const ask = async (wanted: string) => {
		await page.goto(`/inbox/${email.id}`);
		await heading.getByText(email.subject).waitFor();
		await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Summary" }).click();
		const summary = page.getByRole("dialog", { name: "Summary", exact: true });
		const remind = summary.getByRole("button", { name: `Remind me: ${wanted}`, exact: true });
		await remind.waitFor();
		await remind.click();
		await times.getByText(wanted).waitFor();
		return times.getByRole("listitem").getByRole("button");
	};
	const done = page.getByText(/^You'll be reminded /).first();

	await (await ask(task)).first().click();
	await done.waitFor();
	await page.getByRole("button", { name: "Undo", exact: true }).click();
	await expect.poll(reminders).toEqual([]);

	await (await ask(task)).first().click();
	await done.waitFor();
	await expect.poll(reminders).toMatchObject([{ note: task, state: "waiting" }]);
	await page.goto("/snoozed");
	const item = page.getByRole("main").getByRole("listitem").filter({ hasText: email.subject });
	await item.getByText(`Reminder: ${task}`).waitFor();
	await item.getByRole("button", { name: "Move to inbox now" }).click();
	await page.getByText("Moved to Inbox").waitFor();
	await sync();
	await page.goto("/inbox");
	await page.getByRole("region", { name: "Back in your inbox" }).getByText(task).click();
	await page.getByRole("region", { name: "Message", exact: true }).getByText(`Reminder: ${task}`).waitFor();
	// Undo had deleted the reminder already when its email came back.
	fixture.app.expectNoPageErrors(/status of 404 \(Not Found\) \S+\/reminders\//);
	await page.context().close();
});

test("the time is the morning of the due date, where there is one; another reminder of the email says what it replaces", async () => {
	const { user, accountId, open } = fixture.mailbox("mbox");
	for (const { id } of (await user.client(snoozedContract).listReminders({})).items)
		await user.client(snoozedContract).dismissReminder({ params: { id } });
	const { email } = await withActionItems(user, accountId);
	const page = await open();
	const times = page.getByRole("dialog", { name: "Remind me", exact: true });
	const onDueDate = times.getByRole("button", { name: /^On the due date/ });
	const ask = async (task: string) => {
		await page.goto(`/inbox/${email.id}`);
		await page.getByRole("toolbar", { name: "Message actions" }).getByRole("button", { name: "Summary" }).click();
		const remind = page.getByRole("button", { name: `Remind me: ${task}`, exact: true });
		await remind.waitFor();
		await expectAccessible(page);
		await remind.click();
		await times.getByText(task).waitFor();
		await expectAccessible(page);
	};
	await ask(undated);
	await times
		.getByRole("button", { name: /^(?:Tomorrow|Next week)/ })
		.first()
		.waitFor();
	expect(await onDueDate.count()).toBe(0);
	await page.keyboard.press("Escape");
	await ask(dated);
	await onDueDate.click();
	await page
		.getByText(/^You'll be reminded /)
		.first()
		.waitFor();
	const [waiting] = (await user.client(snoozedContract).listReminders({})).items;
	const morning = await page.evaluate((day) => new Date(`${day}T08:00:00`).toISOString(), due);
	expect(waiting).toMatchObject({ note: dated, dueAt: morning });
	await page.goto("/snoozed");
	await page.getByText(`Reminder: ${dated}`).waitFor();
	await expectAccessible(page);
	await ask(undated);
	await times.getByText(`: “${dated}”`).waitFor();
	fixture.app.expectNoPageErrors();
	await page.context().close();
});
