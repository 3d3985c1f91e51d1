import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hubPath } from "#shared/brand.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { waitForIdle } from "./app.ts";
import { numberIn } from "./categorizer-fixture.ts";
import { type CleaningFixture, type Kind, kinds, startCleaningFixture } from "./cleaning-fixture.ts";

/** Counts of mail that are links open as many emails; `test/figures` compares all counts with their lists. */

const here: readonly Kind[] = (["demo", "mbox", "imap"] as const).filter((kind) => kinds.includes(kind));
/** Links per screen that are opened. */
const OPENED = 4;

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: here });
});
afterAll(() => fixture?.close());

interface Link {
	count: number;
	href: string;
}

/** The counts that open the inbox, on the screen or in an open dialog. */
async function linksIn(page: Page, role: "main" | "region" = "main"): Promise<Link[]> {
	const links = page.getByRole(role).getByTitle("Show in inbox", { exact: true });
	await links.first().waitFor();
	await waitForIdle(page);
	const found: Link[] = [];
	for (const link of await links.all()) {
		const text = (await link.textContent()) ?? "";
		// A streak is counted in days; its link opens the emails of these days.
		if (/^\d+ days? in a row/.test(text)) continue;
		found.push({ count: numberIn(text), href: (await link.getAttribute("href")) ?? "" });
	}
	return found;
}

async function open(page: Page, links: readonly Link[]): Promise<void> {
	for (const { count, href } of links) {
		await page.goto(href);
		const total = page.getByRole("status").filter({ hasText: /: [\d,]+ emails?$/ });
		await total.waitFor();
		expect([href, numberIn(/: ([\d,]+) email/.exec((await total.textContent()) ?? "")?.[1] ?? null)]).toEqual([
			href,
			count,
		]);
	}
}

/** Opens the first number above zero in the table behind each chart, with the keyboard. */
async function openBars(page: Page, path: string, titles: readonly (string | RegExp)[]): Promise<void> {
	for (const title of titles) {
		await page.goto(path);
		const figure = page.getByRole("figure", { name: title });
		await figure.getByRole("button", { name: /^Show as table: / }).click();
		await figure.getByRole("table").waitFor();
		const cell = figure.getByRole("button", { name: /^[1-9]\d*$/ }).first();
		// A mailbox whose user never wrote to anybody has no contacts.
		if (title === "Busiest contacts" && (await cell.count()) === 0) continue;
		const count = numberIn(await cell.textContent());
		await cell.press("Enter");
		const total = page.getByRole("status").filter({ hasText: /: [\d,]+ emails?$/ });
		await total.waitFor();
		expect([title, numberIn(/: ([\d,]+) email/.exec((await total.textContent()) ?? "")?.[1] ?? null)]).toEqual([
			title,
			count,
		]);
	}
}

test.each(here)(
	"in the %s mailbox, a count of emails opens as many",
	async (kind) => {
		const page = await fixture.mailbox(kind).open();
		await page.goto("/tool/unsubscriber?range=all");
		await page.getByRole("button", { name: "Scan for Subscriptions" }).click();
		await page.getByRole("heading", { name: "Subscription Emails" }).waitFor({ timeout: 60_000 });
		const subscriptions = await linksIn(page);
		await page.getByRole("list", { name: "Subscription Emails" }).locator("[data-row]").first().click();
		const details = await linksIn(page, "region");

		await page.goto("/tool/categorizer?range=all&view=senders");
		const senders = await linksIn(page);

		await page.goto("/tool/smart-archive");
		await page.getByRole("button", { name: "Analyze Storage Usage" }).click();
		await page.getByRole("heading", { name: "Smart Cleanup Actions" }).waitFor({ timeout: 120_000 });
		const overview = await linksIn(page);
		await page.getByRole("tab", { name: "Space" }).click();
		const space = (await linksIn(page)).slice(overview.length > 2 ? 2 : 0);

		await page.goto("/dashboard");
		await page.getByRole("figure", { name: "Mail by day and hour" }).waitFor();
		const dashboard = await linksIn(page);
		await openBars(page, "/dashboard", [/^Mail per /, "Top senders", "Mail by day and hour"]);
		await page.goto("/tool/activity-score");
		await page.getByText(/^.* · Analyzed /).waitFor({ timeout: 60_000 });
		const score = await linksIn(page);
		await openBars(page, "/tool/activity-score", ["Received by weekday and hour", "Busiest contacts"]);

		await page.goto(hubPath);
		const mailbox = await linksIn(page);
		await page.goto("/inbox");
		const unread = await linksIn(page);

		// The folders of a filter's dry run.
		const { user, accountId } = fixture.mailbox(kind);
		const { items } = await user.client(emailsContract).listEmails({ query: { account: accountId, folder: "inbox" } });
		const value = items.find(({ senderEmail }) => senderEmail !== "")?.senderEmail ?? "";
		await page.goto(`/tool/block-filter?${new URLSearchParams({ type: "sender", value })}`);
		const folders = await linksIn(page);

		// All of them: these pages are about figures.
		await open(
			page,
			[...dashboard, ...score].filter(({ count }) => count > 0),
		);
		for (const links of [subscriptions, details, senders, overview, space, mailbox, unread, folders])
			await open(page, links.slice(0, OPENED));
		fixture.app.expectNoPageErrors();
		await page.context().close();
	},
	300_000,
);
