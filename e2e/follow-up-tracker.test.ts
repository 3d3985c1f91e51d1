import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { connectMailbox } from "#server/mail/send/testing.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE, WIDE } from "./browser.ts";
import { toastOf } from "./categorizer-fixture.ts";

let dovecot: Dovecot;
let user: MailUser;
let sink: SmtpSink;
let dns: TestDns;
let app: App;
let page: Page;
let ownerId: string;
let account: string;

const main = () => page.getByRole("main");
const button = (name: string) => main().getByRole("button", { name, exact: true });

beforeAll(async () => {
	dovecot = await startDovecot();
	user = await dovecot.addUser();
	sink = await startSmtpSink();
	dns = await startDns({
		"ink.example": { MX: [10, "mx.ink.example"] },
		"mx.ink.example": { A: "192.0.2.1" },
		localhost: { A: "127.0.0.1" },
		// Of the mailbox.
		"example.org": { TXT: "v=spf1 ip4:192.0.2.1 -all" },
		"_dmarc.example.org": { TXT: "v=DMARC1; p=reject" },
	});
	app = await startApp({ ALLOW_PRIVATE_HOSTS: "on", DNS_SERVERS: dns.server });
	const person = await app.server.signUp("campaigns@vale.example");
	({ ownerId } = person);
	account = await connectMailbox({ ctx: app.server.ctx, ownerId }, dovecot, user, sink.port);
	await enqueueSync(app.server.ctx, ownerId, account);
	await app.server.ctx.jobs.drain(60_000);
	page = await app.open({ isShared: true });
	await addSession(page, person, app.server.url);
});
afterAll(async () => {
	await app?.close();
	await sink?.close();
	await dns?.close();
	await dovecot?.stop();
});

const readCampaigns = async () =>
	(await (await page.request.get("/api/v1/campaigns")).json()) as {
		items: { state: string; recipientCount: number }[];
	};

/** Makes the first message a formatted one, with emphasis, a merge field and a link; the follow-up stays as it was. */
async function formatFirstMessage(): Promise<void> {
	await button("Switch to rich text").first().click();
	const editor = main().getByRole("textbox", { name: "Message", exact: true }).first();
	await editor.getByText("may I ask you something?").click();
	await page.keyboard.press("Control+End");
	await page.keyboard.type(" ");
	await button("Bold").click();
	await page.keyboard.type("Thanks, ");
	await button("Merge fields").first().click();
	await page.getByRole("menuitem", { name: "first_name", exact: true }).click();
	await button("Bold").click();
	await page.keyboard.type(" ");
	await button("Link").click();
	await page.getByLabel("Web or email address").fill("ink.example/offer");
	await page.getByRole("button", { name: "Save link" }).click();
	await editor.getByText("ink.example/offer").waitFor();

	await button("Switch to rich text").click();
	await button("Switch to plain text").last().click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Switch" }).click();
	expect(await main().getByLabel("Message", { exact: true }).last().inputValue()).toBe("Did you see my question?");
}

const csv = [
	"First name;E-mail;Company",
	"Ann;ann@ink.example;Ink & Co",
	"Bob;bob@nowhere.example;Nowhere",
	"Ann again;ann@ink.example;Ink & Co",
].join("\n");

