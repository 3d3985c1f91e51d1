import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDue } from "#server/platform/schedule/start-due.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { dueTask } from "#tools/snoozed/server/snooze.ts";
import { expectAccessible, expectMenuAccessible } from "./accessible.ts";
import { type App, signIn, signUp, startApp } from "./app.ts";
import { PHONE, WIDE, waitForIdle } from "./browser.ts";
import { shareSample } from "./demo-install.ts";
import { navigationOf, PICTURE } from "./navigation.ts";
import pictured from "./pictures.json" with { type: "json" };
import { snoozeAndReturn } from "./snooze-journey.ts";
import { swipeRight } from "./touch.ts";

const email = "robin@vale.example";
let app: App;
let page: Page;

beforeAll(async () => {
	app = await startApp();
	await shareSample(app.server);
	page = await app.open();
});
afterAll(() => app.close());

/** Number of emails in the header. */
const total = async (target: Page): Promise<number> => {
	const text = await target
		.getByText(/^[\d,]+ emails?\b/)
		.first()
		.textContent();
	return Number(text?.match(/[\d,]+/)?.[0].replace(",", ""));
};

test("a new user signs up, is guided through the empty product, and starts the demo mailbox", async () => {
	await signUp(page, email);
	await expectAccessible(page);
	await page.goto("/inbox");
	await page.getByRole("heading", { name: "No Provider Selected" }).waitFor();
	await expectAccessible(page);
	await page.goto("/mailstead");
	await page.getByRole("combobox", { name: "Provider" }).click();
	await page.getByRole("option", { name: "Demo Mode" }).click();
	await page.getByRole("button", { name: "Start demo mailbox" }).click();
	await page
		.getByRole("main")
		.getByRole("link", { name: /^1,6\d\d emails$/ })
		.waitFor({ timeout: 60_000 });
	await page.getByText(/ · 113 MB · /).waitFor();
	await expectAccessible(page);
	app.expectNoPageErrors();
});

test("the pictures of the front page and the README show the product as it is", async () => {
	await page.setViewportSize(PICTURE);
	await page.goto("/inbox");
	// The folders follow when they have loaded.
	await expect
		.poll(() => navigationOf(page), { message: "The pictures are old: retake them with npm run pictures" })
		.toEqual(pictured);
	await page.setViewportSize(WIDE);
});

test("they search, move all results to the trash, and undo that from the toast", async () => {
	await page.goto("/inbox");
	const before = await total(page);
	expect(before).toBeGreaterThan(1000);
	await page.getByLabel("Search mail", { exact: true }).fill("from:quillon");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await page.getByText(/Found \d+ emails/).waitFor();
	const found = await total(page);
	expect(found).toBeGreaterThan(3);
	const row = page.getByRole("row").filter({ hasText: "Quillon" }).first();
	await row.hover();
	await row.getByRole("checkbox").click();
	await page.getByRole("checkbox", { name: "Select all loaded emails" }).click();
	await expectAccessible(page);
	await page.getByRole("toolbar", { name: "Selected emails" }).getByRole("button", { name: "Delete" }).click();
	await page.getByText("No emails found").waitFor();
	await page.getByRole("button", { name: "Undo" }).last().click();
	await page.getByRole("row").filter({ hasText: "Quillon" }).first().waitFor();
	await app.server.ctx.jobs.drain();
	await expect.poll(() => total(page), { timeout: 30_000 }).toBe(found);
	app.expectNoPageErrors();
});

test("drafts written here and in other mail apps are on one page", async () => {
	await page.goto("/inbox");
	await page.getByRole("navigation").getByRole("link", { name: "Sent" }).waitFor();
	const links = page.getByRole("navigation").getByRole("link", { name: /^Drafts/ });
	expect(await links.allTextContents()).toEqual(["Drafts & outbox"]);
	await links.click();
	const reply = await page.request.get(`${emailsContract.listEmails.path}?folder=drafts`);
	const { total: drafts } = (await reply.json()) as { total: number };
	expect(drafts).toBeGreaterThan(0);
	await page.getByRole("heading", { name: "Drafts in your mailboxes" }).waitFor();
	const listed = page.getByRole("main").getByRole("listitem");
	expect(await listed.count()).toBe(Math.min(drafts, 20));
	await expectAccessible(page);
	// A draft of another mail app opens in the composer.
	await listed.first().getByRole("button").click();
	const composer = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Message" }) });
	await composer.waitFor();
	await composer.getByRole("button", { name: "Save and close" }).click();
	await composer.waitFor({ state: "detached" });
	app.expectNoPageErrors();
});

