import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { interceptedStatements } from "#test/intercepted-statements.ts";
import { type FilterDraft, filtersContract } from "#tools/block-filter/contract.ts";
import { describeIf } from "../fixtures/only-if.ts";
import { expectAccessible } from "./accessible.ts";
import { button, choose, received, rowOf, rows, seeToast, toastOf } from "./block-filter-fixture.ts";
import { PHONE } from "./browser.ts";
import { type CleaningFixture, type CleaningMailbox, startCleaningFixture } from "./cleaning-fixture.ts";
import { makeMessage } from "./cleaning-messages.ts";

let fixture: CleaningFixture;
let demo: CleaningMailbox;
let page: Page;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: dovecotPath === null ? ["demo"] : ["demo", "imap"] });
	demo = fixture.mailbox("demo");
});
afterAll(() => fixture?.close());

const make = (mailbox: CleaningMailbox, part: Partial<FilterDraft>) =>
	mailbox.user.client(filtersContract).createFilter({
		body: { name: "A rule", ruleType: "keyword", ruleValue: "xyzzyplugh", action: "star", ...part },
	});
const namesOf = () => rows(page).locator("p:first-child > span:first-child").allTextContents();

/** No horizontal overflow. */
async function expectFits(shown: Page): Promise<void> {
	expect(await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

describe("the form", () => {
	test("reports missing input in the spec's words, and explains what is impossible", async () => {
		page = await demo.open({ isShared: true });
		const loaded = Promise.withResolvers<void>();
		await page.route(/\/api\/v1\/filters(?:\?|$)/, async (route) => {
			await loaded.promise;
			await route.continue();
		});
		await page.goto("/tool/block-filter");
		await page.getByText("Loading filters...").waitFor();
		loaded.resolve();
		await page.getByText("No filters created yet").waitFor();
		await page.getByText("Create your first filter to start protecting your inbox.").waitFor();
		await expectAccessible(page);
		await button(page, "Apply All Filters").click();
		await seeToast(page, "No Active Filters", "Create and activate filters before applying them.");
		await button(page, "Create Filter").click();
		await seeToast(page, "Validation Error", "Please fill in all required fields.");
		await page.getByLabel("Filter Name").fill("Odd");
		await page.getByLabel("Rule Value").fill("ann@example.org");
		await page.getByText(/is an address\. Choose Sender/).waitFor();
		await button(page, "Create Filter").click();
		await expect.poll(() => page.getByText(/is an address\. Choose Sender/).count()).toBe(2);
		// The 400 responses are expected here.
		fixture.app.expectNoPageErrors(/400 \(Bad Request\)/);
	});

	test("accepts nested conditions, and saves what the dry run showed", async () => {
		await page.getByLabel("Rule Value").fill("lanternbooks.example");
		await button(page, "More conditions").click();
		await choose(page, "Field", /^Size$/);
		await page.getByLabel("Size", { exact: true }).fill("1");
		await page.getByRole("combobox", { name: "Unit" }).click();
		await page.getByRole("option", { name: "kB" }).click();
		await button(page, "Add group").click();
		const group = page.getByRole("group", { name: "Group 2" });
		await group.getByLabel("Sender domain").fill("nowhere.example");
		await button(group, "Add condition").click();
		const inner = page.getByRole("group", { name: "Condition 2.2" });
		await inner.getByRole("combobox", { name: "Field" }).click();
		await page.getByRole("option", { name: "Attachment" }).click();
		const mail = (await received(demo)).filter(({ hasAttachments, sizeBytes }) => hasAttachments && sizeBytes > 1_000);
		expect(mail.length).toBeGreaterThan(0);
		const found = page.getByRole("status").filter({ hasText: /emails? match/ });
		await expect.poll(() => found.textContent()).toMatch(new RegExp(`^${mail.length}email`));
		await expectAccessible(page);
		await choose(page, "Action", /^Star/);
		await button(page, "Create Filter").click();
		await seeToast(page, "Filter Created");
		await rowOf(page, "Odd")
			.getByText("Larger than 1 kB and (from the domain nowhere.example or with an attachment)")
			.waitFor();
		await button(page, "More actions for Odd").click();
		await page.getByRole("menuitem", { name: "Edit" }).click();
		await page.getByRole("heading", { name: "Edit “Odd”" }).waitFor();
		await page.getByLabel("Filter Name").fill("Even");
		await button(page, "Save Filter").click();
		await seeToast(page, "Filter Updated");
		await rowOf(page, "Even").waitFor();
		fixture.app.expectNoPageErrors();
	});
});

describe("the list", () => {
	test("is reordered by keyboard, menu and dragging, and points out contradictions", async () => {
		await make(demo, { name: "First of two", ruleType: "domain", ruleValue: "fernoak.example", action: "delete" });
		await make(demo, { name: "Second of two", ruleType: "domain", ruleValue: "fernoak.example", action: "archive" });
		await make(demo, { name: "Never" });
		await page.reload();
		await expect.poll(namesOf).toEqual(["Even", "First of two", "Second of two", "Never"]);
		await rowOf(page, "Second of two")
			.getByText(/matches the same emails as “First of two”/)
			.waitFor();
		await rowOf(page, "Never").getByText("No existing email matches it.").waitFor();

		await button(page, /^Position of Never/).focus();
		await page.keyboard.press("ArrowUp");
		await expect.poll(namesOf).toEqual(["Even", "First of two", "Never", "Second of two"]);
		// The focus follows, also downwards.
		await page.keyboard.press("ArrowDown");
		await expect.poll(namesOf).toEqual(["Even", "First of two", "Second of two", "Never"]);
		await page.getByText("Never is now 4 of 4.").waitFor({ state: "attached" });
		await page.keyboard.press("ArrowUp");
		await expect.poll(namesOf).toEqual(["Even", "First of two", "Never", "Second of two"]);
		await button(page, "More actions for First of two").click();
		await page.getByRole("menuitem", { name: "Move up" }).click();
		await expect.poll(namesOf).toEqual(["First of two", "Even", "Never", "Second of two"]);
		await button(page, /^Position of Second of two/).dragTo(rowOf(page, "First of two"), {
			targetPosition: { x: 200, y: 3 },
		});
		await expect.poll(namesOf).toEqual(["Second of two", "First of two", "Even", "Never"]);
		await rowOf(page, "First of two")
			.getByText(/matches the same emails as “Second of two”/)
			.waitFor();
		await page.reload();
		await expect.poll(namesOf).toEqual(["Second of two", "First of two", "Even", "Never"]);
		await expectAccessible(page);
		fixture.app.expectNoPageErrors();
	});

	test("is exported to a file, and another file is imported after a preview", async () => {
		await button(page, "Import and export").click();
		const saved = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: /Export as JSON/ }).click();
		const file = await saved;
		expect(file.suggestedFilename()).toBe("filters.json");
		const { filters } = JSON.parse(await readFile(await file.path(), "utf8")) as { filters: { name: string }[] };
		expect(filters.map(({ name }) => name)).toEqual(await namesOf());

		await button(page, "Import and export").click();
		await page.getByRole("menuitem", { name: /Import filters/ }).click();
		const script = `require "fileinto";
# rule:[Lists]
if header :contains "list-id" "dev.example.org" { fileinto "Lists"; addflag "\\\\Seen"; stop; }
if header :contains "x-spam" "yes" { discard; }
`;
		const picked = { name: "my.sieve", mimeType: "text/plain", buffer: Buffer.from(script) };
		await page.locator("input[type=file]").setInputFiles(picked);
		const dialog = page.getByRole("dialog");
		await dialog.getByText("The script would also mark it as read.").waitFor();
		await dialog.getByText("It tests the header “x-spam”.").waitFor();
		await expectAccessible(page);
		expect((await demo.user.client(filtersContract).listFilters()).items).toHaveLength(4);
		await button(dialog, "Import 1 filter").click();
		await seeToast(page, "Filters Imported");
		const imported = rowOf(page, "Lists").getByText("Move to “Lists”");
		await imported.waitFor();
		await expect.poll(() => isInView(imported)).toBe(true);
		fixture.app.expectNoPageErrors();
	});
});

