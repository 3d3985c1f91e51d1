import { ImapFlow } from "imapflow";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, signIn, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";
import { snoozeAndReturn } from "./snooze-journey.ts";

const owner = "imap@vale.example";
const address = "robin@post.example";
const password = "correct horse";
/** Refusals that a test provokes also appear in the browser's console. */
const refusals = /status of 4\d\d/;

let dovecot: Dovecot;
let dns: TestDns;
let mailbox: MailUser;
let app: App;
let page: Page;
/** A second client on the same mailbox. */
let other: ImapFlow;

function message(subject: string, minutesAgo = 0): string {
	const date = new Date(Date.now() - minutesAgo * 60_000).toUTCString().replace("GMT", "+0000");
	return [
		"From: Mira Holt <mira@orchard.example>",
		`To: ${address}`,
		`Subject: ${subject}`,
		`Message-ID: <${subject.replaceAll(/\W/g, "-")}@orchard.example>`,
		`Date: ${date}`,
		"Content-Type: text/plain; charset=utf-8",
		"",
		`All there is to say of ${subject}.`,
		"",
	].join("\r\n");
}

beforeAll(async () => {
	dovecot = await startDovecot();
	mailbox = await dovecot.addUser({ name: address, password });
	const old = Array.from({ length: 300 }, (_, index) => ({
		raw: message(`Letter ${300 - index}`, (300 - index) * 60),
		date: new Date(Date.now() - (300 - index) * 3_600_000),
		flags: index % 3 === 0 ? "" : "S",
	}));
	await dovecot.load(mailbox.user, old);
	await dovecot.doveadm("mailbox", "create", "-s", "-u", mailbox.user, "Receipts");
	dns = await startDns({
		"_imaps._tcp.post.example": { SRV: [0, 1, dovecot.imapsPort, "localhost"] },
		"_submissions._tcp.post.example": { SRV: [0, 1, dovecot.submissionsPort, "localhost"] },
		localhost: { A: "127.0.0.1" },
	});
	app = await startApp({ ALLOW_PRIVATE_HOSTS: "on", DNS_SERVERS: dns.server });
	page = await app.open();
	other = new ImapFlow({
		host: dovecot.host,
		port: dovecot.imapPort,
		secure: false,
		tls: { rejectUnauthorized: false },
		auth: { user: mailbox.user, pass: password },
		logger: false,
	});
	// The server closes its connection together with all others.
	other.on("error", () => undefined);
	await other.connect();
});
afterAll(async () => {
	other?.close();
	await app?.close();
	await dns?.close();
	await dovecot?.stop();
});

/** By the whole subject: in the text of a row, the time follows it without a space. */
const row = (subject: string, on = page): Locator =>
	on.getByRole("row").filter({ has: on.getByText(subject, { exact: true }) });
const group = (name: "Incoming" | "Outgoing"): Locator => page.getByRole("group", { name: new RegExp(name) });
const connect = () => page.getByRole("button", { name: "Connect", exact: true }).click();

/** Runs in a folder with the second client. */
async function inFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
	const lock = await other.getMailboxLock(path);
	try {
		return await work();
	} finally {
		lock.release();
	}
}