test("words that were searched for are marked in the open message", async () => {
	await page.goto("/inbox?q=invoice");
	await page.getByRole("row").first().click();
	await page.getByRole("article").first().waitFor();
	const marks = async (): Promise<number> => {
		const counts = page
			.frames()
			.map((frame) => frame.evaluate(() => CSS.highlights.get("search-match")?.size ?? 0).catch(() => 0));
		return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
	};
	await expect.poll(marks).toBeGreaterThan(0);
	// The same message without the search, once its text is shown.
	const { pathname } = new URL(page.url());
	await page.goto(pathname);
	const text = page
		.getByRole("article")
		.last()
		.getByText(/invoice/i);
	await expect
		.poll(async () => {
			const inFrames = page.frames().map((frame) =>
				frame
					.getByText(/invoice/i)
					.count()
					.catch(() => 0),
			);
			return (await text.count()) + (await Promise.all(inFrames)).reduce((sum, count) => sum + count, 0);
		})
		.toBeGreaterThan(0);
	expect(await marks()).toBe(0);
	app.expectNoPageErrors();
});

test("a misspelled search offers a correction, and results are sorted by relevance", async () => {
	const box = page.getByLabel("Search mail", { exact: true });
	await page.goto("/inbox");
	await box.fill("from:quilon");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await page.getByText("Did you mean").waitFor();
	await expectAccessible(page);
	await page.getByRole("main").getByRole("button", { name: "from:quillon" }).click();
	await page.getByRole("row").filter({ hasText: "Quillon" }).first().waitFor();
	await expect.poll(() => box.inputValue()).toBe("from:quillon");
	await box.fill("invoice");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await page.getByRole("button", { name: "Sort results: Newest" }).click();
	await page.getByRole("menuitemradio", { name: "Most relevant" }).click();
	await page.waitForURL(/sort=relevance/);
	await page.getByRole("button", { name: "Sort results: Most relevant" }).waitFor();
	// Subjects count most.
	await page
		.getByRole("row")
		.first()
		.filter({ hasText: /invoice/i })
		.waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sort results: Most relevant" }).click();
	await page.getByRole("menuitemradio", { name: "Newest" }).click();
	await page.waitForURL((url) => !url.searchParams.has("sort"));
	await page.getByRole("button", { name: "Save this search" }).click();
	const saved = page.getByRole("region", { name: "Saved searches" });
	await saved.getByRole("link", { name: "invoice" }).waitFor();
	const recent = page.getByRole("region", { name: "Recent searches" });
	await recent.getByRole("link", { name: "from:quilon" }).click();
	await page.getByText("Did you mean").waitFor();
	await expectAccessible(page);
	await recent.getByRole("button", { name: "Clear recent searches" }).click();
	await recent.waitFor({ state: "detached" });
	await page.reload();
	await saved.getByRole("link", { name: "invoice" }).click();
	await page.getByRole("button", { name: "Remove from saved searches" }).click();
	await saved.waitFor({ state: "detached" });
	app.expectNoPageErrors();
});

test("a search for an unsearchable character says so, and one for an emoji does not", async () => {
	const searchFor = async (q: string): Promise<void> => {
		await page.getByLabel("Search mail", { exact: true }).fill(q);
		await page.getByRole("button", { name: "Search", exact: true }).click();
		await page.getByText("No emails found").waitFor();
	};
	const sentence = page.getByText("“%” can't be searched. Use letters, digits, symbols or emoji.");
	await page.goto("/inbox");
	await searchFor("%");
	await sentence.waitFor();
	await expectAccessible(page);
	await searchFor("🦩");
	await sentence.waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Clear search" }).first().click();
	app.expectNoPageErrors();
});