test("a campaign: recipients from CSV, messages, the check, a preview, and the launch", async () => {
	const nudge = { name: "Nudge", subject: "", html: null, text: "Did you see my question?" };
	const headers = { origin: app.server.url };
	expect((await page.request.post("/api/v1/templates", { data: nudge, headers })).status()).toBe(201);
	await page.goto("/tool/follow-up-tracker");
	await main().getByText("No campaigns yet").waitFor();
	expect(await main().getByText("Not tracked").count()).toBe(2);
	await expectAccessible(page);
	await main().getByRole("button", { name: "New campaign" }).first().click();
	await main().getByLabel("Campaign name").fill("Spring offer");
	const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
	await main().locator("input[type=file]").setInputFiles(file);
	await button("Add 3 recipients").click();
	await toastOf(page, "2 recipients added, 1 duplicate skipped").waitFor();
	await expectAccessible(page);
	await button("Continue").click();

	await main().getByLabel("Subject", { exact: true }).fill("A question for {{company}}");
	await main().getByLabel("Message", { exact: true }).fill("Hi {{first_name|there}},\n\nmay I ask you something?");
	await button("Add follow-up").click();
	await button("Insert template").last().click();
	await page.getByRole("menuitem", { name: "Nudge" }).click();
	await expect
		.poll(() => main().getByLabel("Message", { exact: true }).last().inputValue())
		.toBe("Did you see my question?");
	await formatFirstMessage();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await button("Continue").click();

	for (const day of ["Saturday", "Sunday"]) await main().getByRole("checkbox", { name: day }).check();
	await main().getByLabel("From", { exact: true }).fill("00:00");
	await main().getByLabel("Until", { exact: true }).fill("00:00");
	await main().getByLabel("Postal address").fill("1 Harbor Street, Portland");
	await expectAccessible(page);
	await button("Continue").click();

	await main().getByText("1 person will get this campaign").waitFor({ timeout: 60_000 });
	await main().getByText("The domain receives no email").waitFor();
	await main().getByText("A question for Ink & Co").first().waitFor();
	const shown = main().frameLocator('iframe[title="Message: A question for Ink & Co"]').first();
	await shown.getByText("Hi Ann,").waitFor();
	expect(await shown.locator("strong").textContent()).toBe("Thanks, Ann");
	expect(await shown.getByRole("link", { name: "ink.example/offer" }).getAttribute("href")).toBe(
		"https://ink.example/offer",
	);
	await button("Send test email").first().click();
	const tester = main().getByLabel("Send test to");
	expect(await tester.inputValue()).toContain(user.user);
	await tester.fill("colleague@ink.example");
	await button("Send").click();
	await main().getByText("Test sent to colleague@ink.example").waitFor();
	const [test] = sink.received.splice(0);
	expect(test?.to).toEqual(["colleague@ink.example"]);
	expect(test?.raw).toContain("Subject: [Test] A question for Ink & Co");
	await expectAccessibleInBothThemes(page, async () => undefined);
	await button("Launch campaign").click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Launch" }).click();
	await toastOf(page, "Campaign launched").waitFor();
	await main().getByText("Active", { exact: true }).waitFor();
	await expect.poll(() => sink.received.length, { timeout: 60_000 }).toBe(1);
	expect(sink.received[0]?.to).toEqual(["ann@ink.example"]);
	const { text, html } = await parseFull(Buffer.from(sink.received[0]?.raw ?? ""));
	expect(text).toContain(
		"Hi Ann,\n\nmay I ask you something? Thanks, Ann ink.example/offer\n\n-- \n1 Harbor Street, Portland",
	);
	expect(html).toContain(
		'something? <strong>Thanks, Ann</strong> <a href="https://ink.example/offer">ink.example/offer</a></div>',
	);
	for (const part of [text, html]) expect(part).toContain("/unsubscribe/");
	expect(html).toContain("1 Harbor Street, Portland");
	app.expectNoPageErrors();
}, 180_000);

