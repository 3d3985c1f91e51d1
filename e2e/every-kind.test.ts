import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hubPath } from "#shared/brand.ts";
import { type Account, accountsContract } from "#shared/contracts/accounts.ts";
import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import { providerInfo } from "#shared/providers.ts";
import { waitForIdle } from "./browser.ts";
import { button, counts, numberIn, sum, WITHIN } from "./categorizer-fixture.ts";
import {
	type CleaningFixture,
	type CleaningMailbox,
	everyKind,
	type Kind,
	startCleaningFixture,
} from "./cleaning-fixture.ts";
import { listFields, type MadeMessage, makeMessage, usualMessages } from "./cleaning-messages.ts";
import { analyzed } from "./smart-archive-fixture.ts";

/** What the cleaning tools promise in every kind of mailbox: which mail they act on, compare and count. */

const news = (footer: string): string =>
	[
		"The orchard opens on Saturday at nine. Bring baskets, boots and a coat, for the grass is wet in the morning.",
		"There is cider for those who stay until the evening, and bread from the oven in the yard. Children may ride on",
		"the cart as long as the old horse is willing. We ask everybody to leave the dogs at home, because of the hens.",
		footer,
	].join("\n");

const filed = [1, 2, 3].map((n) =>
	makeMessage(
		{
			from: "Parcel Post <no-reply@parcelpost.example>",
			subject: `Receipt ${n}`,
			daysAgo: 5 + n,
			fields: ["Auto-Submitted: auto-generated"],
			text: `Your receipt for order ${n}. Total: 18.40`,
		},
		{ folder: "receipts", isRead: true, category: "UPDATES" },
	),
);
const twice = { from: "Both <both@orchard.example>", subject: "By two ways", daysAgo: 12, text: news("") };
/** Reports that differ in a number are different emails; a footer makes no other email, and neither does a second way. */
const compared = [
	...[1664, 1072].map((build, n) =>
		makeMessage({
			from: "Builds <builds@orchard.example>",
			subject: `Build ${build} failed`,
			daysAgo: 20 + n,
			text: news(`See the log of build ${build}.`),
		}),
	),
	...["", "You receive this because you signed up at our gate."].map((footer, n) =>
		makeMessage({
			from: "Gate <gate@orchard.example>",
			subject: "Open day",
			daysAgo: 30 + n,
			text: news(footer),
		}),
	),
	makeMessage(twice),
	makeMessage(twice),
];