/** Whether the user sees it without scrolling. */
const isInView = (of: Locator): Promise<boolean> =>
	of.evaluate((element) => {
		const { top, bottom } = element.getBoundingClientRect();
		return top >= 0 && bottom <= innerHeight;
	});

describe("on a phone, in dark mode", () => {
	test("everything fits and is readable", async () => {
		const phone = await demo.open({ viewport: PHONE, dark: true });
		await phone.goto("/tool/block-filter?type=domain&value=fernoak.example&action=block");
		await rowOf(phone, "Second of two").waitFor();
		await button(phone, "More conditions").click();
		await button(phone, "Add group").click();
		await expectFits(phone);
		await expectAccessible(phone);
		await phone.getByRole("tab", { name: "Screener" }).click();
		await phone.getByText("This mailbox receives no new emails").waitFor();
		await expectFits(phone);
		await expectAccessible(phone);
		fixture.app.expectNoPageErrors();
	});
});

describe("applying all filters", () => {
	test("shows how many were checked and applied, and can be stopped", async () => {
		const client = demo.user.client(filtersContract);
		for (const { id } of (await client.listFilters()).items) await client.deleteFilter({ params: { id } });
		const unstarred = (await received(demo)).filter(({ isStarred }) => !isStarred);
		const senders = [...new Set(unstarred.map(({ senderEmail }) => senderEmail))].slice(0, 12);
		for (const ruleValue of senders) await make(demo, { name: `Star ${ruleValue}`, ruleType: "sender", ruleValue });
		const before = await demo.state();
		page = await demo.open();
		await page.goto("/tool/block-filter");
		await page.getByRole("heading", { name: "Active Filters (12)" }).waitFor();
		const dialog = page.getByRole("dialog", { name: "Apply All Filters" });

		let held = holdStatement("insert into filter_plans", 2);
		await button(page, "Apply All Filters").click();
		await dialog.getByText("Checked 10 of 12 filters").waitFor();
		await expectAccessible(page);
		const canceled = page.waitForResponse(/\/api\/v1\/jobs\/[^/]+\/cancel$/);
		await button(dialog, "Cancel").click();
		await canceled;
		await dialog.waitFor({ state: "hidden" });
		held.release();
		await expect.poll(() => lastJob()).toEqual(["plan-filters", "cancelled"]);

		await button(page, "Apply All Filters").click();
		await dialog
			.getByRole("list", { name: "Effect of each filter" })
			.getByText(/^Star /)
			.nth(11)
			.waitFor();
		// Of the second or third change, which the others wait for.
		held = holdStatement("select account_id from operation_items", 5);
		await button(dialog, /^Apply to \d+ emails$/).click();
		await dialog.getByText(/^Applied [12] of 12 filters$/).waitFor();
		await expectAccessible(page);
		const stopped = page.waitForResponse(/\/api\/v1\/jobs\/[^/]+\/cancel$/);
		await button(dialog, "Stop").click();
		await stopped;
		await seeToast(page, "Canceled before all filters were applied", "Successfully processed");
		held.release();
		await dialog.waitFor({ state: "hidden" });
		await fixture.app.server.ctx.jobs.drain();
		const ids = new Set(unstarred.map(({ id }) => id));
		const starred = (await received(demo)).filter(({ id, isStarred }) => isStarred && ids.has(id));
		const applied = new Set(starred.map(({ senderEmail }) => senderEmail));
		expect(applied.size).toBeLessThan(12);
		expect(applied).toEqual(new Set(senders.slice(0, applied.size)));
		await button(toastOf(page, "Canceled before all filters were applied"), "Undo").click();
		await seeToast(page, "Undone");
		expect(await demo.state()).toEqual(before);
		fixture.app.expectNoPageErrors();
	});
});