test("a reply arrives: the tracker shows it, the sequence ends, and the results are exported", async () => {
	const messageId = /^Message-ID: (<[^>]+>)/im.exec(sink.received[0]?.raw ?? "")?.[1];
	const reply = [
		...["From: Ann <ann@ink.example>", `To: ${user.user}@example.org`, "Subject: Re: A question for Ink & Co"],
		...[`Date: ${new Date().toUTCString()}`, "Message-ID: <reply@ink.example>", `In-Reply-To: ${messageId}`],
		...["", "Gladly, ask away.", ""],
	];
	await dovecot.deliver(user.user, reply.join("\r\n"));
	await enqueueSync(app.server.ctx, ownerId, account);
	await button("All campaigns").click();
	await expect
		.poll(
			async () => {
				await button("Refresh Data").click();
				await toastOf(page, "Data Refreshed.").waitFor();
				return (await main().getByRole("list", { name: "Campaigns" }).textContent()) ?? "";
			},
			{ timeout: 60_000 },
		)
		.toContain("Replied1 100.0%");
	await expectAccessibleInBothThemes(page, async () => undefined);
	await main().getByText("Completed", { exact: true }).waitFor();
	await main().getByRole("button", { name: "View Details of Spring offer" }).click();
	await main().getByRole("button", { name: "Show ann@ink.example" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByText("Gladly, ask away.").waitFor();
	const tone = dialog.getByRole("combobox", { name: "What the reply says" });
	expect(await tone.textContent()).toContain("Interested");
	await dialog.getByText("Proposed from the text of the reply.").waitFor();
	await tone.click();
	await page.getByRole("option", { name: "Not now" }).click();
	await dialog.getByText("Shown in the list and in the export.").waitFor();
	await dialog.getByRole("link", { name: "Open email" }).waitFor();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Close" }).click();
	for (const place of [
		main().getByRole("list", { name: "Replies" }),
		main().getByRole("region", { name: "Recipients" }),
	])
		await place.getByText("Not now", { exact: true }).waitFor();
	const download = page.waitForEvent("download");
	await main().getByRole("link", { name: "Export CSV" }).click();
	const text = await readFile(await (await download).path(), "utf8");
	expect(text).toContain("ann@ink.example,Ann,Ink & Co,replied");
	expect(text).toContain("bob@nowhere.example,Bob,Nowhere,excluded,no_mail_server");

	await page.setViewportSize(PHONE);
	const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(await overflow()).toBeLessThanOrEqual(0);
	await expectAccessible(page);
	await button("All campaigns").click();
	await main().getByRole("button", { name: "View Details of Spring offer" }).waitFor();
	expect(await overflow()).toBeLessThanOrEqual(0);
	await page.setViewportSize(WIDE);
	app.expectNoPageErrors();
}, 180_000);

test("recipients from contacts and a search; two subjects, a condition, warm-up and the recipients' time zone", async () => {
	await button("New campaign").click();
	await main().getByRole("tab", { name: "Contacts" }).click();
	const people = main().getByRole("list", { name: "People to add" });
	const ann = people.getByRole("checkbox", { name: "Ann <ann@ink.example>" });
	await ann.waitFor({ timeout: 60_000 });
	await expectAccessibleInBothThemes(page, async () => undefined);
	await ann.uncheck();
	// The address of the test email is left.
	await button("Add 1 recipient").waitFor();
	await main().getByRole("tab", { name: "Search" }).click();
	await main().getByLabel("Find people by their emails").fill("from:(");
	await main().getByText("Couldn't find people").waitFor();
	await main().getByLabel("Find people by their emails").fill("gladly");
	await ann.waitFor();
	await button("Add 1 recipient").click();
	await toastOf(page, "1 recipient added").waitFor();
	await button("Continue").click();

	await main().getByLabel("Subject", { exact: true }).fill("First subject");
	await main().getByLabel("Second subject (A/B test)").fill("Second subject");
	await main().getByLabel("Message", { exact: true }).fill("Hi {{first_name}}.");
	await button("Add follow-up").click();
	await main().getByLabel("Message", { exact: true }).last().fill("You looked at it.");
	await main().getByRole("combobox", { name: "Send" }).click();
	await page.getByRole("option", { name: "Only if no reply, and a link was clicked" }).click();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await button("Continue").click();

	await main().getByRole("combobox", { name: "Recipients' time zone" }).click();
	await page.getByRole("option", { name: "first_name" }).click();
	await main().getByRole("switch", { name: "Warm up new mailboxes" }).click();
	await main().getByLabel("Messages on the first day").fill("5");
	await main()
		.getByRole("switch", { name: /^Include people you were in touch with/ })
		.click();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await page.setViewportSize(PHONE);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
	await page.setViewportSize(WIDE);
	await button("Continue").click();

	await main().getByText("Turn on “Track clicks” for it.").waitFor({ timeout: 60_000 });
	await main()
		.getByText(/^(First|Second) subject$/)
		.first()
		.waitFor();
	await main().getByText("Hi Ann.").waitFor();
	expect(await button("Launch campaign").isDisabled()).toBe(true);
	const { items } = await readCampaigns();
	expect(items[0]).toMatchObject({ state: "draft", recipientCount: 1 });
	await button("All campaigns").click();
	// The incomplete search.
	app.expectNoPageErrors(/status of 400/);
}, 180_000);

test("the unsubscribe page works without JavaScript, and only its button acts", async () => {
	const link =
		/<(http[^>]+\/unsubscribe\/[^>]+)>/.exec(sink.received[0]?.raw.replace(/\r\n[ \t]+/g, "") ?? "")?.[1] ?? "";
	const stateOf = async () =>
		(
			await app.server.ctx.database.query<{ target: string }>("select target from suppressions where owner_id = $1", [
				ownerId,
			])
		).map(({ target }) => target);
	const path = new URL(link).pathname;
	const browser = page.context().browser();
	const context = await browser?.newContext({ javaScriptEnabled: false, baseURL: app.server.url });
	const visitor = await context?.newPage();
	await visitor?.goto(path);
	await visitor?.getByRole("heading", { name: "Unsubscribe" }).waitFor();
	expect(await stateOf()).toEqual([]);
	await visitor?.getByRole("button", { name: "Unsubscribe" }).click();
	await visitor?.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
	expect(await stateOf()).toEqual(["ann@ink.example"]);
	await context?.close();
});