describe("with recent mail", () => {
	let fixture: CleaningFixture;
	beforeAll(async () => {
		fixture = await startCleaningFixture({ kinds: everyKind, messages: [...usualMessages(), ...filed, ...compared] });
	}, 180_000);
	afterAll(() => fixture?.close());

	describe.each(everyKind)("the %s mailbox", (kind) => {
		test("keeps filed mail out of bulk actions until it is included, and plans name its folder", async () => {
			const page = await fixture.mailbox(kind).open();
			await page.goto("/tool/categorizer?range=all");
			const inbox = sum(await counts(page));
			expect((await plannedFolders(page)).map(nameAndCount)).toEqual([["Inbox", inbox]]);

			const { option, folder } = filing[kind];
			await page.getByRole("checkbox", { name: option }).click();
			await expect.poll(async () => sum(await counts(page)), WITHIN).toBeGreaterThan(inbox);
			const all = sum(await counts(page));
			const planned = (await plannedFolders(page)).map(nameAndCount);
			expect(planned[0]).toEqual(["Inbox", inbox]);
			expect(planned.filter(([name]) => folder.test(name))).toHaveLength(1);
			expect(planned.reduce((total, [, count]) => total + count, 0)).toBe(all);
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});

		test("takes no emails for the same that differ in a number, and finds copies and copies with a footer", async () => {
			const page = await analyzed(fixture.mailbox(kind));
			await page.getByRole("tab", { name: "Duplicates" }).click();
			const exact = await duplicates(page, "Exact");
			const near = await duplicates(page, "Near");
			expect(near.filter((subject) => subject.startsWith("Build "))).toEqual([]);
			if (kind === "demo") expect(near.length).toBeGreaterThan(0);
			else expect([exact, near]).toEqual([["By two ways"], ["Open day"]]);
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});

		test("moves an email to another folder by name, and back", async () => {
			const { subject } = await newestOf(fixture.mailbox(kind), "in:inbox");
			const page = await fixture.mailbox(kind).open();
			await page.goto("/inbox?folder=inbox");
			const email = page.getByRole("row").filter({ hasText: subject }).first();
			await email.click();
			await page.getByRole("article").first().waitFor();
			await page.keyboard.press("v");
			const dialog = page.getByRole("dialog", { name: "Move to…" });
			const folders = dialog.getByRole("listitem").getByRole("button");
			await folders.first().waitFor();
			const names = await folders.allTextContents();
			expect(names).not.toContain("Inbox");
			const to = names.find((name) => filing[kind].folder.test(name));
			if (to === undefined) throw new Error(`No folder to move to among ${names.join(", ")}`);
			await dialog.getByLabel("Folder").fill(to);
			await page.keyboard.press("Enter");
			await email.waitFor({ state: "detached" });
			const toast = page.locator("[data-sonner-toast]").filter({ hasText: `moved to ${to}` });
			await toast.getByRole("button", { name: "Undo" }).click();
			await email.waitFor();
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});

		test("stays selected while another provider is looked at", async () => {
			const page = await fixture.mailbox(kind).open();
			await page.goto("/inbox");
			const total = page.getByRole("status").filter({ hasText: /: [\d,]+ emails$/ });
			await total.waitFor();
			const before = await total.textContent();
			// The header names the provider.
			const { name, shortName } = providerInfo(kind);
			const owned = await accountOf(fixture.mailbox(kind));
			await page.getByTitle(kind === "demo" ? name : `${shortName} · ${owned.name}`, { exact: true }).waitFor();
			await page.goto(hubPath);
			await page.getByRole("combobox", { name: "Provider" }).click();
			await page.getByRole("option", { name: kind === "gmail" ? /^Microsoft Outlook/ : /^Gmail/ }).click();
			await page.getByRole("heading", { name: "Available Features" }).waitFor();
			await page.getByRole("button", { name: "Go to Inbox" }).last().click();
			await page.waitForURL(/\/inbox/);
			await total.waitFor();
			await page.goto("/inbox");
			await total.waitFor();
			expect(await total.textContent()).toBe(before);
			expect(await page.getByText("Not Connected").count()).toBe(0);
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});

		test("both reads and archives an email that is opened and archived at once", async () => {
			const item = await newestOf(fixture.mailbox(kind), "is:unread in:inbox");
			const page = await fixture.mailbox(kind).open();
			await page.goto("/inbox?folder=inbox");
			const email = page.getByRole("row").filter({ hasText: item.subject }).first();
			await email.waitFor();
			// Marking it as read takes longer than the user needs to press a key.
			const slow = Promise.withResolvers<void>();
			const applying = "**/api/v1/plans/*/apply";
			await page.route(applying, async (route) => {
				await slow.promise;
				await route.continue();
			});
			const begun = page.waitForRequest(applying);
			await email.click();
			await begun;
			await page.keyboard.press("e");
			await email.waitFor({ state: "detached" });
			slow.resolve();
			const { database } = fixture.app.server.ctx;
			const state = () => database.query("select folder_role, is_read from emails where id = $1", [item.id]);
			await expect.poll(state).toEqual([{ folder_role: "archive", is_read: true }]);
			fixture.app.expectNoPageErrors();
			await page.context().close();
		});
	});

	test("each tool has one name: in the navigation, on its page, in the palette, on the front page and in the footer", async () => {
		const page = await fixture.mailbox("demo").open();
		await page.goto("/dashboard");
		const links = page.getByRole("navigation", { name: "Tools" }).getByRole("link");
		await links.first().waitFor();
		const names = new Map<string, string>();
		for (const link of await links.all()) {
			const name = ((await link.textContent()) ?? "").replace(/[\d,]+(?: unread)?$/, "").trim();
			names.set((await link.getAttribute("href")) ?? "", name);
		}
		const tools = [...names].filter(([path]) => path.startsWith("/tool/"));
		expect(tools.length).toBeGreaterThan(8);
		for (const [path, name] of tools) {
			await page.goto(path);
			await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
			await page.getByRole("button", { name: "Back", exact: true }).waitFor();
			expect(await page.title()).toContain(name);
		}
		await page.keyboard.press("ControlOrMeta+k");
		for (const [, name] of tools) await page.getByRole("option", { name }).first().waitFor();
		await page.keyboard.press("Escape");
		// Public pages have the footer; the app has none.
		await page.goto("/");
		await waitForIdle(page);
		const linked = async (links: Locator) => {
			await links.first().waitFor();
			const found: [href: string, text: string][] = [];
			for (const link of await links.all())
				found.push([(await link.getAttribute("href")) ?? "", (await link.textContent()) ?? ""]);
			return found.filter(([href]) => names.has(href));
		};
		const footer = await linked(page.getByRole("contentinfo").getByRole("link"));
		expect(footer.length).toBeGreaterThan(5);
		expect(footer).toEqual(footer.map(([href]) => [href, names.get(href)]));
		const cards = await linked(page.locator("[aria-labelledby=tools]").getByRole("link"));
		expect(cards.length).toBeGreaterThan(3);
		for (const [href, text] of cards) expect(text.startsWith(names.get(href) ?? "no name")).toBe(true);
		fixture.app.expectNoPageErrors();
		await page.context().close();
	});

	test.each(everyKind.filter((kind) => kind !== "demo" && kind !== "mbox"))(
		"the %s mailbox is disconnected and its emails are kept: each tool says so, and it can be reconnected",
		async (kind) => {
			const mailbox = fixture.mailbox(kind);
			const { name } = await accountOf(mailbox);
			const page = await mailbox.open();
			// One action, with one name wherever it is offered.
			await page.goto("/settings/accounts");
			await page.getByRole("button", { name: "Disconnect…", exact: true }).click();
			const dialog = page.getByRole("dialog", { name: `Disconnect ${name}?` });
			await dialog.getByRole("button", { name: "Cancel" }).click();
			await dialog.waitFor({ state: "detached" });
			await page.goto(hubPath);
			await page.getByRole("button", { name: `Actions for ${name}` }).click();
			await page.getByRole("menuitem", { name: "Disconnect…", exact: true }).click();
			await dialog.getByRole("button", { name: "Disconnect, keep emails" }).click();
			await page.getByText("Mailbox disconnected").waitFor();
			for (const tool of ["unsubscriber", "categorizer", "block-filter", "smart-archive"]) {
				await page.goto(`/tool/${tool}`);
				await page.getByText("This mailbox is disconnected. No new emails arrive").waitFor();
				await page.getByRole("button", { name: "Reconnect" }).waitFor();
			}
			await page.getByRole("button", { name: "Reconnect" }).click();
			if (kind === "imap") await page.getByLabel("Password", { exact: true }).waitFor();
			else await page.waitForURL((url) => url.origin !== fixture.origin);
			fixture.app.expectNoPageErrors();
			await page.context().close();
		},
	);

	test.each(["demo", "mbox"] as const)(
		"the %s mailbox has no server to disconnect from: it is deleted",
		async (kind) => {
			const mailbox = fixture.mailbox(kind);
			const { id, name } = await accountOf(mailbox);
			const page = await mailbox.open();
			await page.goto("/settings/accounts");
			await page.getByRole("button", { name: "Delete…", exact: true }).click();
			const dialog = page.getByRole("dialog", { name: `Delete ${name} from this server?` });
			await dialog.getByRole("button", { name: "Cancel" }).click();
			await dialog.waitFor({ state: "detached" });
			await page.goto(hubPath);
			await page.getByRole("button", { name: `Actions for ${name}` }).click();
			await page.getByRole("menuitem", { name: "Delete…", exact: true }).click();
			await dialog.getByRole("button", { name: "Delete", exact: true }).click();
			await page.getByText("Mailbox deleted").waitFor();
			await expect.poll(() => page.getByRole("button", { name: `Actions for ${name}` }).count()).toBe(0);
			expect((await mailbox.user.client(accountsContract).listAccounts()).items).toEqual([]);
			// A request about it may arrive when it is gone already.
			fixture.app.expectNoPageErrors(new RegExp(`status of 404 \\(Not Found\\) \\S+/api/\\S*${id}`));
			await page.context().close();
		},
	);
});