/** Newest job of the demo mailbox's user: kind and state. */
async function lastJob(): Promise<string[]> {
	const [job] = (await demo.user.client(jobsContract).listJobs()).items;
	return job === undefined ? [] : [job.kind, job.state];
}

/** Holds the server's nth statement that begins like this, until `release`. */
function holdStatement(beginning: string, nth: number): { release(): void } {
	const { database } = fixture.app.server.ctx;
	const original = { query: database.query, one: database.one, exec: database.exec };
	const gate = Promise.withResolvers<void>();
	let seen = 0;
	const { query, one, exec } = interceptedStatements(database, async (text, values, run) => {
		if (text.trimStart().startsWith(beginning) && ++seen === nth) await gate.promise;
		return run(text, values);
	});
	Object.assign(database, { query, one, exec });
	return {
		release() {
			Object.assign(database, original);
			gate.resolve();
		},
	};
}

describe("without a mailbox", () => {
	test("shows how to connect one, Gmail's own way if Gmail is selected", async () => {
		const nobody = await fixture.app.open({ origin: fixture.origin });
		const user = await fixture.app.server.signUp("nobody@cleaning.example");
		const cookies = user.cookie.split("; ").map((part) => {
			const [name = "", ...value] = part.split("=");
			return { name, value: value.join("="), url: fixture.origin };
		});
		await nobody.context().addCookies(cookies);
		await nobody.goto("/tool/block-filter");
		await nobody.getByText("No Provider Selected").waitFor();
		await expectAccessible(nobody);
		await nobody.evaluate(() => sessionStorage.setItem("selectedProvider", "gmail"));
		await nobody.reload();
		await nobody.getByText("Gmail account not connected").waitFor();
		await nobody.getByRole("link", { name: "Connect Gmail Account" }).click();
		await nobody.waitForURL("**/auth/gmail/start");
	});
});

