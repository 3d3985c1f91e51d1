import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { type Dovecot, startDovecot } from "#test/dovecot/dovecot.ts";
import { signInAt, type TestUser } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { answerCheck } from "./security-check.ts";
import { app, enter, open, origin, password, prepareSignIn, refusals, verify } from "./sign-in-fixture.ts";

/** Sessions that are ended elsewhere while somebody writes: signing in again over the page, in every way there is. */

prepareSignIn({ ALLOW_PRIVATE_HOSTS: "on" });

let dovecot: Dovecot;
let outgoing: SmtpSink;
beforeAll(async () => {
	[dovecot, outgoing] = await Promise.all([startDovecot(), startSmtpSink()]);
});
afterAll(async () => {
	await outgoing?.close();
	await dovecot?.stop();
});

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "You were signed out" });
const messageOf = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

/** Somebody with a mailbox who has begun a message, in a page that is signed in by `enter`. */
async function beginMessage(user: TestUser, page: Page, subject: string): Promise<void> {
	const account = await connectMailbox(
		{ ctx: app.server.ctx, ownerId: user.ownerId },
		dovecot,
		await dovecot.addUser(),
		outgoing.port,
	);
	await enqueueSync(app.server.ctx, user.ownerId, account);
	await app.server.ctx.jobs.drain(60_000);
	await page.goto(`${origin}/drafts`);
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await page.getByRole("combobox", { name: "To" }).fill("bea@example.net");
	await page.getByRole("combobox", { name: "To" }).press("Enter");
	await page.getByRole("textbox", { name: "Subject" }).fill(subject);
	await messageOf(page).click();
	await page.keyboard.type("Written before. ");
	await page.getByText("Saved", { exact: true }).first().waitFor();
}

/** Ends all other sessions from another browser, while typing goes on. */
async function endSessionsWhileTyping(user: TestUser, page: Page): Promise<void> {
	const typing = page.keyboard.type("Written while the session ended, and after it. ", { delay: 50 });
	await user.fetch("/api/v1/sessions/end-others", { method: "POST" });
	await typing;
	await dialogOf(page).waitFor();
}

async function sendsOnce(page: Page, subject: string): Promise<void> {
	await dialogOf(page).waitFor({ state: "hidden" });
	await messageOf(page).click();
	await page.keyboard.press("Control+End");
	await page.keyboard.type("Written afterwards.");
	await page.keyboard.press("Control+Enter");
	await page.getByText("Message sent").waitFor();
	const texts = outgoing.received.filter(({ raw }) => raw.includes(`Subject: ${subject}\r\n`));
	expect(texts.map(({ to }) => to)).toEqual([["bea@example.net"]]);
	const sent = texts.map(({ raw }) => raw.replaceAll("=\r\n", "").replaceAll(/\r?\n/g, " "));
	expect(sent.join()).toContain("Written before. Written while the session ended, and after it. Written afterwards.");
	app.expectNoPageErrors(refusals);
}

test("with the password: the message is sent once, with all that was typed", async () => {
	const user = await app.server.signUp("writer@example.org");
	const page = await open();
	await enter(page, user.email);
	await page.waitForURL(/\/dashboard/);
	await beginMessage(user, page, "By password");
	await endSessionsWhileTyping(user, page);
	await dialogOf(page).getByLabel("Password", { exact: true }).fill(password);
	await answerCheck(page);
	await dialogOf(page).getByRole("button", { name: "Sign In", exact: true }).click();
	await sendsOnce(page, "By password");
});

test("with Google, in a window of its own", async () => {
	const user = await app.server.signUp("gil@gmail.com");
	await verify(user);
	const page = await open();
	await enter(page, user.email);
	await page.waitForURL(/\/dashboard/);
	await beginMessage(user, page, "By Google");
	await endSessionsWhileTyping(user, page);
	const opened = page.waitForEvent("popup");
	await dialogOf(page).getByRole("button", { name: "Continue with Google" }).click();
	const popup = await opened;
	await popup.getByRole("button", { name: user.email }).click();
	await sendsOnce(page, "By Google");
	await expect.poll(() => popup.isClosed() || popup.getByText("Close this window").isVisible()).toBe(true);
});

test("with a passkey", async () => {
	const user = await app.server.signUp("device@example.org");
	const page = await open();
	const device = await page.context().newCDPSession(page);
	await device.send("WebAuthn.enable");
	await device.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	await enter(page, user.email);
	await page.waitForURL(/\/dashboard/);
	await page.goto(`${origin}/settings/security`);
	await page
		.getByRole("button", { name: /add .*passkey/i })
		.first()
		.click();
	await page.getByRole("dialog").getByLabel(/name/i).fill("Test device");
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /add|create|continue/i })
		.last()
		.click();
	await page.getByText("Test device").first().waitFor();
	await beginMessage(user, page, "By passkey");
	// Confirming one's identity for the passkey may have ended the session of `user`.
	await endSessionsWhileTyping(await signInAt(app.server.url, user.email), page);
	await dialogOf(page).getByRole("button", { name: "Sign in with a passkey" }).click();
	await sendsOnce(page, "By passkey");
});