test("the form discovers the servers of an address, and shows each error at its field", async () => {
	await openHubAs(app, page, owner);
	await page.getByRole("combobox", { name: "Provider" }).click();
	await page.getByRole("option", { name: "Custom Mail (IMAP/SMTP)" }).click();
	await connect();
	await page.getByText("Please enter your email address.").waitFor();
	await expectFocus(page.getByLabel("Email address"));

	await page.getByLabel("Email address").fill(address);
	await page.getByLabel("Password", { exact: true }).fill("wrong battery");
	await page.getByText("Found post.example: localhost, encrypted").waitFor();
	await expectAccessible(page);

	// A self-signed certificate, until it is trusted for this server.
	await connect();
	const security = group("Incoming").getByLabel("Security");
	await expect.poll(() => security.getAttribute("aria-invalid")).toBe("true");
	await expectFocus(security);
	await group("Incoming").getByLabel("Certificate to trust").fill(dovecot.certificate);
	await expectAccessible(page);
	// Server, port and security share a line.
	const tops = await Promise.all(
		["Server", "Port", "Security"].map(async (label) => (await group("Incoming").getByLabel(label).boundingBox())?.y),
	);
	expect(new Set(tops.map((top) => Math.round(top ?? 0))).size, String(tops)).toBe(1);

	await group("Incoming").getByLabel("Server").fill("nowhere.post.example");
	await connect();
	await expectFocus(group("Incoming").getByLabel("Server"));
	await group("Incoming").getByLabel("Server").fill("localhost");

	await connect();
	const secret = page.getByLabel("Password", { exact: true });
	await expectFocus(secret);
	await expect.poll(() => secret.getAttribute("aria-invalid")).toBe("true");
	expect(await secret.inputValue()).toBe("wrong battery");
	await page.getByRole("button", { name: "Show password" }).first().click();
	expect(await secret.getAttribute("type")).toBe("text");
	await expectAccessible(page);
	app.expectNoPageErrors(refusals);
});

test("with the right password the newest mail is there, and its text is fetched when it is opened", async () => {
	await page.getByLabel("Password", { exact: true }).fill(password);
	await connect();
	await expectFocus(group("Outgoing").getByLabel("Security"));
	await group("Outgoing").getByLabel("Certificate to trust").fill(dovecot.certificate);
	await connect();
	await page.getByRole("heading", { name: `${address} is connected` }).waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Go to Inbox" }).click();
	await row("Letter 1").first().waitFor();
	await row("Letter 12").click();
	await page.getByRole("article").getByText("All there is to say of Letter 12.").waitFor();
	await page.getByText(/^300 emails/).waitFor();
	app.expectNoPageErrors(refusals);
});

test("mail that arrives shows without a reload, and does not move what the user reads", async () => {
	await dovecot.deliver(mailbox.user, message("A parcel for you"));
	await row("A parcel for you").waitFor();

	const list = page.getByRole("grid");
	await list.evaluate((element) => element.scrollTo(0, 1000));
	const inView = list.locator("[data-index]").filter({ hasText: "Letter 28" });
	await inView.waitFor();
	const before = await inView.boundingBox();
	await dovecot.deliver(mailbox.user, message("Another parcel"));
	await page.getByRole("button", { name: "1 new email" }).waitFor();
	expect((await inView.boundingBox())?.y).toBe(before?.y);
	await page.getByRole("button", { name: "1 new email" }).click();
	await row("Another parcel").waitFor();
	await expect.poll(() => page.getByRole("button", { name: "1 new email" }).count()).toBe(0);
	app.expectNoPageErrors();
});

test("a star set here is seen by another client, and what that one moves is moved here", async () => {
	await row("A parcel for you").hover();
	await row("A parcel for you").getByRole("button", { name: "Star", exact: true }).click();
	const uids = async (query: object, folder = "INBOX") =>
		inFolder(folder, async () => (await other.search(query, { uid: true })) || []);
	await expect.poll(() => uids({ flagged: true }), { timeout: 15_000 }).toHaveLength(1);
	const [uid] = await uids({ flagged: true });
	await inFolder("INBOX", () => other.messageMove(String(uid), "Receipts", { uid: true }));
	await expect.poll(() => row("A parcel for you").count(), { timeout: 15_000 }).toBe(0);
	await page.getByRole("button", { name: "More folders" }).click();
	await page.getByRole("menuitemradio", { name: /^Receipts/ }).click();
	await row("A parcel for you").waitFor();
	expect(await row("A parcel for you").getByLabel("Starred").count()).toBe(1);
	app.expectNoPageErrors();
});

