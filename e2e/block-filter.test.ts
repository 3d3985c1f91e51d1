import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { filtersContract } from "#tools/block-filter/contract.ts";
import { expectAccessible, expectMenuAccessible } from "./accessible.ts";
import {
	button,
	choose,
	domainsOf,
	dryRun,
	hostOf,
	received,
	rowOf,
	rows,
	seeToast,
	toastOf,
} from "./block-filter-fixture.ts";
import { type CleaningFixture, kinds, startCleaningFixture } from "./cleaning-fixture.ts";
import { makeMessage } from "./cleaning-messages.ts";

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture();
});
afterAll(() => fixture?.close());

describe.each(kinds)("in the %s mailbox", (kind) => {
	let page: Page;
	let domain = "";

	test("a rule is dry-run on existing mail, saved, applied, and undone", async () => {
		const mailbox = fixture.mailbox(kind);
		const mail = await received(mailbox);
		const [first = "", second = ""] = domainsOf(mail);
		domain = first;
		const isFrom = (host: string) => mail.filter((item) => hostOf(item) === host || hostOf(item).endsWith(`.${host}`));
		const before = await mailbox.state();
		page = await mailbox.open({ isShared: true });

		// The link that the unsubscriber's Block uses.
		const search = new URLSearchParams({ name: "Block the busiest", type: "domain", value: domain, action: "block" });
		await page.goto(`/tool/block-filter?${search}`);
		await page.getByText("No filters created yet").waitFor();
		await expect.poll(() => dryRun(page)).toBe(isFrom(domain).length);
		expect(await page.getByLabel("Label Name").count()).toBe(0);
		await button(page, "Create Filter").click();
		await seeToast(page, "Filter Created");
		await rowOf(page, "Block the busiest").getByText(`From the domain ${domain}`).waitFor();
		// Saved for the current mailbox, and it says so.
		const { items: accounts } = await mailbox.user.client(accountsContract).listAccounts();
		const name = accounts.find(({ id }) => id === mailbox.accountId)?.name ?? "";
		await rowOf(page, "Block the busiest").getByText(name, { exact: true }).waitFor();
		await page.getByRole("heading", { name: "Active Filters (1)" }).waitFor();

		const sender = mail.find((item) => hostOf(item) === second)?.senderEmail ?? "";
		await page.getByLabel("Filter Name").fill("Label the next");
		await choose(page, "Rule Type", /^Sender$/);
		await page.getByLabel("Rule Value").fill(sender);
		expect(await page.getByRole("combobox", { name: "Action" }).textContent()).toBe("Mark as read");
		expect(await page.getByRole("combobox", { name: "Mailbox" }).textContent()).toBe(name);
		await choose(page, "Mailbox", /^All mailboxes/);
		await choose(page, "Action", /^Label/);
		await page.getByLabel("Label Name").fill("Next");
		await button(page, "Create Filter").click();
		await page.getByRole("heading", { name: "Active Filters (2)" }).waitFor();
		await rowOf(page, "Label the next").getByText("All mailboxes", { exact: true }).waitFor();
		expect(await mailbox.state()).toEqual(before);

		await button(page, "Apply All Filters").click();
		const dialog = page.getByRole("dialog");
		const all = isFrom(domain).length + mail.filter(({ senderEmail }) => senderEmail === sender).length;
		await button(dialog, `Apply to ${all} emails`).click();
		await seeToast(page, "Filters Applied", `Successfully processed ${all} emails with your filter rules.`);
		await rowOf(page, "Block the busiest")
			.getByText(`${isFrom(domain).length} emails, last`)
			.waitFor();
		const applied = await mailbox.state();
		expect(applied.stored).not.toEqual(before.stored);
		if (before.atProvider !== null) expect(applied.atProvider).not.toEqual(before.atProvider);
		expect((await received(mailbox)).some((item) => hostOf(item) === domain)).toBe(false);
		await button(toastOf(page, "Filters Applied"), "Undo").click();
		await seeToast(page, "Brought back ");
		expect(await mailbox.state()).toEqual(before);
		await rowOf(page, "Block the busiest").getByText("no emails, all were restored").waitFor();
		fixture.app.expectNoPageErrors();
	});

	test("a rule is switched off and on, deleted, and restored", async () => {
		const row = rowOf(page, "Label the next");
		await row.getByRole("switch").click();
		await seeToast(page, "Filter Updated", "Filter deactivated.");
		await row.getByText("Inactive").waitFor();
		await row.getByRole("switch").click();
		await row.getByText("Active", { exact: true }).waitFor();
		await button(page, "Delete Label the next").click();
		await seeToast(page, "Filter Deleted");
		await expect.poll(() => rows(page).count()).toBe(1);
		await button(toastOf(page, "Filter Deleted"), "Undo").click();
		await expect.poll(() => rows(page).count()).toBe(2);
		await button(page, "Delete Label the next").click();
		await expect.poll(() => rows(page).count()).toBe(1);
		fixture.app.expectNoPageErrors();
	});

	test("an open email blocks its sender and becomes a filter, each with Undo", async () => {
		const mailbox = fixture.mailbox(kind);
		const mail = await received(mailbox);
		// Opening it changes nothing: it is read.
		const open = mail.find((item) => item.isRead && item.folder === "inbox" && hostOf(item) !== domain);
		if (open === undefined) throw new Error("The mailbox has no read email");
		const before = await mailbox.state();
		await page.goto(`/inbox/${open.id}`);
		const toolbar = page.getByRole("toolbar", { name: "Message actions" });
		await button(toolbar, "Block").click();
		const dialog = page.getByRole("dialog");
		const ofSender = mail.filter(({ senderEmail }) => senderEmail === open.senderEmail).length;
		await dialog
			.getByRole("checkbox", { name: new RegExp(`^Also apply to the ${ofSender} emails? that (?:is|are) here$`) })
			.waitFor();
		await expectAccessible(page);
		await button(dialog, "Block").click();
		await seeToast(page, "Filter Created", `applied to ${ofSender} email`);
		await expect
			.poll(async () => (await received(mailbox)).some(({ senderEmail }) => senderEmail === open.senderEmail))
			.toBe(false);
		await button(toastOf(page, "Filter Created"), "Undo").click();
		await seeToast(page, "Brought back ");
		expect(await mailbox.state()).toEqual(before);

		await page.goto(`/inbox/${open.id}`);
		await button(toolbar, "More actions").click();
		const entry = page.getByRole("menuitem", { name: "Filter like this" });
		await entry.waitFor();
		await expectMenuAccessible(page);
		await entry.click();
		const counted = dialog.getByRole("checkbox", { name: /^Also apply to the \d+ / });
		await counted.waitFor();
		// Another choice has another count, and none until it is known.
		const preview = Promise.withResolvers<void>();
		await page.route("**/api/v1/filters/preview", async (route) => {
			await preview.promise;
			await route.continue();
		});
		await choose(page, "Emails", new RegExp(`^From anyone at ${hostOf(open)}$`));
		await dialog.getByRole("checkbox", { name: "Also apply to matching emails that are here" }).waitFor();
		expect(await counted.count()).toBe(0);
		preview.resolve();
		await counted.waitFor();
		await page.unroute("**/api/v1/filters/preview");
		await choose(page, "Action", /^Star/);
		await dialog.getByRole("checkbox", { name: /^Also apply to the \d+ / }).click();
		await button(dialog, "Create Filter").click();
		await seeToast(page, "Filter Created", `Star: From anyone at ${hostOf(open)}`);
		expect(await mailbox.state()).toEqual(before);
		await page.goto("/tool/block-filter");
		await rowOf(page, `Star: From anyone at ${hostOf(open)}`).waitFor();
		await button(page, `Delete Star: From anyone at ${hostOf(open)}`).click();
		await expect.poll(() => rows(page).count()).toBe(1);
		fixture.app.expectNoPageErrors();
	});

	if (kind === "gmail")
		test("with labels only, first-time senders are screened by labels", async () => {
			const mailbox = fixture.mailbox(kind);
			const filters = mailbox.user.client(filtersContract);
			const account = mailbox.accountId;
			await filters.setScreener({ body: { account, isOn: true } });
			await mailbox.deliver(makeMessage({ from: "Zora <zora@stranger.example>", subject: "First words", daysAgo: 0 }));
			await mailbox.sync();
			const found = async () => (await received(mailbox)).find(({ subject }) => subject === "First words");
			expect(await found()).toMatchObject({ folder: "archive", labels: ["Screener"] });
			await filters.decideSenders({ body: { account, senders: ["zora@stranger.example"], decision: "accept" } });
			await mailbox.sync();
			expect(await found()).toMatchObject({ folder: "inbox", labels: [] });
			await filters.setScreener({ body: { account, isOn: false } });
		});

	if (["imap", "gmail", "outlook"].includes(kind))
		test("rules apply to new mail as it arrives, and can be undone", async () => {
			const mailbox = fixture.mailbox(kind);
			const before = await mailbox.state();
			await mailbox.deliver(makeMessage({ from: `Loud <news@${domain}>`, subject: "Yet another offer", daysAgo: 0 }));
			await mailbox.deliver(
				makeMessage({ from: "Quiet <quiet@elsewhere.example>", subject: "A quiet word", daysAgo: 0 }),
			);
			await mailbox.sync();
			const subjects = async () => (await received(mailbox)).map(({ subject }) => subject);
			expect(await subjects()).toContain("A quiet word");
			expect(await subjects()).not.toContain("Yet another offer");
			await rowOf(page, "Block the busiest").getByText("1 email, last").waitFor();
			const plans = mailbox.user.client(plansContract);
			const { items } = await plans.listOperations();
			expect(items[0]).toMatchObject({ source: "block-filter", count: 1, query: "filter “Block the busiest”" });
			await plans.undoOperation({ params: { id: items[0]?.id ?? "" } });
			await mailbox.sync();
			expect(await subjects()).toContain("Yet another offer");
			// Existing mail has not moved.
			const after = await mailbox.state();
			expect(after.stored).toMatchObject(before.stored);
			if (before.atProvider !== null) expect(after.atProvider).toMatchObject(before.atProvider);
			fixture.app.expectNoPageErrors();
		});
});