test("all search results are planned with count and size, applied, listed and undone later", async () => {
	await page.goto("/inbox?q=larger%3A1k");
	const found = await total(page);
	expect(found).toBeGreaterThan(50);
	const rows = page.getByRole("row");
	await rows.first().hover();
	await rows.first().getByRole("checkbox").click();
	// What is said to be selected is what is selected.
	const selected = page.getByRole("toolbar", { name: "Selected emails" }).getByText(/^[\d,]+ \w+ selected$/);
	await expect.poll(() => selected.textContent()).toBe("1 conversation selected");
	await page.getByRole("checkbox", { name: "Select all loaded emails" }).click();
	const sentence =
		(await page.getByText(/^The first [\d,]+ conversations with [\d,]+ emails are /).textContent()) ?? "";
	const [loaded, emails] = sentence.match(/[\d,]+/g) ?? [];
	await expect.poll(() => selected.textContent()).toBe(`${loaded} conversations selected`);
	const summary = page.getByRole("region", { name: `${loaded} conversations selected` });
	await summary.getByText(new RegExp(`^${emails} emails`)).waitFor();
	await page.getByRole("button", { name: /^Select all/ }).click();
	await expect.poll(() => selected.textContent()).toBe(`${found.toLocaleString("en-US")} emails selected`);
	await page.getByText(`All ${found.toLocaleString("en-US")} emails that match this search are selected.`).waitFor();
	await page.getByRole("toolbar", { name: "Selected emails" }).getByRole("button", { name: "Archive" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByText(/Only these emails will be changed/).waitFor();
	const planned = Number(
		/[\d,]+/.exec((await dialog.getByRole("heading").textContent()) ?? "")?.[0].replaceAll(",", ""),
	);
	await dialog.getByRole("combobox", { name: "Sort by" }).click();
	await page.getByRole("option", { name: "Largest first" }).click();
	const rowsOfPlan = dialog.getByRole("row");
	await rowsOfPlan.first().getByRole("checkbox").click();
	await rowsOfPlan.nth(2).getByRole("checkbox").click();
	await dialog.getByRole("button", { name: `Archive ${(planned - 2).toLocaleString("en-US")} emails` }).waitFor();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: /^Archive/ }).click();
	await page.getByRole("button", { name: "Undo" }).last().waitFor();
	await page.goto("/activity");
	const entry = page.getByText(`Archived ${(planned - 2).toLocaleString("en-US")} emails`).first();
	await entry.waitFor();
	await expectAccessible(page);
	const started = page.waitForResponse(/\/operations\/[\w-]+\/undo$/);
	await page.getByRole("button", { name: /Undo/ }).first().click();
	await started;
	await page
		.getByText(/undone|Undid|Redo/i)
		.first()
		.waitFor();
	await app.server.ctx.jobs.drain();
	await page.goto("/inbox?q=in%3Ainbox%20larger%3A1k");
	await page.getByRole("row").first().waitFor();
	app.expectNoPageErrors();
});

test("the keyboard alone reads, stars and archives, and a message that arrives shows without a reload", async () => {
	await page.goto("/inbox");
	await page.getByRole("row").first().waitFor();
	await page.keyboard.press("j");
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/inbox\/[0-9a-f-]{36}/);
	await page
		.getByRole("heading", { level: 2 })
		.or(page.getByRole("heading", { level: 1 }))
		.first()
		.waitFor();
	await expectAccessible(page);
	await page.keyboard.press("e");
	await page.getByRole("button", { name: "Undo" }).last().waitFor();
	await page.keyboard.press("?");
	await page.getByRole("dialog").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	app.expectNoPageErrors();
});

