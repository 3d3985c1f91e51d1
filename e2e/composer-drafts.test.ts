import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { type App, addSession, startApp } from "./app.ts";
import { waitForIdle } from "./browser.ts";

/** Keys pressed before the composer is loaded, and drafts in the mailbox's Drafts folder. */

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

test("what is typed before the composer is loaded goes into its first field, and to no shortcut", async () => {
	const fresh = await app.open();
	await addSession(fresh, ada, app.server.url);
	const typed = Promise.withResolvers<void>();
	await fresh.route("**/api/v1/drafts", async (route) => {
		if (route.request().method() === "POST") await typed.promise;
		await route.continue();
	});
	await fresh.goto("/inbox");
	await fresh.getByRole("row").first().waitFor();
	const inInbox = async (): Promise<number> =>
		(await ada.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 1 } })).total;
	const before = await inInbox();
	await fresh.keyboard.press("c");
	// "e" archives, "x" selects, "#" deletes.
	await fresh.keyboard.type("exe#e@example.net");
	typed.resolve();
	const draft = windowOf(fresh, "New message");
	await draft.getByRole("combobox", { name: "To" }).waitFor();
	await expect.poll(() => draft.getByRole("combobox", { name: "To" }).inputValue()).toBe("exe#e@example.net");
	await fresh.keyboard.press("Enter");
	await draft.getByRole("button", { name: "Remove exe#e@example.net" }).waitFor();
	expect(await inInbox()).toBe(before);
	await draft.getByRole("button", { name: "Discard draft" }).click();
	app.expectNoPageErrors();
});

test("a composer in which nothing was written leaves no draft, and is gone after a reload", async () => {
	const fresh = await app.open();
	await addSession(fresh, ada, app.server.url);
	await fresh.goto("/drafts");
	const drafts = async () => (await ada.client(composerContract).listDrafts()).items.length;
	const before = await drafts();
	await fresh.getByRole("main").getByRole("button", { name: "New message" }).click();
	const to = windowOf(fresh, "New message").getByRole("combobox", { name: "To" });
	await to.waitFor();
	expect(await drafts()).toBe(before + 1);
	await fresh.reload();
	await expect.poll(drafts).toBe(before);
	await fresh.getByRole("main").getByRole("button", { name: "New message" }).waitFor();
	await waitForIdle(fresh);
	expect(await fresh.getByRole("dialog").count()).toBe(0);

	await fresh.getByRole("main").getByRole("button", { name: "New message" }).click();
	await to.fill("bea@example.net");
	await to.press("Enter");
	await windowOf(fresh, "New message").getByText("Saved", { exact: true }).waitFor();
	await fresh.reload();
	await windowOf(fresh, "New message").getByRole("button", { name: "Remove bea@example.net" }).waitFor();
	await windowOf(fresh, "New message").getByRole("button", { name: "Discard draft" }).click();
	app.expectNoPageErrors();
});

test("a draft is in the mailbox's Drafts folder, is edited from there, and leaves it once discarded", async () => {
	const inDrafts = async (subject: string) => {
		const { items } = await ada.client(emailsContract).listEmails({ query: { account, folder: "drafts", limit: 50 } });
		return items.filter((item) => item.subject === subject);
	};
	await page.goto("/drafts");
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await windowOf(page, "New message").getByRole("textbox", { name: "Subject" }).fill("Agenda");
	const agenda = windowOf(page, "Agenda");
	await agenda.getByRole("textbox", { name: "Message" }).click();
	await page.keyboard.type("First the budget.");
	await agenda.getByText("Saved", { exact: true }).waitFor();
	await agenda.getByRole("button", { name: "Save and close" }).click();
	await agenda.waitFor({ state: "detached" });
	await expect.poll(async () => (await inDrafts("Agenda")).length, { timeout: 60_000 }).toBe(1);
	// Listed once: as a draft, not among those of other apps.
	await page.reload();
	await page.getByRole("main").getByText("Agenda").waitFor();
	expect(await page.getByRole("main").getByText("Agenda").count()).toBe(1);
	const [copy] = await inDrafts("Agenda");
	await page.goto(`/inbox/${copy?.id}?folder=drafts`);
	await page.getByRole("button", { name: "Edit draft" }).click();
	await agenda.getByText("First the budget.").waitFor();
	await agenda.getByRole("textbox", { name: "Subject" }).fill("Agenda for May");
	const changed = windowOf(page, "Agenda for May");
	await changed.getByText("Saved", { exact: true }).waitFor();
	await expect.poll(async () => (await inDrafts("Agenda for May")).length, { timeout: 60_000 }).toBe(1);
	expect(await inDrafts("Agenda")).toEqual([]);
	await changed.getByRole("button", { name: "Discard draft" }).click();
	await expect.poll(async () => (await inDrafts("Agenda for May")).length, { timeout: 60_000 }).toBe(0);
	app.expectNoPageErrors();
});