describe("with mail that is older than the default range", () => {
	const old = everyKind.filter((kind) => kind !== "demo");
	let fixture: CleaningFixture;
	beforeAll(async () => {
		fixture = await startCleaningFixture({ kinds: old, messages: oldMessages() });
	}, 180_000);
	afterAll(() => fixture?.close());

	test.each(old)("the %s mailbox has its lists in a range that ends with its newest email", async (kind) => {
		const page = await fixture.mailbox(kind).open();
		await page.goto("/tool/unsubscriber");
		const lists = page.getByRole("list", { name: "Subscription Emails" }).getByRole("listitem");
		await lists.filter({ hasText: "Fern & Oak" }).waitFor();
		const year = new Date(Date.now() - OLD_DAYS * 86_400_000).getUTCFullYear();
		await page
			.getByText(new RegExp(`^Newest mail here is from \\w+ \\d+, ${year}\\. The range ends on that day\\.$`))
			.waitFor();
		expect(await page.getByText("All Clean!").count()).toBe(0);
		await page.goto("/tool/categorizer");
		await page.getByText("3 emails in this range").waitFor();
		fixture.app.expectNoPageErrors();
		await page.context().close();
	});
});

/** Where there are labels instead of folders, filed mail is archived mail. */
const inFolders = { option: "Also in my folders", folder: /^Receipts$/ };
const asArchive = { option: "Include archived", folder: /^(?:Archive|All Mail)$/ };
const filing: Record<Kind, typeof inFolders> = {
	demo: inFolders,
	mbox: asArchive,
	imap: inFolders,
	gmail: asArchive,
	outlook: inFolders,
};

