import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type Senders, startSenders } from "#tools/unsubscriber/server/testing/senders.ts";
import { dkimRecord, signed } from "#tools/unsubscriber/server/testing/signed.ts";
import { expectAccessible } from "./accessible.ts";
import {
	type CleaningFixture,
	type CleaningMailbox,
	type Kind,
	kinds,
	startCleaningFixture,
} from "./cleaning-fixture.ts";
import { listFields, type MadeMessage, makeMessage, usualMessages } from "./cleaning-messages.ts";

/** Unsubscribing in every kind of mailbox, with one list on a real https server. */

let fixture: CleaningFixture;
let senders: Senders;
let dns: TestDns;

/** The journeys, in mailboxes of these kinds on one server. */
export function unsubscriberJourney(wanted: readonly Kind[]): void {
	const here = wanted.filter((kind) => kinds.includes(kind));
	beforeAll(() => start(here));
	afterAll(stop);
	describe.each(here)("in the %s mailbox", journeyOf);
}

async function start(here: readonly Kind[]): Promise<void> {
	senders = await startSenders(["shop.test"]);
	dns = await startDns({
		"s1._domainkey.shop.test": { TXT: dkimRecord },
		"shop.test": { A: "127.0.0.1" },
		localhost: { A: "127.0.0.1" },
	});
	const messages = [
		...usualMessages(),
		...(await Promise.all([1, 8, 15].map(shopMessage))),
		...(await Promise.all([2, 9, 16].map(pressMessage))),
		...(await Promise.all([1, 2, 3].map(slowMessage))),
	];
	fixture = await startCleaningFixture({ kinds: here, messages, env: { DNS_SERVERS: dns.server } });
}

async function stop(): Promise<void> {
	await fixture?.close();
	await senders?.close();
	await dns?.close();
}

/** Of a list that takes one-click requests (RFC 8058), signed as it has to be. */
async function oneClickMessage(from: string, listId: string, path: string, daysAgo: number): Promise<MadeMessage> {
	const message = makeMessage(
		{
			from,
			subject: `What is new, ${daysAgo}`,
			daysAgo,
			fields: [
				`List-Id: ${listId}`,
				`List-Unsubscribe: <${senders.url(path)}>`,
				"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
			],
		},
		{ category: "PROMOTIONS" },
	);
	return { ...message, raw: await signed(message.raw, "shop.test") };
}

const shopMessage = (daysAgo: number) =>
	oneClickMessage("Shop <hello@shop.test>", "Shop news <news.shop.test>", "/yes?reader=7", daysAgo);
const pressMessage = (daysAgo: number) =>
	oneClickMessage("Press <press@shop.test>", "Press news <press.shop.test>", "/yes?reader=8", daysAgo);
/** Of three lists with a slow server. */
const slowMessage = (n: number) =>
	oneClickMessage(`Slow ${n} <slow${n}@shop.test>`, `Slow ${n} <slow${n}.shop.test>`, "/pending", n);

const rows = (page: Page): Locator => page.getByRole("list", { name: "Subscription Emails" }).getByRole("listitem");
const rowOf = (page: Page, name: string): Locator =>
	rows(page).filter({ has: page.getByRole("button", { name, exact: true }) });
const toastOf = (page: Page, title: string): Locator =>
	page.locator("[data-sonner-toast]").filter({ hasText: title }).last();
const undo = (page: Page, title: string) => toastOf(page, title).getByRole("button", { name: "Undo" }).click();

/** Senders used by the tests: the demo mailbox has its own. */
const listsOf = (kind: Kind) =>
	kind === "demo"
		? {
				...{ page: "Harbour & Home", host: "harbourandhome.example", other: "Deal Harvest" },
				...{ oneClick: "Field Notes Weekly", answer: "200 You are unsubscribed", many: "Deal Harvest" },
			}
		: {
				...{ page: "Rookery", host: "rookery-social.example", other: "Fern & Oak" },
				...{ oneClick: "Shop news", answer: "200 You are off the list.", many: "Press news" },
			};

/** Actions of a row show while the pointer is over it. */
async function act(row: Locator, name: string): Promise<void> {
	await row.hover();
	await row.getByRole("button", { name }).click();
}

async function openScanned(mailbox: CleaningMailbox): Promise<Page> {
	const page = await mailbox.open();
	await page.goto("/tool/unsubscriber");
	await page.getByRole("button", { name: "Scan for Subscriptions" }).click();
	await page.getByRole("button", { name: "Scan for Subscriptions" }).waitFor();
	await page.getByRole("heading", { name: "Subscription Emails" }).waitFor();
	await rows(page).first().waitFor();
	return page;
}

