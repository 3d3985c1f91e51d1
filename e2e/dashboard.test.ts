import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailsContract } from "#shared/contracts/emails.ts";
import { signInAt, type TestUser } from "#test/server.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, completeSignUp, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";
import { mboxOf } from "./cleaning-fixture.ts";
import { listFields, makeMessage, usualMessages } from "./cleaning-messages.ts";
import { demoEmail, demoInstall } from "./demo-install.ts";

let app: App;
let user: TestUser;
beforeAll(async () => {
	app = await startApp({}, { copyOf: await demoInstall() });
	user = await signInAt(app.server.url, demoEmail);
});
afterAll(() => app?.close());

async function openDashboard(options: Parameters<App["open"]>[0] = {}): Promise<Page> {
	const page = await app.open(options);
	await addSession(page, user, app.server.url);
	await page.goto("/dashboard");
	await page.getByRole("figure", { name: "Mail by day and hour" }).waitFor();
	return page;
}

/** The number of emails that the inbox lists for a search in the address. */
async function listed(page: Page): Promise<number> {
	await page.waitForURL(/\/inbox\?q=/);
	const q = new URL(page.url()).searchParams.get("q") ?? "";
	await page.getByRole("row").first().waitFor();
	return (await user.client(emailsContract).listEmails({ query: { q, limit: 1 } })).total;
}

const numberIn = (text: string | null) => Number(text?.match(/\d[\d,]*/)?.[0].replaceAll(",", ""));

/** The sum of the values that a chart says at the chosen point. */
async function spokenSum(chart: Locator): Promise<number> {
	const spoken = (await chart.getAttribute("aria-valuetext")) ?? "";
	return [...spoken.replace(/^.*?: /, "").matchAll(/\d+/g)].reduce((all, [count]) => all + Number(count), 0);
}

// The numbers and bars of all charts: figures.test.ts.
test("numbers, and a point that the keyboard chooses, open the emails they count", async () => {
	const page = await openDashboard();
	await expectAccessible(page);
	for (const name of [
		/^[\d,]+ emails$/,
		/ unread in all folders$/,
		/ promotional in all folders$/,
		/^Promotional: /,
		/^[\d,]+ old promotions$/,
	]) {
		const link = page.getByRole("main").getByRole("link", { name }).first();
		const count = numberIn((await link.getAttribute("aria-label")) ?? (await link.textContent()));
		await link.click();
		expect([name, await listed(page)]).toEqual([name, count]);
		await page.goBack();
	}
	const chart = page.getByRole("slider", { name: "Mail per week, values" });
	await chart.press("End");
	const sum = await spokenSum(chart);
	await chart.press("Enter");
	expect(await listed(page)).toBe(sum);
	app.expectNoPageErrors();
});

test("a full scan shows its progress, a plan cleans up, and both are in the latest activity", async () => {
	const page = await openDashboard();
	const main = page.getByRole("main");
	await main.getByRole("button", { name: "How it's scored" }).click();
	await expectAccessible(page);
	await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
	await main.getByRole("button", { name: "Full Scan" }).first().click();
	await page.getByText("Scan Complete").first().waitFor({ timeout: 60_000 });
	await main.getByText(/^Full scan of /).waitFor();
	const started = main.getByRole("region", { name: "Getting started" });
	await started.getByText("3 of 4 done").waitFor();
	const cleanup = main.getByRole("region", { name: "Your first cleanup" });
	await cleanup.getByRole("button", { name: /^Review \d+ old promotions/ }).click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Archive \d+ emails$/ })
		.click();
	// The last step ticks itself off, and the list goes.
	await started.waitFor({ state: "detached", timeout: 60_000 });
	await cleanup.getByText(/^Archived \d+ emails$/).waitFor();
	await cleanup.getByRole("button", { name: /^Mark \d+ emails as read$/ }).click();
	await cleanup.getByText(/^Marked \d+ emails as read$/).waitFor({ timeout: 60_000 });
	await cleanup.getByRole("button", { name: "Skip" }).click();
	await main.getByRole("region", { name: "Ready to clean up" }).waitFor();
	const undo = main.getByRole("button", { name: /^Undo: Archived \d+ emails$/ });
	await undo.click();
	await main.getByText(/^Undone: archived \d+ emails$/).waitFor({ timeout: 60_000 });
	await main.getByRole("button", { name: "Review" }).waitFor();
	app.expectNoPageErrors();
});

