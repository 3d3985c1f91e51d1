import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import type { TestUser } from "#test/server.ts";
import { expectAccessible } from "./accessible.ts";
import { PHONE, WIDE } from "./browser.ts";
import { type CleaningFixture, type CleaningMailbox, startCleaningFixture } from "./cleaning-fixture.ts";
import { makeMessage, usualMessages } from "./cleaning-messages.ts";

const SENDER = "Daily News <daily@news.example>";
const messages = [
	...usualMessages(),
	...Array.from({ length: 8 }, (_, n) => makeMessage({ from: SENDER, subject: `Issue ${n}`, daysAgo: 2 + n })),
	makeMessage({
		from: "Film Club <film@club.example>",
		subject: "The whole film",
		daysAgo: 40,
		attachmentBytes: 4_500_000,
	}),
];

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ kinds: ["mbox", "demo"], messages });
});
afterAll(() => fixture?.close());

async function opened(mailbox: CleaningMailbox, shown?: Parameters<CleaningMailbox["open"]>[0]): Promise<Page> {
	const page = await mailbox.open(shown);
	await page.goto("/tool/smart-archive");
	return page;
}
async function analyze(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Analyze Storage Usage" }).click();
	await page.getByText("Storage Analysis Complete").waitFor({ timeout: 60_000 });
	await page.getByRole("heading", { name: "Storage Overview" }).waitFor();
}

/** A page of a new user, signed in. */
async function signUpUser(email: string): Promise<{ page: Page; user: TestUser }> {
	const page = await fixture.app.open({ origin: fixture.origin });
	const user = await fixture.app.server.signUp(email);
	await page.context().addCookies(
		user.cookie.split("; ").map((part) => {
			const [name = "", ...value] = part.split("=");
			return { name, value: value.join("="), url: fixture.origin };
		}),
	);
	return { page, user };
}

test("a user without a mailbox is sent to connect one", async () => {
	const { page } = await signUpUser("nobody@cleaning.example");
	await page.goto("/tool/smart-archive");
	await page.getByRole("heading", { name: "Smart Archive Utility" }).waitFor();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Go to Mailstead" }).click();
	await page.getByRole("heading", { name: "Mail Hub" }).waitFor();
	fixture.app.expectNoPageErrors();
});

test("the hub links to it", async () => {
	const page = await fixture.mailbox("demo").open();
	await page.goto("/mailstead");
	await page.getByRole("button", { name: "Launch Inbox Cleanup" }).click();
	await page.getByRole("heading", { name: "Smart Archive Utility" }).waitFor();
	await expectAccessible(page);
	await analyze(page);
	await page.getByText("115 MB Total Quota").waitFor();
	await page.getByText("Both numbers are reported by the mailbox's provider").waitFor();
	fixture.app.expectNoPageErrors();
});

test.each([
	["a screen", WIDE],
	["a phone", PHONE],
])("every part is accessible on %s", async (_, viewport) => {
	const page = await opened(fixture.mailbox("demo"), { viewport });
	for (const part of ["Space", "Duplicates", "Sweep rules", "Backups", "Cleanup"]) {
		await page.getByRole("tab", { name: part, exact: true }).click();
		await page.getByRole("tabpanel").getByRole("heading", { level: 2 }).first().waitFor();
		if (part === "Space")
			await page.getByRole("list", { name: "Space by sender" }).getByRole("button").first().waitFor();
		if (part === "Duplicates") {
			await page.getByRole("tab", { name: "Near" }).click();
			await page.getByText("Kept").first().waitFor();
		}
		await expectAccessible(page);
		const width = await page.evaluate(() => document.documentElement.scrollWidth);
		expect(width, part).toBeLessThanOrEqual(viewport.width);
	}
	fixture.app.expectNoPageErrors();
});

test("the map is navigated with the keyboard, and links to the mail behind a cell", async () => {
	const mailbox = fixture.mailbox("mbox");
	const page = await opened(mailbox);
	await analyze(page);
	await page.getByRole("tab", { name: "Space" }).click();
	const cells = page.getByRole("list", { name: "Space by sender" }).getByRole("button");
	await cells.first().focus();
	await page.keyboard.press("Enter");
	expect(await cells.first().getAttribute("aria-pressed")).toBe("true");
	expect(await cells.first().textContent()).toMatch(/^Film Club .* MB 1 email, from \w+ \d{4} on average, Primary$/);
	await page.getByRole("table", { name: "Space by sender" }).getByRole("cell", { name: "Film Club" }).waitFor();
	await page.getByRole("tab", { name: "Type" }).click();
	await page
		.getByRole("list", { name: "Space by type" })
		.getByRole("button", { name: /^Documents/ })
		.waitFor();
	await page.getByRole("tab", { name: "Sender", exact: true }).click();
	await cells.first().click();
	await page.getByRole("link", { name: "Show in Inbox" }).click();
	await page.getByText("The whole film").first().waitFor();
	fixture.app.expectNoPageErrors();
});

test("a sweep rule previews its mail, sweeps it, and can be undone", async () => {
	const mailbox = fixture.mailbox("mbox");
	const before = await mailbox.state();
	const page = await opened(mailbox);
	await page.getByRole("tab", { name: "Sweep rules" }).click();
	await page.getByRole("button", { name: "Create sweep rule" }).click();
	const form = page.getByRole("dialog");
	await form.getByLabel("Sender address").fill("nothing");
	await form.getByRole("button", { name: "Preview" }).click();
	await form.getByText("An address such as news@example.org.").waitFor();
	await form.getByLabel("Sender address").fill("daily@news.example");
	await form.getByLabel("Newest emails to keep").fill("3");
	await expectAccessible(page);
	await form.getByRole("button", { name: "Preview" }).click();
	const preview = page.getByRole("dialog", { name: "Sweep rule for daily@news.example" });
	await preview.getByText("The newest 3 emails stay; the rest move to the trash.").waitFor();
	await expectAccessible(page);
	await preview.getByRole("button", { name: "Save and sweep 5 emails" }).click();
	await page.getByText("Sweep rule saved").waitFor();
	await page.getByText("5 emails swept").waitFor();
	expect(await mailbox.state()).not.toEqual(before);
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText(/^Brought back 5 emails in /).waitFor();
	expect(await mailbox.state()).toEqual(before);
	await page.getByRole("switch", { name: "Sweep rule for Daily News" }).click();
	await page.getByText("off", { exact: false }).first().waitFor();
	await page.getByRole("button", { name: "Delete the rule for Daily News" }).click();
	await page.getByRole("button", { name: "Delete rule" }).click();
	await page.getByText("No sweep rules yet").waitFor();
	fixture.app.expectNoPageErrors();
});

test("reports when everything is in order", async () => {
	const { page, user } = await signUpUser("cleanup@cleaning.example");
	const { raw } = makeMessage({ from: "Cara <cara@example.org>", subject: "Tea on Sunday?", daysAgo: 3 });
	const bytes = new TextEncoder().encode(
		`From cara@example.org Mon Jan  5 10:00:00 2026\n${raw.replaceAll("\r\n", "\n")}\n`,
	);
	await user.client(accountsContract).importMbox({ query: { filename: "cleanup.mbox" } }, { bytes });
	await fixture.app.server.ctx.jobs.drain();
	await page.goto("/tool/smart-archive");
	await analyze(page);
	await page.getByText("Excellent! Your email storage is well optimized.").waitFor();
	await page.getByText("No cleanup actions needed at this time.").waitFor();
	await page.getByText("Your provider reports no quota", { exact: false }).waitFor();
	await expectAccessible(page);
	fixture.app.expectNoPageErrors();
});