test("a snoozed email returns on time, and is marked, above the inbox and in its list", async () => {
	await page.goto("/inbox");
	await page.getByRole("row").first().waitFor();
	const subject = await snoozeAndReturn(page, page.getByRole("row").first());
	await expectAccessible(page);
	const { ctx } = app.server;
	// The row may be a conversation of several emails.
	const read = "select distinct r.id from reminders r join emails e on e.id = any(r.email_ids) where e.is_read";
	await expect.poll(async () => (await ctx.database.query(read, [])).length).toBe(1);
	await page.keyboard.press("b");
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Tomorrow/ })
		.click();
	await page
		.getByText(/^Snoozed until/)
		.first()
		.waitFor();
	// The reminder is stored before the email is archived.
	const archived = `select distinct r.id from reminders r join emails e on e.id = any(r.email_ids)
		where r.state = 'waiting' and e.folder_role = 'archive'`;
	await expect.poll(async () => (await ctx.database.query(archived, [])).length).toBe(1);
	await ctx.jobs.drain();
	await ctx.database.exec("update reminders set due_at = now() - interval '1 minute'", []);
	await ctx.database.exec("update schedules set next_run_at = now() where task = $1", [dueTask.name]);
	// The lists still show it as read when it is opened.
	const arrived = Promise.withResolvers<void>();
	const lists = /\/api\/v1\/(?:conversations|emails)\?/;
	await page.route(lists, async (route) => {
		await arrived.promise;
		await route.continue();
	});
	await startDue(ctx, [dueTask.name]);
	await ctx.jobs.drain();
	const top = page.getByRole("region", { name: "Back in your inbox" });
	await top.getByText(subject).waitFor();
	await expectAccessible(page);
	await top.getByRole("button", { name: subject }).first().click();
	await page.getByText("Back from snooze").first().waitFor();
	arrived.resolve();
	await top.waitFor({ state: "detached" });
	await page.unroute(lists);
	await page.keyboard.press("m");
	await page.getByText("Conversation muted").waitFor();
	await waitForIdle(page);
	await page.goto("/snoozed");
	await page.getByRole("button", { name: "Unmute" }).click();
	await page.getByText("Nothing snoozed").waitFor();
	await expectAccessible(page);
	app.expectNoPageErrors();
});

test("a change in one tab shows in another without a reload", async () => {
	const other = await page.context().newPage();
	await other.goto("/inbox");
	await other.getByRole("row").first().waitFor();
	await page.goto("/inbox");
	const before = await total(other);
	await page.getByRole("row").first().hover();
	await page.getByRole("row").first().getByRole("button", { name: "Delete" }).click();
	const toast = await page
		.getByText(/^Emails? deleted/)
		.locator("..")
		.textContent();
	const deleted = Number(toast?.match(/\d+/)?.[0] ?? 1);
	await expect.poll(() => total(other), { timeout: 60_000 }).toBe(before - deleted);
	await other.close();
	app.expectNoPageErrors();
});

test("on a phone the same mail is read page by page", async () => {
	const phone = await app.open({ viewport: PHONE, touch: true });
	await phone.goto("/auth");
	await signIn(phone, email);
	await expectAccessible(phone);
	await phone.goto("/inbox");
	await phone.getByRole("row").first().waitFor();
	await expectAccessible(phone);
	for (const name of ["View options", "More folders"]) {
		await phone.getByRole("button", { name, exact: true }).tap();
		await phone.getByRole("menu").waitFor();
		await expectMenuAccessible(phone);
		await phone.keyboard.press("Escape");
		await phone.getByRole("menu").waitFor({ state: "detached" });
	}
	await phone.getByRole("row").first().tap();
	await phone.waitForURL(/\/inbox\/[0-9a-f-]{36}/);
	await phone.goBack();
	await phone.getByRole("row").first().waitFor();
	// Swiping to the right archives the row, and Undo brings it back.
	const first = phone.getByRole("row").first();
	const label = await first.textContent();
	const list = await phone.getByRole("main").boundingBox();
	await swipeRight(phone, first);
	const toast = phone.locator("[data-sonner-toast]").filter({ hasText: /archived/i });
	await toast.waitFor();
	await expect.poll(() => phone.getByRole("row").first().textContent()).not.toBe(label);
	// The toast is over the page, which does not move.
	expect(await phone.getByRole("main").boundingBox()).toEqual(list);
	// Chromium may drop a tap right after a swipe that was not made by a finger.
	await toast.getByRole("button", { name: "Undo", exact: true }).click();
	await expect.poll(() => phone.getByRole("row").first().textContent()).toBe(label);
	const width = await phone.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBeLessThanOrEqual(PHONE.width);
	app.expectNoPageErrors();
});

test("signing out ends the session at once", async () => {
	const cookies = await page.context().cookies();
	await page.goto("/inbox");
	await page.getByRole("button", { name: "Sign Out" }).click();
	await page.waitForURL((url) => url.pathname === "/");
	const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
	const response = await fetch(app.server.url + emailsContract.listEmails.path, { headers: { cookie } });
	expect(response.status).toBe(401);
	await page.goto("/inbox");
	await page.waitForURL(/\/auth\?redirect=/);
});