test("fits a phone, in the dark, and is accessible", async () => {
	const page = await openDashboard({ viewport: PHONE, dark: true, touch: true });
	await expectAccessible(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
	// A tap on the newest week opens its emails.
	const chart = page.getByRole("slider", { name: "Mail per week, values" });
	await chart.press("End");
	const sum = await spokenSum(chart);
	await chart.blur();
	const area = await chart.boundingBox();
	if (area === null) throw new Error("The chart is not visible");
	await page.touchscreen.tap(area.x + area.width - 1, area.y + area.height / 2);
	expect(await listed(page)).toBe(sum);
	app.expectNoPageErrors();
});

/** Counts the clicks of a user on a page. */
async function countClicks(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const count = (event: Event) => {
			if (event.isTrusted) sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks")) + 1));
		};
		addEventListener("click", count, { capture: true });
	});
}

/** From the landing page to the first cleanup, in six clicks. @param connect to mail, on the empty dashboard */
async function cleanUpAs(page: Page, email: string, connect: (main: Locator) => Promise<void>): Promise<void> {
	await countClicks(page);
	await page.goto("/");
	await page.getByRole("link", { name: "Sign Up" }).first().click();
	await completeSignUp(page, email);
	await page.getByText("0 of 4 done").waitFor();
	await expectAccessible(page);
	await connect(page.getByRole("main"));
	const cleanup = page.getByRole("region", { name: "Your first cleanup" });
	await cleanup
		.getByRole("button", { name: /^Archive \d+ emails$/ })
		.first()
		.click({ timeout: 100_000 });
	await cleanup.getByText(/^Archived \d+ emails$/).waitFor({ timeout: 60_000 });
	const clicks = await page.evaluate(() => Number(sessionStorage.getItem("clicks")));
	expect(clicks).toBeLessThanOrEqual(6);
	await expectAccessible(page);
	await page.getByRole("figure", { name: /^Mail per/ }).waitFor();
	app.expectNoPageErrors();
}

test("a new user is led from signing up to a filled dashboard", async () => {
	const page = await app.open();
	await cleanUpAs(page, "start@dashboard.example", (main) =>
		main.getByRole("button", { name: "Try the demo mailbox" }).click(),
	);
});

test("a new user cleans up a mail file", async () => {
	const offers = Array.from({ length: 134 }, (_, index) =>
		makeMessage({
			from: `Lark & Field <offers@larkfield${index % 4}.example>`,
			subject: `Save ${index % 60} % this week, offer ${index}`,
			daysAgo: 5 + index * 3,
			fields: listFields(`offers.larkfield${index % 4}.example`, `larkfield${index % 4}.example`),
			text: "Our sale of the season: save today with code LARK. Shop now. Unsubscribe at any time.",
		}),
	);
	const messages = [...usualMessages(), ...offers];
	expect(messages).toHaveLength(200);
	const page = await app.open();
	await cleanUpAs(page, "file@dashboard.example", async (main) => {
		await main.getByRole("button", { name: "Upload a mail file" }).click();
		const dialog = page.getByRole("dialog", { name: "Upload a mail file" });
		await dialog.getByText("Drop a mail file").first().waitFor();
		await expectAccessible(page);
		const chooser = page.waitForEvent("filechooser");
		await dialog.getByRole("button", { name: "Choose files" }).click();
		await (await chooser).setFiles({
			name: "takeout.mbox",
			mimeType: "application/mbox",
			buffer: Buffer.from(mboxOf(messages)),
		});
		await dialog.waitFor({ state: "detached" });
	});
});
