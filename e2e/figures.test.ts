import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hubPath } from "#shared/brand.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type CleaningFixture, kinds, startCleaningFixture } from "./cleaning-fixture.ts";
import { type MadeMessage, makeMessage, usualMessages } from "./cleaning-messages.ts";
import { expectChartCounted, expectCounted, expectOpens, type Listing, linksIn, listingOf } from "./figure-links.ts";

/** Counts of mail that are links open as many emails; `test/figures` compares all counts with their lists. */

const here = kinds.filter((kind) => kind !== "gmail" && kind !== "outlook");
/** Links per screen that are pressed. */
const PRESSED = 2;

/** Mail that the user answered, so that there are response times. */
function answered(): MadeMessage[] {
	return [6, 9, 20].flatMap((daysAgo, index) => {
		const mira = "Mira Holt <mira@orchard.example>";
		const messageId = `question-${index}@orchard.example`;
		return [
			makeMessage({ from: mira, subject: `The garden (${index})`, daysAgo, messageId }, { category: "PERSONAL" }),
			makeMessage(
				{
					...{ from: "Ann Example <ann@example.org>", to: mira, subject: `Re: The garden (${index})` },
					...{ daysAgo: daysAgo - index, fields: [`In-Reply-To: <${messageId}>`] },
				},
				{ folder: "sent", isRead: true },
			),
		];
	});
}

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: here, messages: [...usualMessages(), ...answered()] });
});
afterAll(() => fixture?.close());

describe.each(here)("in the %s mailbox, each count of emails lists as many", (kind) => {
	let page: Page;
	let listing: Listing;
	beforeAll(async () => {
		const mailbox = fixture.mailbox(kind);
		page = await mailbox.open({ isShared: true });
		listing = listingOf(mailbox.user);
	});
	afterAll(async () => {
		await page?.context().close();
	});

	/** All of them by the API that the inbox asks; the first ones are pressed as well. */
	async function check(role: "main" | "region" = "main", pressed = PRESSED): Promise<void> {
		const links = await linksIn(page, role);
		await expectCounted(links, listing);
		for (const { href, count } of links.filter((one) => one.count > 0).slice(0, pressed))
			await expectOpens(page, count, () => page.getByRole(role).locator(`a[href="${href}"]`).first().click());
		fixture.app.expectNoPageErrors();
	}

	/** Opens a page, unless the one before has returned to it. */
	async function show(path: string): Promise<void> {
		if (new URL(page.url()).pathname !== path) await page.goto(path);
	}

	test("unsubscriber", async () => {
		await page.goto("/tool/unsubscriber?range=all");
		await page.getByRole("button", { name: "Scan for Subscriptions" }).click();
		await page.getByRole("heading", { name: "Subscription Emails" }).waitFor({ timeout: 60_000 });
		await expectCounted(await linksIn(page), listing);
	});

	test("unsubscriber, details", async () => {
		const chart = page.getByRole("figure", { name: /^Emails per / });
		const openDetails = async () => {
			await page.getByRole("list", { name: "Subscription Emails" }).locator("[data-row]").first().click();
			await chart.waitFor();
		};
		await show("/tool/unsubscriber");
		await openDetails();
		await check("region", 1);
		await expectChartCounted(page, /^Emails per /, listing, openDetails);
		fixture.app.expectNoPageErrors();
	});

	test("categorizer", async () => {
		await page.goto("/tool/categorizer?range=all&view=senders");
		await check();
	});

	test("smart archive", async () => {
		await page.goto("/tool/smart-archive");
		await page.getByRole("button", { name: "Analyze Storage Usage" }).click();
		await page.getByRole("heading", { name: "Smart Cleanup Actions" }).waitFor({ timeout: 100_000 });
		await check();
		await page.getByRole("tab", { name: "Space" }).click();
		await page.getByRole("tabpanel", { name: "Space" }).waitFor();
		await expectCounted(await linksIn(page), listing);
	});

	test("dashboard", async () => {
		await page.goto("/dashboard");
		await page.getByRole("figure", { name: "Mail by day and hour" }).waitFor();
		await check();
	});

	test.each([/^Mail per /, "Storage by type and year", "Top senders", "Mail by day and hour"])(
		"dashboard, %s",
		async (title) => {
			await expectChartCounted(page, title, listing, () => show("/dashboard"));
			fixture.app.expectNoPageErrors();
		},
	);

	test("activity score", async () => {
		await page.goto("/tool/activity-score");
		await page.getByText(/^.* · Analyzed /).waitFor({ timeout: 60_000 });
		await check();
	});

	test.each(["Received by weekday and hour", "Sent by weekday and hour", "Busiest contacts", "Response times"])(
		"activity score, %s",
		async (title) => {
			await expectChartCounted(page, title, listing, async () => {
				await show("/tool/activity-score");
				if (!title.startsWith("Sent")) return;
				await page.getByRole("combobox", { name: "Which emails" }).click();
				await page.getByRole("option", { name: "Sent" }).click();
			});
			fixture.app.expectNoPageErrors();
		},
	);

	test("hub and inbox", async () => {
		await page.goto(hubPath);
		await check();
		await page.goto("/inbox");
		await check();
	});

	test("folders of a filter's dry run", async () => {
		const { user, accountId } = fixture.mailbox(kind);
		const { items } = await user.client(emailsContract).listEmails({ query: { account: accountId, folder: "inbox" } });
		const value = items.find(({ senderEmail }) => senderEmail !== "")?.senderEmail ?? "";
		await page.goto(`/tool/block-filter?${new URLSearchParams({ type: "sender", value })}`);
		expect(value).not.toBe("");
		await check();
	});
});
