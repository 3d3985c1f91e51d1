import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plansContract } from "#shared/contracts/plans.ts";
import {
	button,
	cards,
	carryOut,
	counts,
	fullest,
	numberIn,
	rows,
	sum,
	toastOf,
	undo,
	WITHIN,
} from "./categorizer-fixture.ts";
import { type CleaningFixture, kinds, startCleaningFixture } from "./cleaning-fixture.ts";
import { listFields, makeMessage } from "./cleaning-messages.ts";

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture();
});
afterAll(() => fixture?.close());

// What all cleaning journeys rely on. It is here because the fixture is the same.
test.each(kinds)(
	"in the %s mailbox, a change shows here and at the provider, and undo restores everything",
	async (kind) => {
		const { user, accountId, state } = fixture.mailbox(kind);
		const before = await state();
		expect(Object.keys(before.stored).length).toBeGreaterThanOrEqual(66);
		if (before.atProvider !== null)
			expect(Object.keys(before.atProvider)).toHaveLength(Object.keys(before.stored).length);

		const client = user.client(plansContract);
		const body = { action: "trash" as const, query: "in:inbox", account: accountId };
		const plan = await client.createPlan({ body });
		expect(plan.count).toBeGreaterThan(40);
		const { operation } = await client.applyPlan({ params: { id: plan.id } });
		const after = await state();
		expect(after.stored).not.toEqual(before.stored);
		if (before.atProvider !== null) expect(after.atProvider).not.toEqual(before.atProvider);

		await client.undoOperation({ params: { id: operation.id } });
		expect(await state()).toEqual(before);
	},
);

describe.each(kinds)("in the %s mailbox", (kind) => {
	let page: Page;

	test("a scan finds everything, a card filters the list, and selected mail is archived or deleted, and restored", async () => {
		const mailbox = fixture.mailbox(kind);
		page = await mailbox.open({ isShared: true });
		await page.goto("/tool/categorizer");
		await button(page, "Scan & Categorize").click();
		// It syncs first.
		const scanned = page.getByRole("status").filter({ hasText: "Scan Complete" });
		await scanned.waitFor({ timeout: 60_000 });
		const all = await counts(page);
		expect(sum(all)).toBeGreaterThan(40);
		expect(await scanned.textContent()).toContain(`Found ${sum(all).toLocaleString("en")} emails across categories.`);
		const before = await mailbox.state();

		const { name, count } = await fullest(page);
		await page.getByRole("heading", { name: "All Categories" }).waitFor();
		await cards(page).filter({ hasText: name }).click();
		await page.getByRole("heading", { name, exact: true }).waitFor();
		await rows(page).first().getByText(name, { exact: true }).waitFor();
		for (const text of await rows(page).allTextContents()) expect(text).toContain(name);

		await rows(page).nth(0).getByRole("checkbox").click();
		await rows(page).nth(1).getByRole("checkbox").click();
		await button(page, "Archive (2)").click();
		await page.getByRole("region", { name: "Folders" }).getByText("Inbox 2", { exact: true }).waitFor();
		await carryOut(page, /^Archive 2 emails/, "Emails archived", "Successfully archived 2 emails.");
		await expect.poll(async () => (await counts(page))[name], WITHIN).toBe(count - 2);
		const archived = await mailbox.state();
		expect(archived.stored).not.toEqual(before.stored);
		if (before.atProvider !== null) expect(archived.atProvider).not.toEqual(before.atProvider);
		await undo(page, "Emails archived");
		await expect.poll(async () => (await counts(page))[name], WITHIN).toBe(count);
		expect(await mailbox.state()).toEqual(before);

		await button(page, "Select All").click();
		await rows(page).nth(0).getByRole("checkbox").click();
		const chosen = (count - 1).toLocaleString("en");
		await button(page, `Delete (${chosen})`).click();
		await carryOut(page, /^Delete [\d,]+ emails/, "Emails deleted", `Successfully deleted ${chosen} emails.`);
		await expect.poll(async () => (await counts(page))[name], WITHIN).toBe(1);
		const deleted = await mailbox.state();
		if (before.atProvider !== null) expect(deleted.atProvider).not.toEqual(before.atProvider);
		await undo(page, "Emails deleted");
		await expect.poll(async () => (await counts(page))[name], WITHIN).toBe(count);
		expect(await mailbox.state()).toEqual(before);
		fixture.app.expectNoPageErrors();
	});

	test("a sender is moved to another category with past mail, after a preview, and undone", async () => {
		const mailbox = fixture.mailbox(kind);
		await page.goto("/tool/categorizer?view=senders");
		const table = page.getByRole("table");
		await table.getByRole("row").nth(1).waitFor();
		const before = await mailbox.state();
		const countsBefore = await counts(page);
		const first = table.getByRole("row").nth(1);
		const mails = numberIn(await first.getByRole("cell").nth(3).textContent());
		await first.getByRole("button", { name: /to another category$/ }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText(/past emails? moves? too/).waitFor();
		await dialog.getByRole("radio").first().click();
		const to = (await dialog.getByRole("radio").first().textContent()) ?? "";
		// Archived mail and mail before the range are included.
		const follows = dialog.getByText(/past emails? moves? too/);
		expect(numberIn(await follows.textContent())).toBeGreaterThanOrEqual(mails);
		await dialog.getByRole("button", { name: `Move to ${to}` }).click();
		await toastOf(page, `Moved to ${to}`).waitFor();
		await expect.poll(async () => (await counts(page))[to], WITHIN).toBe((countsBefore[to] ?? 0) + mails);
		await button(page, "Corrections (1)").waitFor();
		await undo(page, `Moved to ${to}`, "Undone");
		await expect.poll(() => counts(page), WITHIN).toEqual(countsBefore);
		expect(await mailbox.state()).toEqual(before);
		fixture.app.expectNoPageErrors();
		await page.context().close();
	});
});

test("mail that arrives while the preview is open is not changed", async () => {
	const mailbox = fixture.mailbox(kinds.includes("imap") ? "imap" : "gmail");
	const page = await mailbox.open();
	await page.goto("/tool/categorizer");
	const count = sum(await counts(page));
	await button(page, "Select All").click();
	await button(page, `Delete (${count})`).click();
	await page.getByRole("dialog").getByText(`${count} of ${count} selected`).waitFor();
	const fields = listFields("offers.fernoak.example", "fernoak.example");
	const late = { from: "Fern & Oak <offers@fernoak.example>", subject: "Late but in time", daysAgo: 0, fields };
	await mailbox.deliver(makeMessage(late, { category: "PROMOTIONS" }));
	await mailbox.sync();
	await carryOut(page, /^Delete [\d,]+ emails/, "Emails deleted", `Successfully deleted ${count} emails.`);
	await rows(page).first().getByRole("link", { name: "Late but in time" }).waitFor();
	expect(sum(await counts(page))).toBe(1);
	const { stored } = await mailbox.state();
	const [, state] = Object.entries(stored).find(([name]) => name.startsWith("late-but-in-time")) ?? [];
	expect(state).toMatchObject({ folder_role: "inbox" });
	await undo(page, "Emails deleted");
	await expect.poll(async () => sum(await counts(page)), WITHIN).toBe(count + 1);
	fixture.app.expectNoPageErrors();
});