test("a snoozed email is in the archive on the server until it returns", async () => {
	const isIn = (folder: string) =>
		inFolder(folder, async () => ((await other.search({ subject: "Another parcel" }, { uid: true })) || []).length);
	await page.goto("/inbox");
	await snoozeAndReturn(page, row("Another parcel"), () =>
		expect.poll(() => isIn("Archive"), { timeout: 15_000 }).toBe(1),
	);
	await expect.poll(() => isIn("INBOX"), { timeout: 15_000 }).toBe(1);
	await page.goto("/inbox");
	await page.getByRole("button", { name: "More folders" }).click();
	await page.getByRole("menuitemradio", { name: /^Receipts/ }).click();
	app.expectNoPageErrors();
});

test("folders are created, renamed and deleted here and on the server", async () => {
	const there = async () => (await other.list()).map(({ path }) => path);
	await page.getByRole("button", { name: "Folder: Receipts" }).click();
	await page.getByRole("menuitem", { name: "New folder…" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("receipts");
	await dialog.getByRole("button", { name: "Create" }).click();
	await dialog.getByText("A folder with this name already exists.").waitFor();
	await expectAccessible(page);
	await dialog.getByLabel("Name").fill("Größe & Maß");
	await dialog.getByRole("button", { name: "Create" }).click();
	await page.getByText("Folder created").waitFor();
	expect(await there()).toContain("Größe & Maß");

	await page.getByRole("button", { name: "Folder: Receipts" }).click();
	await page.getByRole("menuitem", { name: "Rename Receipts…" }).click();
	await dialog.getByLabel("Name").fill("Papers");
	await dialog.getByRole("button", { name: "Rename" }).click();
	await page.getByRole("heading", { name: "Papers", level: 1 }).waitFor();
	await row("A parcel for you").waitFor();
	expect(await there()).toContain("Papers");

	await page.getByRole("button", { name: "Folder: Papers" }).click();
	await page.getByRole("menuitem", { name: "Delete Papers…" }).click();
	await page.getByText("Folder Papers deleted").waitFor();
	await expect.poll(there).not.toContain("Papers");
	await page.getByRole("tab", { name: "Trash" }).click();
	await row("A parcel for you").waitFor();
	const toast = page.getByRole("listitem").filter({ hasText: "Folder Papers deleted" });
	await toast.getByRole("button", { name: "Undo" }).click();
	await page.getByText(/^Brought back \d+ emails? in /).waitFor();
	expect(await there()).toContain("Papers");
	await page.getByRole("button", { name: "More folders" }).click();
	await page.getByRole("menuitemradio", { name: /^Papers/ }).click();
	await row("A parcel for you").waitFor();
	app.expectNoPageErrors();
});

test("the history lists what each sync did, also on a phone", async () => {
	await page.goto("/mailstead");
	await page.getByRole("button", { name: `Actions for ${address}` }).click();
	await page.getByRole("menuitem", { name: "Sync history" }).click();
	const table = page.getByRole("table", { name: `Syncs of ${address}` });
	await table.getByRole("row").filter({ hasText: "First sync" }).getByText("Done").waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Sync now" }).click();
	await table.getByRole("row").filter({ hasText: "You" }).first().getByText("Done").waitFor();

	const phone = await app.open({ viewport: PHONE, dark: true });
	await phone.goto("/auth");
	await signIn(phone, owner);
	await phone.goto(new URL(page.url()).pathname + new URL(page.url()).search);
	await phone.getByRole("table").waitFor();
	await expectAccessible(phone);
	expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
	app.expectNoPageErrors();
});

test("a mailbox whose password was changed asks to sign in again, and resumes with the new one", async () => {
	await page.goto("/mailstead");
	await page.getByRole("button", { name: `Actions for ${address}` }).waitFor();
	await dovecot.addUser({ name: address, password: "another horse" });
	await dovecot.doveadm("kick", address);
	await page.getByText("Sign in again").first().waitFor();
	await page.getByRole("button", { name: "Reconnect", exact: true }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Password", { exact: true }).fill("another horse");
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Reconnect", exact: true }).click();
	await page.getByText("Connected again").waitFor();
	await expect.poll(() => page.getByText("Sign in again").count()).toBe(0);
	app.expectNoPageErrors(refusals);
});

/** Asserts which element has the keyboard focus. */
async function expectFocus(locator: Locator): Promise<void> {
	await expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);
}
