import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE, waitForIdle } from "./browser.ts";
import { fitsAndIsAccessible } from "./screenshots.ts";

/** A conversation of more messages than one page or row takes. */

const MESSAGES = 505;

let app: App;
let user: TestUser;
let demo: string;
beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
	user = await app.server.signUp("long@vale.example");
	demo = (await user.client(accountsContract).startDemo()).account.id;
	const bytes = new TextEncoder().encode(conversation());
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

test("a long conversation opens at its newest, shows earlier messages, and is archived and restored whole", async () => {
	const page = await app.open();
	await addSession(page, user, app.server.url);
	const { items: accounts } = await user.client(accountsContract).listAccounts();
	const account = accounts.find(({ id }) => id !== demo)?.id ?? "";
	const inbox = async () =>
		(await user.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 1 } })).total;
	expect(await inbox()).toBe(MESSAGES);
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
	await expect.poll(inbox, { timeout: 60_000 }).toBe(0);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect.poll(inbox, { timeout: 60_000 }).toBe(MESSAGES);
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
