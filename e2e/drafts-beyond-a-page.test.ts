import { afterAll, beforeAll, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";
import { fitsAndIsAccessible } from "./screenshots.ts";

/** More drafts than a page shows, and more recipients than a message can go to. */

const PEOPLE = 600;

let app: App;
let user: TestUser;
let demo: string;
beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
	user = await app.server.signUp("long@vale.example");
	demo = (await user.client(accountsContract).startDemo()).account.id;
	const bytes = new TextEncoder().encode(toMany());
	await user.client(accountsContract).importMbox({ query: { filename: "long.mbox" } }, { bytes });
	await app.server.ctx.jobs.drain(120_000);
});
afterAll(() => app.close());

function toMany(): string {
	const cc = Array.from({ length: PEOPLE }, (_, n) => `Guest ${n} <guest${n}@example.net>`).join(",\n ");
	return `From a@example.org Mon Jan  5 10:00:00 2026\nFrom: Ann <ann@example.org>\nTo: long@vale.example\nCc: ${cc}\nSubject: All of us\nDate: Sun, 4 Jan 2026 10:00:00 +0000\nStatus: RO\n\nText\n\n`;
}

test("an answer to more people than a message can go to says so, and stays a draft that can be discarded", async () => {
	const page = await app.open();
	await addSession(page, user, app.server.url);
	const { items } = await user.client(emailsContract).listEmails({ query: { q: 'subject:"All of us"', limit: 1 } });
	await page.goto(`/inbox/${items[0]?.id}`);
	await page.getByRole("article", { name: "Ann: All of us" }).waitFor();
	await page.keyboard.press("a");
	const composer = page.getByRole("dialog", { name: "Re: All of us" });
	await composer.getByText(/recipients\. A message can go to 500: remove some/).waitFor();
	await fitsAndIsAccessible(page, "many-recipients");
	await composer.getByRole("textbox", { name: "Message" }).fill("Hello everybody.");
	await composer.getByText("Saved", { exact: true }).waitFor();
	await composer.getByRole("button", { name: "Send", exact: true }).click();
	// The file cannot send, and the demo, the only other mailbox, answers its own mail only.
	await composer
		.getByText(/no server to send mail with/)
		.nth(1)
		.waitFor();
	await composer.getByRole("button", { name: "Save and close" }).click();
	await page.goto("/drafts");
	const draft = page.getByRole("listitem").filter({ hasText: "Re: All of us" });
	await draft.getByRole("button", { name: "Discard" }).click();
	await draft.waitFor({ state: "detached" });
	app.expectNoPageErrors(/409 \(Conflict\)/);
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
	await app.server.ctx.database.exec("update drafts set recipients = '{}' where id = $1", [id]);
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
	const oldest = page.getByRole("listitem").filter({ has: page.getByText("Later 0", { exact: true }) });
	await oldest.getByRole("button", { name: "Back to draft" }).click();
	await page.getByRole("dialog", { name: "Later 0" }).waitFor();
	await page.getByRole("dialog", { name: "Later 0" }).getByRole("button", { name: "Save and close" }).click();
	await damaged.getByRole("button", { name: "Discard" }).click();
	await damaged.waitFor({ state: "detached" });
	app.expectNoPageErrors();
});
