import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { type App, addSession, PHONE, startApp, waitForIdle } from "./app.ts";
import { fitsAndIsAccessible } from "./screenshots.ts";

/** More than one page or request takes: a conversation, the drafts, and the recipients of an answer. */

const MESSAGES = 505;
const PEOPLE = 600;

let app: App;
let user: TestUser;
let demo: string;
beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
	user = await app.server.signUp("long@vale.example");
	demo = (await user.client(accountsContract).startDemo()).account.id;
	const bytes = new TextEncoder().encode(`${conversation()}${toMany()}`);
	await user.client(accountsContract).importMbox({ query: { filename: "long.mbox" } }, { bytes });
	await app.server.ctx.jobs.drain(120_000);
});
afterAll(() => app.close());

function conversation(): string {
	return Array.from({ length: MESSAGES }, (_, n) => {
		const date = new Date(Date.UTC(2026, 0, 5) + n * 60_000).toUTCString();
		return [
			`From p@example.org ${date}`,
			`From: Person ${n % 3} <p${n % 3}@example.org>`,
			"To: long@vale.example",
			`Message-ID: <m${n}@example.org>`,
			...(n > 0 ? ["In-Reply-To: <m0@example.org>", "References: <m0@example.org>"] : []),
			`Subject: ${n > 0 ? "Re: " : ""}Long conversation`,
			`Date: ${date}`,
			"Status: RO",
			"",
			`Message number ${n}.`,
			"",
			"",
		].join("\n");
	}).join("");
}

function toMany(): string {
	const cc = Array.from({ length: PEOPLE }, (_, n) => `Guest ${n} <guest${n}@example.net>`).join(",\n ");
	return `From a@example.org Mon Jan  5 10:00:00 2026\nFrom: Ann <ann@example.org>\nTo: long@vale.example\nCc: ${cc}\nSubject: All of us\nDate: Sun, 4 Jan 2026 10:00:00 +0000\nStatus: RO\n\nText\n\n`;
}

test("a long conversation opens at its newest, shows earlier messages, and is archived and restored whole", async () => {
	const page = await app.open();
	await addSession(page, user, app.server.url);
	const { items: accounts } = await user.client(accountsContract).listAccounts();
	const account = accounts.find(({ id }) => id !== demo)?.id ?? "";
	const inbox = async () =>
		(await user.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 1 } })).total;
	expect(await inbox()).toBe(MESSAGES + 1);
	await page.goto(`/inbox?account=${account}`);
	const row = page.getByRole("row").filter({ hasText: "Long conversation" });
	await row.getByText(String(MESSAGES), { exact: true }).waitFor();
	await row.click();
	await page
		.getByText(`Message number ${MESSAGES - 1}.`)
		.first()
		.waitFor();
	const earlier = page.getByRole("button", { name: "Show earlier messages" });
	await earlier.getByText(`100 of ${MESSAGES}`).waitFor();
	await fitsAndIsAccessible(page, "long-conversation");
	await earlier.click();
	await earlier.getByText(`200 of ${MESSAGES}`).waitFor();
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "long-conversation-phone");

	await page.keyboard.press("e");
	await page.getByText(`Successfully archived ${MESSAGES} emails.`).waitFor();
	await expect.poll(inbox, { timeout: 60_000 }).toBe(1);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect.poll(inbox, { timeout: 60_000 }).toBe(MESSAGES + 1);
	app.expectNoPageErrors();
});

test("an earlier message of a long conversation opens with those before it, and leads to later ones", async () => {
	const page = await app.open();
	await addSession(page, user, app.server.url);
	const { items } = await user
		.client(emailsContract)
		.listEmails({ query: { q: 'subject:"Long conversation"', limit: 1 } });
	const thread = items[0]?.threadId ?? "";
	const find = async (cursor?: string): Promise<string> => {
		const listed = await user.client(emailsContract).listEmails({ query: { thread, limit: 200, cursor } });
		return listed.items.find(({ preview }) => preview === "Message number 150.")?.id ?? find(listed.nextCursor ?? "");
	};
	await page.goto(`/inbox/${await find()}`);
	await page.getByText("Message number 150.").first().waitFor();
	const later = page.getByRole("button", { name: "Show later messages" });
	await fitsAndIsAccessible(page, "long-conversation-middle");
	while (await later.isVisible()) {
		await later.click();
		await waitForIdle(page);
	}
	const earlier = page.getByRole("button", { name: "Show earlier messages" });
	await earlier.click();
	await earlier.waitFor({ state: "detached" });
	app.expectNoPageErrors();
});

test("an answer to more people than a message can go to says so, and stays a draft that can be discarded", async () => {
	const page = await app.open();
	await addSession(page, user, app.server.url);
	const { items } = await user.client(emailsContract).listEmails({ query: { q: 'subject:"All of us"', limit: 1 } });
	await page.goto(`/inbox/${items[0]?.id}`);
	await page.getByRole("button", { name: "Reply all" }).first().click();
	const composer = page.getByRole("dialog", { name: "Re: All of us" });
	await composer.getByText(/recipients\. A message can go to 500: remove some/).waitFor();
	await fitsAndIsAccessible(page, "many-recipients");
	await composer.getByRole("textbox", { name: "Message" }).fill("Hello everybody.");
	await composer.getByText("Saved", { exact: true }).waitFor();
	await composer.getByRole("button", { name: "Send", exact: true }).click();
	await composer.getByText(/This message has \d+ recipients, and a message can go to 500\./).waitFor();
	await composer.getByRole("button", { name: "Save and close" }).click();
	await page.goto("/drafts");
	const draft = page.getByRole("listitem").filter({ hasText: "Re: All of us" });
	await draft.getByRole("button", { name: "Discard" }).click();
	await draft.waitFor({ state: "detached" });
	app.expectNoPageErrors(/400 \(Bad Request\)/);
});

test("drafts and scheduled messages beyond a page are loaded on request, and a damaged one is discarded", async () => {
	const composer = user.client(composerContract);
	const to = [{ name: "Bea", email: "bea@example.net" }];
	const sendAt = new Date(app.server.ctx.now() + 30 * 86_400_000).toISOString();
	for (let n = 0; n < 105; n++) {
		const { id } = await composer.createDraft({ body: { accountId: demo, to, subject: `Later ${n}`, text: "Hello" } });
		await composer.sendDraft({ params: { id }, body: { sendAt } });
	}
	const { id } = await composer.createDraft({ body: { subject: "Damaged one" } });
	await app.server.ctx.database.query("update drafts set recipients = '{}' where id = $1", [id]);
	const page = await app.open();
	await addSession(page, user, app.server.url);
	await page.goto("/drafts");
	const damaged = page.getByRole("listitem").filter({ hasText: "Damaged one" });
	await damaged.getByText("This draft is damaged and can't be opened.").waitFor();
	await page.getByText("100 of 105").waitFor();
	await fitsAndIsAccessible(page, "drafts-beyond-a-page");
	await page.getByRole("button", { name: "Show more" }).click();
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "drafts-beyond-a-page-phone");
	const oldest = page.getByRole("listitem").filter({ hasText: /Later 0\b/ });
	await oldest.getByRole("button", { name: "Cancel sending" }).click();
	await page.getByRole("dialog", { name: "Later 0" }).waitFor();
	await page.getByRole("dialog", { name: "Later 0" }).getByRole("button", { name: "Save and close" }).click();
	await damaged.getByRole("button", { name: "Discard" }).click();
	await damaged.waitFor({ state: "detached" });
	app.expectNoPageErrors();
});
