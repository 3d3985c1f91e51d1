import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import { signInAt, startTestServer, type TestServer } from "#test/server.ts";
import { addSession } from "./app.ts";
import { openBrowser, type PageOpener } from "./browser.ts";

/** A message for later, and the server that is to send it: stopped and started again once its time has come. */

const EMAIL = "later@vale.example";
const DAY_MS = 24 * 3_600_000;

let browser: PageOpener;
let server: TestServer;
beforeAll(async () => {
	browser = await openBrowser();
	server = await startTestServer({ embedded: true, demo: smallDemo() });
});
afterAll(async () => {
	await browser.close();
	await server.close();
});

test("a message for later is sent by the server that runs when it is due", async () => {
	const user = await server.signUp(EMAIL);
	await user.client(accountsContract).startDemo();
	await server.ctx.jobs.drain(60_000);
	const page = await browser.open({ origin: server.url });
	await addSession(page, user, server.url);
	await page.goto("/drafts");
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await page.getByRole("combobox", { name: "To" }).fill("bea@example.net");
	await page.getByRole("combobox", { name: "To" }).press("Enter");
	await page.getByRole("textbox", { name: "Subject" }).fill("Minutes");
	await page.getByRole("textbox", { name: "Message" }).fill("As agreed.");
	await page.getByText("Saved", { exact: true }).first().waitFor();
	await page.getByRole("button", { name: "Send later" }).click();
	await page.getByRole("menuitem", { name: /Tomorrow morning/ }).click();
	await page.getByText(/^Scheduled for/).waitFor();
	await page.goto("about:blank");

	const { dataDir, remove } = server.install;
	server.install.remove = async () => undefined;
	await server.close();
	server = await startTestServer({
		...{ embedded: true, copyOf: dataDir, demo: smallDemo() },
		now: () => Date.now() + 2 * DAY_MS,
	});
	await remove();
	const same = await signInAt(server.url, EMAIL);
	const sent = async () =>
		(await same.client(emailsContract).listEmails({ query: { folder: "sent", q: "subject:minutes" } })).items.length;
	await expect.poll(sent, { timeout: 60_000 }).toBe(1);
	const later = await browser.open({ origin: server.url });
	await addSession(later, same, server.url);
	await later.goto("/inbox?folder=sent");
	// By its subject alone: messages of the demo mailbox have the word in their text.
	await later
		.getByRole("row")
		.filter({ has: later.getByText("Minutes", { exact: true }) })
		.waitFor();
	browser.expectNoPageErrors();
});