/** The newest email that a search finds. */
async function newestOf({ user, accountId }: CleaningMailbox, q: string): Promise<EmailItem> {
	const { items } = await user.client(emailsContract).listEmails({ query: { account: accountId, q } });
	const [newest] = items;
	if (newest === undefined) throw new Error(`No email matches ${q}`);
	return newest;
}

async function accountOf({ user, accountId }: CleaningMailbox): Promise<Account> {
	const { items } = await user.client(accountsContract).listAccounts();
	const account = items.find(({ id }) => id === accountId);
	if (account === undefined) throw new Error("The mailbox is not there");
	return account;
}

/** The folders that a plan to delete everything names, each with its count. */
async function plannedFolders(page: Page): Promise<string[]> {
	await button(page, "Select All").click();
	await button(page, /^Delete \(/).click();
	const dialog = page.getByRole("dialog");
	const folders: Locator = dialog.getByRole("region", { name: "Folders" }).getByRole("listitem");
	await folders.first().waitFor();
	const texts = await folders.allTextContents();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	await button(page, "Deselect All").click();
	return texts;
}

function nameAndCount(text: string): [string, number] {
	const [, name = "", count = ""] = /^(.*?) ([\d,]+)/.exec(text) ?? [];
	return [name, numberIn(count)];
}

/** The subject of each group of duplicates, which all its emails have. */
async function duplicates(page: Page, kind: "Exact" | "Near"): Promise<string[]> {
	await page.getByRole("tab", { name: kind, exact: true }).click();
	const lists = page.getByRole("tabpanel").getByRole("grid", { name: /^Copies of / });
	const none = page.getByRole("heading", { name: /^No (?:near )?duplicates$/ });
	await lists.first().or(none).waitFor();
	const subjects: string[] = [];
	for (const list of await lists.all()) {
		const subject = ((await list.getAttribute("aria-label")) ?? "").replace("Copies of ", "");
		const emails = await list.getByRole("row").allTextContents();
		expect(emails.length).toBeGreaterThan(1);
		for (const email of emails) expect(email).toContain(subject);
		subjects.push(subject);
	}
	return subjects;
}

/** Days before now of the newest old email. */
const OLD_DAYS = 900;

function oldMessages(): MadeMessage[] {
	return [
		...[0, 20].map((days) =>
			makeMessage(
				{
					from: "Fern & Oak <offers@fernoak.example>",
					subject: `Offers of the week, ${days}`,
					daysAgo: OLD_DAYS + days,
					fields: listFields("offers.fernoak.example", "fernoak.example"),
				},
				{ category: "PROMOTIONS" },
			),
		),
		makeMessage({ from: "Mira Holt <mira@orchard.example>", subject: "Lunch on Friday?", daysAgo: OLD_DAYS + 10 }),
	];
}
