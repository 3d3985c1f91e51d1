import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, signIn, startApp } from "./app.ts";
import { PHONE, WIDE } from "./browser.ts";
import { demoEmail, demoInstall } from "./demo-install.ts";
import { shoot } from "./screenshots.ts";

let app: App;
/** The operator: the first to sign up. */
let page: Page;

beforeAll(async () => {
	app = await startApp({ ALLOW_PRIVATE_HOSTS: "on" }, { copyOf: await demoInstall() });
	page = await app.open();
	await page.goto("/auth");
	await signIn(page, demoEmail);
	await page.request.post("/api/v1/contact", {
		headers: { origin: app.server.url },
		data: { name: "Vi Stor", email: "vi@example.org", subject: "A question", message: "Is it open on Sundays?" },
	});
});
afterEach(() => app.expectNoPageErrors());
afterAll(() => app.close());

it("links from the address in the top bar to settings, activity and the operator's page", async () => {
	await page.goto("/inbox");
	await page.getByRole("button", { name: demoEmail }).click();
	await expect
		.poll(() => page.getByRole("menuitem").allTextContents())
		.toEqual(["Settings", "Activity", "Operator", "API docs"]);
	await shoot(page, "menu");
	await page.getByRole("menuitem", { name: "Settings" }).click();
	await page.waitForURL("**/settings");
	await page.getByRole("button", { name: "Sign Out" }).waitFor();
});

it("changes name, theme and time format", async () => {
	await page.goto("/settings");
	await page.getByLabel("Name").fill("Ada Vale");
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText("Name saved").waitFor();
	await page.reload();
	await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Ada Vale");

	await page.goto("/settings/appearance");
	await page.getByRole("radio", { name: "Dark" }).click();
	await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
	await page.getByRole("radio", { name: "Light" }).click();
	await page.getByRole("radio", { name: /12-hour/ }).click();
	await expect.poll(() => page.getByText(/^Now:/).textContent()).toMatch(/(AM|PM)$/i);
	await page.getByRole("radio", { name: /24-hour/ }).click();
	await expect.poll(() => page.getByText(/^Now:/).textContent()).not.toMatch(/(AM|PM)$/i);
});

it("changes the email address by a link, after refusing what is none", async () => {
	await page.goto("/settings");
	await page.getByRole("button", { name: "Change email address" }).click();
	const dialog = page.getByRole("dialog", { name: "Change email address" });
	const field = dialog.getByLabel("New email address");
	await field.fill(demoEmail);
	await dialog.getByRole("button", { name: "Send link" }).click();
	await dialog.getByText("This is your current email address.").waitFor();
	await field.fill("ada@new");
	await field.press("Enter");
	await dialog.getByText("Enter an email address", { exact: false }).waitFor();
	await expectAccessible(page);
	await field.fill("ada@new.example");
	await dialog.getByRole("button", { name: "Send link" }).click();
	await dialog.getByText("link for ada@new.example", { exact: false }).waitFor();
	await shoot(page, "dialog-address");
	await dialog.getByRole("button", { name: "Done" }).click();
	await page.getByText(demoEmail).first().waitFor();
	app.expectNoPageErrors();
});

