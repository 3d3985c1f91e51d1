import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueTrust } from "#server/mail/sender-trust/job.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type App, addSession, startApp } from "./app.ts";
import { waitForIdle } from "./browser.ts";
import { distrusted, fiveMessagesFile, type Kind, subjects } from "./five-messages-fixture.ts";
import { shoot } from "./screenshots.ts";

/**
 * A forged message, a phishing newsletter, a friend's look-alike, a genuine notice of a bank and a post of a mailing
 * list, followed through every tool. SHOTS names a folder for pictures.
 */

let app: App;
let page: Page;
let ids: Record<Kind, string>;
const kinds = Object.keys(subjects) as Kind[];
const genuine = kinds.filter((kind) => !distrusted.includes(kind));
const main = () => page.getByRole("main");

beforeAll(async () => {
	app = await startApp();
	const user = await app.server.signUp("robin@vale.example");
	await user.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes: fiveMessagesFile() });
	await app.server.ctx.jobs.drain(60_000);
	// As the schedule does after a first sync.
	await enqueueTrust(app.server.ctx);
	await app.server.ctx.jobs.drain(60_000);
	const { items } = await user.client(emailsContract).listEmails({ query: { q: "in:inbox", limit: 100 } });
	ids = Object.fromEntries(
		kinds.map((kind) => [kind, items.find(({ subject }) => subject === subjects[kind])?.id ?? ""]),
	) as Record<Kind, string>;
	expect(Object.values(ids)).not.toContain("");
	page = await app.open();
	await addSession(page, user, app.server.url);
});
afterAll(() => app.close());

async function open(path: string, picture: string): Promise<void> {
	await page.goto(path);
	await main().waitFor();
	await waitForIdle(page);
	await shoot(page, `five-${picture}`);
}

describe("reading", () => {
	const notice = () => page.getByRole("alert").filter({ hasText: /Be careful|is forged/ });

	test.each(distrusted)("warns of the %s", async (kind) => {
		await open(`/inbox/${ids[kind]}`, `reader-${kind}`);
		await notice().getByRole("button", { name: "Report phishing" }).waitFor();
		expect(await notice().getByText("forged").count()).toBe(kind === "forged" ? 1 : 0);
		expect(
			await main()
				.getByRole("button", { name: /^Unsubscribe/ })
				.count(),
		).toBe(0);
	});

	test.each(genuine)("says nothing of the %s", async (kind) => {
		await open(`/inbox/${ids[kind]}`, `reader-${kind}`);
		await main().getByRole("heading", { name: subjects[kind] }).first().waitFor();
		expect(await notice().count()).toBe(0);
		expect(
			await main()
				.getByText(/Invalid signature|Not confirmed by/)
				.count(),
		).toBe(0);
	});

	test("names the friend whom the look-alike imitates", async () => {
		await open(`/inbox/${ids.lookAlike}`, "reader-lookAlike");
		await notice()
			.getByText("weber-desiqn.example looks like weber-design.example, which you know, but is another domain.")
			.waitFor();
	});

	test("finds the three with is:suspicious", async () => {
		await open(`/inbox?${new URLSearchParams({ q: "is:suspicious" })}`, "search");
		const rows = main().getByRole("row");
		for (const kind of distrusted) await rows.filter({ hasText: subjects[kind] }).waitFor();
		for (const kind of genuine) expect(await rows.filter({ hasText: subjects[kind] }).count()).toBe(0);
	});
});

test("the unsubscriber blocks the newsletter and leaves the mailing list", async () => {
	await open("/tool/unsubscriber", "unsubscriber");
	await main().getByText("Looks like phishing").first().waitFor();
	expect(await main().getByRole("checkbox", { name: "Select PayPal Rewards" }).isDisabled()).toBe(true);
	expect(
		await main()
			.getByRole("checkbox", { name: /^Select .*radio/i })
			.first()
			.isDisabled(),
	).toBe(false);
});

describe("the analyzer", () => {
	const verdict = () => main().getByRole("region", { name: "Verdict" });

	test.each<[Kind, string]>([
		["forged", "Forged"],
		["newsletter", "Suspicious"],
		["lookAlike", "Suspicious"],
		["notice", "Safe"],
		["post", "No verdict"],
	])("says of the %s first: %s", async (kind, name) => {
		await open(`/tool/spam-analyzer?message=${ids[kind]}`, `analyzer-${kind}`);
		await verdict().getByText(name, { exact: true }).waitFor();
		const isBad = distrusted.includes(kind);
		expect(await verdict().getByRole("listitem").count()).toBeGreaterThanOrEqual(isBad ? 1 : 0);
		if (isBad) expect(await main().getByText("Low Risk").count()).toBe(0);
	});
});