function journeyOf(kind: Kind): void {
	const names = listsOf(kind);
	const sends = kind === "imap" || kind === "gmail" || kind === "outlook";

	test("a list is marked as not required, another one is unsubscribed and deleted, and everything is restored", async () => {
		const mailbox = fixture.mailbox(kind);
		const page = await openScanned(mailbox);
		const before = await mailbox.state();

		const other = rowOf(page, names.other);
		const review = other.getByRole("link", { name: `Review ${names.other}` });
		expect(await review.getAttribute("target")).toBe("_blank");
		expect(await review.getAttribute("href")).toMatch(
			kind === "gmail" ? /^https:\/\/mail\.google\.com\/.*#all\/[0-9a-f]+$/ : /^\/inbox\/[0-9a-f-]{36}$/,
		);
		await other.getByText("HAS UNSUBSCRIBE").waitFor();
		await act(other, `Mark Not Required: ${names.other}`);
		const marked = toastOf(page, "Marked as Not Required");
		await marked.waitFor();
		expect(await marked.textContent()).toContain("Email removed from unsubscribe list.");
		await other.waitFor({ state: "detached" });
		await undo(page, "Marked as Not Required");
		await other.waitFor();

		// Wherever it is sorted with less mail.
		await page.getByRole("textbox", { name: "Find a subscription" }).fill(names.page);
		const row = rowOf(page, names.page);
		const dialog = page.getByRole("dialog");
		/** Opens the preview without one email, which is important for the user. @returns how many are left in it */
		const previewAllButOne = async (): Promise<number> => {
			await act(row, `Unsubscribe + Delete: ${names.page}`);
			await dialog.getByText(/Only these emails will be changed/).waitFor();
			const verb = (await dialog.getByRole("button", { name: /^Unsubscribe \+ Delete/ }).textContent()) ?? "";
			const count = Number(/\d+/.exec(verb)?.[0]);
			expect(count).toBeGreaterThan(5);
			await dialog.getByText("On a web page that you open yourself").waitFor();
			await dialog.getByRole("row").nth(1).getByRole("checkbox").click();
			return count - 1;
		};
		let count = await previewAllButOne();
		await dialog.getByRole("button", { name: `Unsubscribe + Delete ${count} emails` }).click();
		// Its page has to be opened by the user: that is the next step, and until then its emails stay.
		await dialog.getByText("needs action").waitFor();
		expect(await toastOf(page, "needs action").textContent()).toContain("Its emails were not deleted.");
		await page.keyboard.press("Escape");
		await row.getByText("Needs action").waitFor();
		expect(await mailbox.state()).toEqual(before);

		// Only the explicit choice deletes them all the same, and the list stays.
		count = await previewAllButOne();
		await dialog.getByRole("checkbox", { name: "Delete its emails even if unsubscribing doesn't succeed" }).click();
		await dialog.getByRole("button", { name: `Unsubscribe + Delete ${count} emails` }).click();
		const deleted = toastOf(page, "Emails deleted");
		await deleted.waitFor();
		expect(await deleted.textContent()).toMatch(
			new RegExp(`Successfully deleted ${count} emails\\. Forecast .+B, moved .+B\\.`),
		);
		await dialog.getByText("needs action").waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => row.getByText("Needs action").count()).toBe(1);

		const after = await mailbox.state();
		const moved = Object.keys(before.stored).filter(
			(name) => JSON.stringify(before.stored[name]) !== JSON.stringify(after.stored[name]),
		);
		expect(moved).toHaveLength(count);
		if (before.atProvider !== null) expect(after.atProvider).not.toEqual(before.atProvider);
		await undo(page, "Emails deleted");
		await toastOf(page, "Brought back ").waitFor();
		expect(await mailbox.state()).toEqual(before);

		// The attempts stay in the log.
		await page.getByRole("tab", { name: "Log" }).click();
		const entry = page.getByRole("row").filter({ hasText: names.page }).first();
		await entry.getByText("Needs action").waitFor();
		expect(await entry.textContent()).toContain(`https://${names.host}/`);
		fixture.app.expectNoPageErrors();
		await page.context().close();
	});

	test("many are unsubscribed and deleted at once: only mail of unsubscribed lists is deleted, the other lists are shown", async () => {
		const mailbox = fixture.mailbox(kind);
		const page = await openScanned(mailbox);
		const before = await mailbox.state();
		const search = page.getByRole("textbox", { name: "Find a subscription" });
		let unsubscribedCount = 0;
		for (const name of [names.page, names.many]) {
			await search.fill(name);
			await rowOf(page, name).getByRole("checkbox").click();
			unsubscribedCount = Number(
				await rowOf(page, name).getByTitle("Show in inbox", { exact: true }).first().textContent(),
			);
		}
		await search.fill("");
		await page.getByRole("button", { name: "Unsubscribe + Delete (2)" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("One of them needs a step from you").waitFor();
		await dialog.getByText("Lists that need another step keep their emails.").waitFor();
		await dialog.getByRole("button", { name: /^Unsubscribe \+ Delete \d+ emails$/ }).click();
		const summary = page.getByRole("dialog", { name: /^Unsubscribed from/ });
		await summary.waitFor();
		const said = (await summary.textContent()) ?? "";
		const attempts = await fixture.app.server.ctx.database.query(
			`select a.list_name, a.method, a.state, a.reason, b.total, b.done, b.outcomes
			from unsubscribe_attempts a left join work_batches b on b.id = a.batch_id where a.account_id = $1 order by a.position`,
			[mailbox.accountId],
		);
		expect(said, JSON.stringify(attempts)).toContain("Unsubscribed from 1 of 2 lists");
		expect(said).toContain(`${unsubscribedCount} emails moved to the trash.`);
		const steps = summary.getByRole("list", { name: "Lists that need one more step" }).getByRole("listitem");
		expect(await steps.count()).toBe(1);
		await steps.getByRole("link", { name: `Open page: ${names.page}` }).waitFor();
		const { stored } = await mailbox.state();
		const moved = Object.keys(before.stored).filter(
			(name) => JSON.stringify(before.stored[name]) !== JSON.stringify(stored[name]),
		);
		expect(moved).toHaveLength(unsubscribedCount);
		await summary.getByRole("button", { name: "Undo" }).click();
		await summary.getByText(`${unsubscribedCount} emails moved back from the trash.`).waitFor();
		expect(await mailbox.state()).toEqual(before);
		await summary.getByRole("button", { name: "Finish later" }).click();
		await rowOf(page, names.many).waitFor({ state: "detached" });
		await rowOf(page, names.page).getByText("Needs action").waitFor();
		fixture.app.expectNoPageErrors();
		await page.context().close();
	});

	test("a page is opened by the user, who then confirms that it is done", async () => {
		const mailbox = fixture.mailbox(kind);
		const page = await openScanned(mailbox);
		const before = await mailbox.state();
		const row = rowOf(page, names.page);
		await act(row, `Continue with ${names.page}`);
		const dialog = page.getByRole("dialog");
		const link = dialog.getByRole("link", { name: "Open page" });
		expect(await link.getAttribute("href")).toContain(`https://${names.host}/`);
		expect(await link.getAttribute("rel")).toContain("noreferrer");
		await page.context().route(`https://${names.host}/**`, (route) => route.fulfill({ body: "Leave here" }));
		const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
		await opened.getByText("Leave here").waitFor();
		await opened.close();
		await dialog.getByRole("button", { name: "Done" }).click();
		await toastOf(page, "Saved").waitFor();
		await row.waitFor({ state: "detached" });
		await page.getByRole("combobox", { name: "Filter subscriptions" }).click();
		await page.getByRole("option", { name: /^Unsubscribed/ }).click();
		await rowOf(page, names.page).getByText("Requested").waitFor();
		await expectAccessible(page);
		expect(await mailbox.state()).toEqual(before);
		fixture.app.expectNoPageErrors();
		await page.context().close();
	});

	test("one click unsubscribes, and only then its mail goes, which Undo restores", async () => {
		const mailbox = fixture.mailbox(kind);
		const page = await openScanned(mailbox);
		const before = await mailbox.state();
		senders.requests.length = 0;
		await page.getByRole("textbox", { name: "Find a subscription" }).fill(names.oneClick);
		const row = rowOf(page, names.oneClick);
		await row.getByText("One click").waitFor();
		await act(row, `Unsubscribe + Delete: ${names.oneClick}`);
		const dialog = page.getByRole("dialog");
		await dialog.getByText("By one click").waitFor();
		await dialog.getByRole("button", { name: /^Unsubscribe \+ Delete \d+ emails$/ }).click();
		await toastOf(page, `Unsubscribed from ${names.oneClick}`).waitFor();
		const requests = senders.requests.map(({ method, at, body }) => ({ method, at, body }));
		const request = { method: "POST", at: "shop.test/yes?reader=7", body: "List-Unsubscribe=One-Click" };
		// The demo answers for its own senders.
		expect(requests).toEqual(kind === "demo" ? [] : [request]);
		expect(senders.requests[0]?.headers.cookie).toBeUndefined();
		await row.waitFor({ state: "detached" });
		await undo(page, "Emails deleted");
		await toastOf(page, "Brought back ").waitFor();
		expect(await mailbox.state()).toEqual(before);
		await page.getByRole("tab", { name: "Log" }).click();
		const entry = page.getByRole("row").filter({ hasText: names.oneClick });
		await entry.getByText("Confirmed").waitFor();
		expect(await entry.textContent()).toContain(names.answer);
		await expectAccessible(page);
		fixture.app.expectNoPageErrors();
		await page.context().close();
	});

	if (sends)
		test("a list that requires an email gets it from the user's own address", async () => {
			const mailbox = fixture.mailbox(kind);
			const page = await openScanned(mailbox);
			const before = Object.keys((await mailbox.state()).stored);
			const row = rowOf(page, "Fern & Oak");
			// It announces one-click requests too, but no signature covers their URL.
			await row.getByText("By email").waitFor();
			expect(await row.getByText("One click").count()).toBe(0);
			await act(row, "Unsubscribe from Fern & Oak");
			const toast = toastOf(page, "Unsubscribe requested from Fern & Oak");
			await toast.waitFor();
			expect(await toast.textContent()).toContain("The unsubscribe email was sent.");
			await mailbox.sync();
			await page.getByRole("tab", { name: "Log" }).click();
			const entry = page.getByRole("row").filter({ hasText: "Fern & Oak" });
			await entry.getByText("Requested").waitFor();
			expect(await entry.textContent()).toContain("leave@fernoak.example");
			const added = Object.entries((await mailbox.state()).stored).filter(([name]) => !before.includes(name));
			expect(added).toHaveLength(1);
			expect(added[0]?.[1]).toMatchObject({ folder_role: "sent" });
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});

	if (kind === "imap")
		test("a list that keeps sending after two days is pointed out, and can be blocked", async () => {
			const mailbox = fixture.mailbox(kind);
			const { database } = fixture.app.server.ctx;
			// It was unsubscribed above; pretend that was three days ago.
			await database.exec(
				"update unsubscribe_attempts set requested_at = requested_at - interval '3 days' where list_name = 'Fern & Oak' and account_id = $1",
				[mailbox.accountId],
			);
			await mailbox.deliver(
				makeMessage({
					from: "Fern & Oak <offers@fernoak.example>",
					subject: "We miss you already",
					daysAgo: 0,
					fields: listFields("offers.fernoak.example", "fernoak.example"),
				}),
			);
			await mailbox.sync();
			const page = await openScanned(mailbox);
			const row = rowOf(page, "Fern & Oak");
			await row.getByText("Still sending").waitFor();
			await expectAccessible(page);
			await row.hover();
			await row.getByRole("link", { name: "Block Fern & Oak" }).click();
			await page.waitForURL("**/tool/block-filter?**");
			expect(await page.getByLabel("Rule Value").inputValue()).toBe("offers@fernoak.example");
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});

	if (kind === "mbox")
		test("unsubscribing from many runs one by one, and can be stopped", async () => {
			const page = await openScanned(fixture.mailbox(kind));
			await page.getByRole("textbox", { name: "Find a subscription" }).fill("slow");
			await expect.poll(() => rows(page).count()).toBe(3);
			await page.getByRole("button", { name: "Select All" }).click();
			await page.getByRole("button", { name: "Unsubscribe (3)" }).click();
			const question = page.getByRole("dialog");
			await question.getByText("3 by one click").waitFor();
			await question.getByRole("button", { name: "Unsubscribe (3)" }).click();
			const progress = page.getByRole("progressbar", { name: /nsubscrib/ });
			await progress.waitFor();
			await expect.poll(() => rows(page).locator("[aria-busy=true]").count()).toBe(3);
			expect(await page.getByRole("button", { name: "Unsubscribe from Slow 1" }).isDisabled()).toBe(true);
			await expectAccessible(page);
			await page.getByRole("main").getByRole("button", { name: "Cancel" }).click();
			senders.release();
			const summary = page.getByRole("dialog", { name: "Unsubscribing stopped" });
			await summary.getByRole("button", { name: "Done" }).click();
			await progress.waitFor({ state: "detached" });
			expect(senders.requests.filter(({ at }) => at.endsWith("/pending"))).toHaveLength(1);
			await rowOf(page, "Slow 3").getByRole("button", { name: "Unsubscribe from Slow 3" }).waitFor();
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});
}