it("asks an old session to confirm the identity, creates a working key, and deletes one", async () => {
	await page.goto("/settings/keys");
	await page.getByRole("button", { name: "New key" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("My script");
	await shoot(page, "dialog-key");
	await app.server.ctx.database.exec("update sessions set created_at = now() - interval '2 hours'", []);
	await dialog.getByRole("button", { name: "Create key" }).click();
	const again = page.getByRole("dialog", { name: "Confirm your identity" });
	await again.getByLabel("Password", { exact: true }).fill("correct horse battery");
	await shoot(page, "dialog-prove");
	await again.getByRole("button", { name: "Confirm" }).click();
	await dialog.getByText("Copy it now; you won't see it again.", { exact: false }).waitFor();
	const secret = (await dialog.locator("code").textContent()) ?? "";
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Done" }).click();
	const call = () =>
		fetch(`${app.server.url}/api/v1/accounts`, { headers: { authorization: `Bearer ${secret}` } }).then(
			({ status }) => status,
		);
	expect(await call()).toBe(200);
	await page.getByRole("button", { name: "Delete the key My script" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Key deleted").waitFor();
	expect(await call()).toBe(401);
	// The browser logs the response that required a fresh session. Confirming replaces the session: requests on their way
	// with the previous one are refused.
	expect(() => app.expectNoPageErrors(/status of 401/)).toThrow(
		expect.objectContaining({ actual: expect.stringMatching(/^.*403.*$/) }),
	);
});

it("creates an app password with which phones read contacts, and deletes it", async () => {
	await page.goto("/settings/keys");
	await page.getByRole("button", { name: "New app password" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("textbox", { name: "Name" }).fill("My phone");
	await dialog.getByRole("button", { name: "Create app password" }).click();
	await dialog.getByText("It reads your contacts, and nothing else", { exact: false }).waitFor();
	const secret = (await dialog.locator("code").textContent()) ?? "";
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Done" }).click();
	const user = await page.getByRole("main").locator("code").filter({ hasText: "@" }).first().textContent();
	const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;
	const call = async () =>
		(await fetch(`${app.server.url}/dav/addressbooks/contacts/`, { method: "PROPFIND", headers: { authorization } }))
			.status;
	expect(await call()).toBe(207);
	await page.getByRole("button", { name: "Delete the key My phone" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Key deleted").waitFor();
	expect(await call()).toBe(401);
});

it("keeps a suppression list: pasted, searched, exported, and asked about before mail is allowed again", async () => {
	await page.goto("/settings/suppressions");
	await page.getByText("The suppression list is empty").waitFor();
	await page.getByRole("button", { name: "Add", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Add to the suppression list" });
	await dialog.getByRole("button", { name: "Add", exact: true }).click();
	await dialog.getByText("Enter at least one address or domain.").waitFor();
	await dialog.getByLabel("Choose a CSV or text file").setInputFiles({
		name: "former.csv",
		mimeType: "text/csv",
		buffer: Buffer.from("Email,Name\nbob@b.example,Bob\ncarl@c.example,Carl\nrival.example,\nnot an address,\n"),
	});
	await dialog.getByText("3 addresses and domains found").waitFor();
	await shoot(page, "dialog-suppressions");
	await dialog.getByRole("button", { name: "Add", exact: true }).click();
	await dialog.getByText("3 entries added.").waitFor();
	await dialog.getByText("not an address").waitFor();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Done" }).click();
	await page.getByRole("status").getByText("3 entries").waitFor();
	await shoot(page, "suppressions");

	await page.getByRole("searchbox", { name: "Search addresses and domains" }).fill("rival");
	await page.getByText("1 entry", { exact: true }).waitFor();
	const [file] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Export CSV" }).click(),
	]);
	expect(file.suggestedFilename()).toBe("suppression-list.csv");
	expect((await readFile(await file.path())).toString()).toMatch(/^Address or domain,.*\r\nrival\.example,manual,/);
	await page.getByRole("button", { name: "Remove rival.example" }).click();
	await page.getByText("Removed from the suppression list").waitFor();
	await page.getByText("Nothing found").waitFor();
	await page.getByRole("searchbox").fill("");

	await app.server.ctx.database.exec("update suppressions set source = 'unsubscribe' where target = $1", [
		"bob@b.example",
	]);
	await page.reload();
	await page.getByRole("button", { name: "Remove bob@b.example" }).click();
	const question = page.getByRole("alertdialog", { name: "Allow email to bob@b.example again?" });
	await question.getByText("This person asked for no more email.", { exact: false }).waitFor();
	await question.getByRole("button", { name: "Cancel" }).click();
	await page.getByText("2 entries", { exact: true }).waitFor();
	await page.getByRole("button", { name: "Remove bob@b.example" }).click();
	await question.getByRole("button", { name: "Allow email" }).click();
	await page.getByText("1 entry", { exact: true }).waitFor();
	app.expectNoPageErrors();
});

it("adds a webhook, shows what a test event came to, and sends it again", async () => {
	const receiver = await startWebhookReceiver();
	await page.goto("/settings/webhooks");
	await page.getByRole("button", { name: "Add webhook" }).click();
	const dialog = page.getByRole("dialog", { name: "Add webhook" });
	const url = dialog.getByLabel("URL");
	await url.fill("ftp://example.org/");
	await dialog.getByRole("button", { name: "Add webhook" }).click();
	await dialog.getByText("Select at least one event.").waitFor();
	await dialog.getByRole("checkbox", { name: "An email was sent" }).check();
	await dialog.getByRole("button", { name: "Add webhook" }).click();
	await dialog.getByText("Enter a complete URL.").waitFor();
	await shoot(page, "dialog-webhook");
	await url.fill(receiver.url);
	await dialog.getByRole("button", { name: "Add webhook" }).click();
	const shown = page.getByRole("dialog", { name: "Signing secret" });
	const secret = (await shown.locator("code").textContent()) ?? "";
	await shown.getByRole("button", { name: "Done" }).click();
	receiver.answer(500);
	await page.getByRole("button", { name: "Send test" }).click();
	await page.getByRole("menuitem", { name: "email.sent" }).click();
	const log = page.getByRole("list", { name: "Deliveries of the last 30 days" });
	await log.getByText("Failed").waitFor();
	await log.getByText("answer 500").waitFor();
	await log.getByRole("button", { name: /^Send again: email.sent/ }).click();
	await log.getByText("Delivered").waitFor();
	expect(receiver.verified(secret).map(({ type }) => type)).toEqual(["email.sent", "email.sent"]);
	await shoot(page, "webhooks");
	await expectAccessible(page);
	await page.setViewportSize(PHONE);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	await shoot(page, "webhooks-phone");
	await page.setViewportSize(WIDE);
	await page.getByRole("button", { name: /^Actions for/ }).click();
	await page.getByRole("menuitem", { name: "Delete…" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
	await page.getByText("No webhooks").waitFor();
	await receiver.close();
	// The browser logs the response that refused the URL.
	expect(() => app.expectNoPageErrors()).toThrow(
		expect.objectContaining({ actual: expect.stringMatching(/^.*400.*$/) }),
	);
});

it("sets up a second factor, also in an old session", async () => {
	await page.goto("/settings/security");
	await app.server.ctx.database.exec("update sessions set created_at = now() - interval '2 hours'", []);
	await page.getByRole("button", { name: "Set up" }).click();
	await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill("correct horse battery");
	await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
	const app2 = page.getByRole("dialog", { name: "Connect your authenticator app" });
	await app2.getByRole("img", { name: /QR code/ }).waitFor();
	await expectAccessible(page);
	await shoot(page, "dialog-two-factor");
	await app2.getByLabel("Code from the app").fill(totp((await app2.locator("code").textContent()) ?? ""));
	await app2.getByRole("button", { name: "Turn on" }).click();
	const codes = page.getByRole("dialog", { name: "Recovery codes" });
	await expect.poll(() => codes.locator("li").count()).toBeGreaterThan(5);
	await shoot(page, "dialog-recovery");
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		codes.getByRole("link", { name: "Download" }).click(),
	]);
	expect(download.suggestedFilename()).toBe("mailstead-recovery-codes.txt");
	await codes.getByRole("button", { name: "I've saved them" }).click();
	await page.getByText("On", { exact: true }).waitFor();
	// The browser logs the response that required a fresh session. The second factor replaces the session, so the event
	// stream may reconnect with the previous one first.
	expect(() => app.expectNoPageErrors(/status of 401/)).toThrow(
		expect.objectContaining({ actual: expect.stringMatching(/^.*403.*$/) }),
	);
});

/** A code as of RFC 6238 with its defaults: SHA-1, 30 s, six digits. */
function totp(secret: string): string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const bits = [...secret.replaceAll(/[=\s]/g, "")].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0"));
	const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
	const digest = createHmac("sha1", key).update(counter).digest();
	const at = (digest.at(-1) ?? 0) & 15;
	return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

it("notifies of mail that arrives while the page is open, once the user turns it on", async () => {
	const view = await app.open();
	await view.context().addCookies(await page.context().cookies());
	// A headless browser shows no notifications: record them instead.
	await view.addInitScript(() => {
		class Written {
			static permission = "granted";
			static requestPermission = async () => "granted";
			constructor(title: string, options: { body: string }) {
				document.documentElement.dataset.notification = `${title}: ${options.body}`;
			}
			close() {}
		}
		Object.defineProperty(window, "Notification", { value: Written });
	});
	await view.goto("/settings/notifications");
	await view.getByRole("switch", { name: /new emails/ }).click();
	const send = (subject: string, date: Date) => {
		const mail = `From: Cy <cy@example.org>\nSubject: ${subject}\nDate: ${date.toUTCString()}\n\nText\n`;
		const address = `/api/v1/accounts/mbox?filename=${encodeURIComponent(subject)}.eml`;
		return view.request.post(address, { headers: { origin: app.server.url }, data: Buffer.from(mail) });
	};
	await send("Long ago", new Date(Date.now() - 86_400_000));
	await send("Just in", new Date(Date.now() + 60_000));
	await view.locator('html[data-notification="Cy: Just in"]').waitFor();
	// The unread count is in the title.
	await expect.poll(() => view.title()).toMatch(/^\(\d+\) Notifications · Settings · Mailstead$/);
	await view.close();
});

it("creates an export and downloads it", async () => {
	await page.goto("/settings/data");
	await page.getByRole("button", { name: "Export my data" }).click();
	const link = page.getByRole("link", { name: "Download" });
	await link.waitFor({ timeout: 60_000 });
	const [archive, stored] = [{ has: link }, { hasText: "Backups and exports" }].map((one) =>
		page.getByRole("listitem").filter(one),
	);
	const size = (await archive?.textContent())?.match(/ · ([\d.,]+ [kM]?B) · created /)?.[1];
	expect(size).toBeDefined();
	await expect.poll(() => stored?.textContent()).toContain(`earlier.${size}`);
	await shoot(page, "export-ready");
	const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
	expect(download.suggestedFilename()).toMatch(/^mailstead-.*\.tar\.gz$/);
});

it("shows the operator's messages, and deletes one", async () => {
	await page.goto("/operator/messages");
	await page.getByText("A question").click();
	await page.getByText("Is it open on Sundays?").waitFor();
	await shoot(page, "message-open");
	await page.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("No messages").waitFor();
});

it("creates an invitation link", async () => {
	await page.goto("/operator/users");
	await page.getByRole("button", { name: "Invite" }).click();
	await page.getByLabel("Label").fill("Bea");
	await page.getByRole("button", { name: "Create link" }).click();
	await expect.poll(() => page.getByRole("dialog").locator("code").textContent()).toMatch(/invitation=/);
	await page.getByRole("button", { name: "Done" }).click();
	await page.getByText(/valid until/).waitFor();
});

it("hides the operator's pages from others; ends another session at once; and deletes an account permanently", async () => {
	const other = await app.open();
	await openHubAs(app, other, "bea@example.org");
	await other.goto("/operator");
	await other.getByRole("heading", { name: /not found/i }).waitFor();
	const second = await app.open();
	await second.goto("/auth");
	await signIn(second, "bea@example.org");
	const cookie = (await second.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
	await second.close();
	const elsewhere = () =>
		fetch(`${app.server.url}/api/v1/accounts`, { headers: { cookie } }).then(({ status }) => status);
	expect(await elsewhere()).toBe(200);
	await other.goto("/settings/security");
	await other.getByRole("button", { name: /^Sign out Chrome/ }).click();
	await other.getByText("Session ended").waitFor();
	expect(await elsewhere()).toBe(401);
	await other.goto("/settings/data");
	await other.getByRole("button", { name: "Delete my account…" }).click();
	const dialog = other.getByRole("dialog");
	await dialog.getByLabel(/^Type /).fill("bea@example.org");
	await shoot(other, "dialog-delete");
	await expectAccessible(other);
	await dialog.getByRole("button", { name: "Delete my account" }).click();
	await other.getByRole("link", { name: "Sign In" }).first().waitFor();
	expect((await other.request.get("/api/v1/accounts")).status()).toBe(401);
	await app.server.ctx.jobs.drain();
	const remaining = await app.server.ctx.database.query("select 1 from users where email = 'bea@example.org'", []);
	expect(remaining).toEqual([]);
});