describeIf(dovecotPath !== null)("at a Dovecot", () => {
	let imap: CleaningMailbox;
	beforeAll(async () => {
		imap = fixture.mailbox("imap");
		page = await imap.open();
	});

	test("first-time senders wait in the screener until they are allowed or blocked", async () => {
		await page.goto("/tool/block-filter?view=screener");
		await page.getByText("The screener is off").waitFor();
		await page.getByText(/^In the past 30 days, the screener would have quarantined /).waitFor();
		await page.getByRole("switch", { name: /ann@post\.example/ }).click();
		await page.getByText("No senders waiting").waitFor();
		const stranger = { from: "Zora Quill <zora@stranger.example>", subject: "May I ask you something?", daysAgo: 0 };
		await imap.deliver(makeMessage(stranger));
		await imap.deliver(makeMessage({ from: "Prizes <win@prizes.example>", subject: "The lucky one", daysAgo: 0 }));
		await imap.sync();
		await page.getByRole("main").getByText("Zora Quill", { exact: true }).waitFor();
		const folderOf = async (wanted: string) => {
			const folder = (await received(imap)).find(({ subject }) => subject === wanted)?.folder;
			return folder ?? "gone";
		};
		expect(await folderOf("May I ask you something?")).toBe("custom");
		await expectAccessible(page);
		await button(page, "Accept Zora Quill").click();
		await seeToast(page, "Sender accepted", "1 email moved to the inbox");
		await expect.poll(() => folderOf("May I ask you something?")).toBe("inbox");
		await button(toastOf(page, "Sender accepted"), "Undo").click();
		await seeToast(page, "Brought back 1 email in ");
		await expect.poll(() => folderOf("May I ask you something?")).toBe("custom");
		await button(page, "Block Prizes").click();
		await seeToast(page, "Sender blocked", "1 email moved to spam");
		await expect.poll(() => folderOf("The lucky one")).toBe("gone");
		await page.getByRole("tab", { name: "Blocked" }).click();
		// Toasts repeat the address: look only at the list.
		await page.getByRole("main").getByText("win@prizes.example", { exact: true }).waitFor();
		await page.getByRole("tab", { name: /Waiting/ }).click();
		await button(page, "Accept Zora Quill").click();
		await expect.poll(() => folderOf("May I ask you something?")).toBe("inbox");
		fixture.app.expectNoPageErrors();
	});

	test("the server runs the filters too, once that is switched on", async () => {
		// As if a ManageSieve server had been discovered at the default port.
		await fixture.app.server.ctx.database.exec(
			"update connected_accounts set settings = settings || $2, updated_at = now() where id = $1",
			[imap.accountId, { sieve: { host: "localhost", port: fixture.dovecot?.sievePort } }],
		);
		await make(imap, { name: "Rookery aside", ruleType: "domain", ruleValue: "rookery.example", action: "delete" });
		await page.goto("/tool/block-filter");
		await rowOf(page, "Rookery aside").getByText("Runs here").waitFor();
		await page.getByRole("switch", { name: /ann@post\.example/ }).click();
		await rowOf(page, "Rookery aside").getByText("Also at the mail server").waitFor();
		await page.getByText("1 of 1 filter runs there").waitFor();
		await expectAccessible(page);
		await page.getByRole("switch", { name: /ann@post\.example/ }).click();
		await rowOf(page, "Rookery aside").getByText("Runs here").waitFor();
		await fixture.app.server.ctx.jobs.drain();
		fixture.app.expectNoPageErrors();
	});
});