test("the categorizer has the three in a group of their own, and in no category", async () => {
	await open("/tool/categorizer", "categorizer");
	const groups = main().getByRole("group", { name: "Categories" });
	await groups.getByRole("button", { name: /^Suspicious 3/ }).click();
	for (const kind of distrusted) await main().getByText(subjects[kind]).first().waitFor();
	for (const kind of genuine) expect(await main().getByText(subjects[kind]).count()).toBe(0);
	await waitForIdle(page);
	await shoot(page, "five-categorizer-suspicious");
	await groups.getByRole("button", { name: /^Suspicious 3/ }).click();
	await main().getByText(subjects.notice).first().waitFor();
	for (const kind of distrusted) expect(await main().getByText(subjects[kind]).count()).toBe(0);
});

test("a filter for suspicious email is made of the search for it", async () => {
	await open(`/inbox?${new URLSearchParams({ q: "is:suspicious" })}`, "search");
	await main().getByRole("button", { name: "Create a filter from this search" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("checkbox", { name: "Also apply to the 3 emails that are here" }).uncheck();
	await shoot(page, "five-filter");
	await dialog.getByRole("button", { name: "Create Filter" }).click();
	await dialog.waitFor({ state: "detached" });
	await open("/tool/block-filter", "filters");
	await main()
		.getByText(/suspicious/i)
		.first()
		.waitFor();
});

test("the composer asks whether the friend's usual address was meant", async () => {
	await page.goto("/inbox");
	await main().getByRole("row").first().waitFor();
	await page.keyboard.press("c");
	const window = page.getByRole("dialog", { name: "New message" });
	await window.getByRole("combobox", { name: "To" }).fill("anna@weber-desiqn.example");
	await page.keyboard.press(",");
	await window
		.getByText("You have never written to anna@weber-desiqn.example. You usually write to anna@weber-design.example.")
		.waitFor();
	await shoot(page, "five-composer");
	await window.getByRole("button", { name: "Use anna@weber-design.example" }).click();
	await window.getByRole("button", { name: "Remove anna@weber-design.example" }).waitFor();
	expect(await window.getByText("You have never written to").count()).toBe(0);
	await window.getByRole("button", { name: "Discard" }).click();
});

test("the tracker waits for none of the three", async () => {
	await open("/tool/follow-up-tracker", "tracker");
	for (const kind of kinds) expect(await main().getByText(subjects[kind]).count()).toBe(0);
});

test.each([
	"/dashboard",
	"/tool/activity-score",
	"/tool/smart-archive",
	"/tool/ai-personalizer",
	"/tool/bulk-validator",
])("%s asks for nothing about the three", async (path) => {
	await open(path, path.replaceAll(/\W+/g, "-").slice(1));
	for (const kind of distrusted) expect(await main().getByText(subjects[kind]).count()).toBe(0);
});

test("contacts and enrichment know the friend and the author of the post, and none of the three", async () => {
	await open("/contacts", "contacts");
	const people = main().getByRole("list", { name: "Contacts" });
	await people.getByText("anna@weber-design.example").first().waitFor();
	for (const address of ["weber-desiqn.example", "intl-limited.example"])
		expect(await people.getByText(address).count()).toBe(0);
	await open("/tool/enrichment", "enrichment");
	expect(
		await main()
			.getByText(/weber-desiqn|intl-limited/)
			.count(),
	).toBe(0);
});

test("answers and summaries leave the three alone", async () => {
	await open(`/inbox?${new URLSearchParams({ q: `subject:"${subjects.lookAlike}"` })}`, "row");
	const row = main().getByRole("row").filter({ hasText: subjects.lookAlike });
	await row.hover();
	await row.getByRole("button", { name: "Reply", exact: true }).click();
	await page.getByRole("dialog").getByText("No replies to suggest, because this email looks suspicious.").waitFor();
	await shoot(page, "five-replies");
	await page.keyboard.press("Escape");
	await open(`/ask?${new URLSearchParams({ question: "Who needs gift cards before noon?" })}`, "ask");
	expect(await main().getByText("send me the codes").count()).toBe(0);
});
