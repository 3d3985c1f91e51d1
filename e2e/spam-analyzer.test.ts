import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { smallDemo } from "#test/demo.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import type { TestUser } from "#test/server.ts";
import { aggregateReport, reportEmail, zipOf } from "#tools/spam-analyzer/server/testing/dmarc-reports.ts";
import { lists, zones } from "#tools/spam-analyzer/server/testing/zones.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE, WIDE } from "./browser.ts";
import { toastOf } from "./categorizer-fixture.ts";
import { fitsAndIsAccessible } from "./screenshots.ts";

let dns: TestDns;
let app: App;
let page: Page;
let user: TestUser;
beforeAll(async () => {
	dns = await startDns(zones);
	app = await startApp({ DNS_SERVERS: dns.server, ALLOW_PRIVATE_HOSTS: "on" }, { demo: smallDemo() });
	user = await app.server.signUp("analyzer@vale.example");
	await user.client(accountsContract).startDemo();
	await app.server.ctx.jobs.drain(60_000);
	await user.client(settingsContract).updateSettings({ params: { section: "spam-analyzer" }, body: lists });
	page = await app.open({ isShared: true });
	await addSession(page, user, app.server.url);
});
afterAll(async () => {
	await app.close();
	await dns.close();
});

const main = () => page.getByRole("main");
const analyze = () => main().getByRole("button", { name: "Analyze", exact: true });
const result = () => main().getByRole("region", { name: "Trust Score" });

test("an address and a domain are analyzed, each check with its evidence; other input is refused", async () => {
	await page.goto("/tool/spam-analyzer");
	await main().getByText("Who is this sender?").waitFor();
	await expectAccessible(page);
	const field = main().getByLabel("Email address or domain");
	await analyze().click();
	await toastOf(page, "Email Required").getByText("Please enter an email address to analyze").waitFor();
	await field.fill("nobody");
	await field.press("Enter");
	await toastOf(page, "Invalid Email").getByText("Please enter a valid email address.").waitFor();

	await field.fill("ann@good.test");
	await field.press("Enter");
	await toastOf(page, "Analysis Complete").waitFor();
	const score = /\d+\/100/.exec((await result().textContent()) ?? "")?.[0] ?? "";
	await toastOf(page, "Analysis Complete").getByText(`Trust score: ${score}.`).waitFor();
	await result().getByText("Low Risk").waitFor();
	const cards = main().getByLabel("Records and blacklists");
	expect(await cards.locator("dd").allTextContents()).toEqual(["Valid", "Valid", "Valid", "Clean"]);
	const spf = main().getByRole("button", { name: /^SPF ?: ?Passed/ });
	await spf.click();
	await main().getByText("v=spf1 mx -all").first().waitFor();
	await main().getByText(`answered by ${dns.server}`, { exact: false }).first().waitFor();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await main().getByRole("button", { name: "How it's scored" }).click();
	await page.getByRole("dialog").getByText("Spam and unsubscribes", { exact: true }).waitFor();
	// Its text is taller than the window, and has no controls: Tab reaches it, so that the keys scroll it.
	await expectAccessible(page);
	await page.keyboard.press("Escape");

	await field.fill("bare.test");
	await analyze().click();
	await result().getByText("bare.test", { exact: true }).waitFor();
	await main().getByText("There is no SPF record", { exact: false }).first().waitFor();
	app.expectNoPageErrors(/status of 400/);
});

test("records are written for a domain, with the score that it would have", async () => {
	await page.goto("/tool/spam-analyzer?email=bare.test");
	await result().getByText("bare.test", { exact: true }).waitFor();
	await main().getByRole("button", { name: "Watch", exact: true }).click();
	await toastOf(page, "Watching bare.test").getByRole("button", { name: "Undo" }).click();
	await main().getByRole("button", { name: "Watch", exact: true }).waitFor();
	await main().getByRole("button", { name: "Edit records" }).click();
	const dialog = page.getByRole("dialog", { name: "Records of bare.test" });
	await dialog.getByText("Google Workspace", { exact: true }).waitFor();
	await dialog.getByRole("button", { name: "Write records" }).click();
	await expect.poll(() => dialog.getByLabel("SPF", { exact: true }).inputValue()).toBe("v=spf1 mx -all");
	await dialog.getByRole("button", { name: "Download private key" }).waitFor();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "See the score" }).click();
	const preview = dialog.getByRole("region", { name: "Score with these records" });
	await preview.getByText("Failed → Passed").first().waitFor();
	const [before = 100, after = 0] = [
		...((await preview.getByRole("status").textContent()) ?? "").matchAll(/(\d+)\/100/g),
	].map(([, number]) => Number(number));
	expect(after).toBeGreaterThan(before);
	// Edited by hand: the score belongs to the records that are shown.
	await dialog.getByLabel("SPF", { exact: true }).fill("v=spf1 +all");
	await preview.getByText("Failed → Passed").first().waitFor({ state: "detached" });
	await dialog.getByRole("button", { name: "See the score" }).click();
	await preview.getByText("authorizes any server to send", { exact: false }).waitFor();
	await page.keyboard.press("Escape");
	app.expectNoPageErrors();
});

const pasted = [
	"Received: from mx.good.test (mx.good.test [192.0.2.25]) by mx.here.test; Sat, 14 Nov 2026 10:00:05 +0000",
	"From: Ann <ann@good.test>",
	"To: me@here.test",
	"Subject: Your invoice",
	"Date: Sat, 14 Nov 2026 10:00:00 +0000",
	"Message-ID: <1@good.test>",
	"Content-Type: text/html",
	"",
	'<a href="https://evil.test/">https://bank.test/</a>',
	"",
].join("\n");

test("a pasted message and one of the inbox are analyzed, and are kept in the history", async () => {
	await page.goto("/tool/spam-analyzer");
	await main().getByRole("tab", { name: "Message" }).click();
	await main().getByLabel("Source of the message").fill("Hello");
	await analyze().click();
	await toastOf(page, "Analysis Failed").getByText("it has no From header", { exact: false }).waitFor();
	await main().getByLabel("Source of the message").fill(pasted);
	await analyze().click();
	const message = main().getByRole("region", { name: "This message" });
	await message.getByText("Your invoice", { exact: false }).waitFor();
	await message.getByText("evil.test", { exact: true }).waitFor();
	await message.getByText("mx.here.test", { exact: false }).last().waitFor();
	await expectAccessible(page);

	await main().getByRole("button", { name: "Choose from inbox" }).click();
	const picker = page.getByRole("dialog", { name: "Choose an email" });
	await picker.getByRole("listitem").first().waitFor();
	await expectAccessible(page);
	await picker.getByRole("listitem").first().getByRole("button").click();
	await page.waitForURL(/message=/);
	await message.getByText("Your invoice", { exact: false }).waitFor({ state: "detached" });
	await message.waitFor();

	await main().getByRole("tab", { name: "History" }).click();
	await main().getByRole("button", { name: "Open the analysis of ann@good.test" }).first().click();
	await page.getByRole("dialog").getByRole("region", { name: "Trust Score" }).waitFor();
	await page.keyboard.press("Escape");
	const removal = main().getByRole("button", { name: "Delete the analysis of bare.test" });
	const count = await removal.count();
	await removal.first().click();
	await expect.poll(() => removal.count()).toBe(count - 1);
	await main().getByRole("button", { name: "Settings" }).click();
	const settings = page.getByRole("dialog", { name: "Analysis settings" });
	await settings.getByRole("switch", { name: "Contact mail servers" }).waitFor();
	await expectAccessible(page);
	await settings.getByRole("button", { name: "Save" }).click();
	await toastOf(page, "Settings saved").waitFor();
	app.expectNoPageErrors(/status of 400/);
});

test("a domain is watched; a sender's name in the inbox opens its passport", async () => {
	await page.goto("/tool/spam-analyzer?view=watched");
	await main().getByText("No domains watched").waitFor();
	await expectAccessible(page);
	await main().getByLabel("Address or domain to watch").fill("good.test");
	await main().getByRole("button", { name: "Watch", exact: true }).click();
	const row = main().getByRole("list", { name: "Watched domains" }).getByRole("listitem").first();
	await row.getByText("Daily · checked", { exact: false }).waitFor();
	dns.set({ "_dmarc.good.test": { TXT: "v=DMARC1; p=none" } });
	await row.getByRole("button", { name: "Check now" }).click();
	await toastOf(page, "good.test has changed").waitFor();
	await row.getByText("v=DMARC1; p=none", { exact: true }).waitFor();
	await row.getByText("v=DMARC1; p=reject; rua=mailto:dmarc@good.test", { exact: true }).waitFor();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await row.getByRole("button", { name: "Stop watching good.test" }).click();
	await main().getByText("No domains watched").waitFor();

	await page.goto("/inbox");
	await page.getByRole("row").first().click();
	await page
		.getByRole("button", { name: /^About / })
		.first()
		.click();
	const passport = page.getByRole("dialog");
	await passport.getByText("Trust Score", { exact: true }).waitFor();
	await passport.getByText(/^read .*, (never wrote back|wrote )/).waitFor();
	await passport.getByTitle("Show in inbox").waitFor();
	await expectAccessible(page);
	await passport.getByRole("link", { name: "Analyze", exact: true }).click();
	await page.waitForURL(/spam-analyzer\?email=/);
	await result().waitFor();
	app.expectNoPageErrors();
});

test("DMARC reports that arrive are charted by source and day, and open the emails they came in", async () => {
	await page.goto("/tool/spam-analyzer?view=dmarc");
	await main().getByText("No DMARC reports", { exact: true }).waitFor();
	await expectAccessible(page);
	await main().getByRole("button", { name: "Read new reports" }).click();
	await page.getByText("No new reports").first().waitFor();
	const day = (ago: number) => Math.floor(Date.now() / 86_400_000 - ago) * 86_400;
	const own = {
		...{ ip: "192.0.2.25", emails: 90, dkim: "pass", spf: "pass", disposition: "none" },
		results: ["pass dkim vale.example", "pass dkim s1.post.example"],
	};
	const forger = { ip: "198.51.100.7", emails: 12, dkim: "fail", spf: "fail", disposition: "reject" };
	const first = aggregateReport({ domain: "vale.example", id: "1", begins: day(3), rows: [own, forger] });
	const second = aggregateReport({ domain: "vale.example", id: "2", begins: day(2), rows: [{ ...own, emails: 7 }] });
	const mbox = [
		reportEmail({ name: "r.test!vale.example!1!2.xml.gz", bytes: gzipSync(first) }),
		reportEmail({ name: "r.test!vale.example!3!4.zip", bytes: zipOf("r.xml", Buffer.from(second)) }),
	].join("");
	const query = { filename: "reports.mbox" };
	await user.client(accountsContract).importMbox({ query }, { bytes: new TextEncoder().encode(mbox) });
	await app.server.ctx.jobs.drain(60_000);
	await main().getByRole("button", { name: "Read new reports" }).click();
	await page.getByText("Read 2 emails").first().waitFor();

	const sources = main().getByRole("figure", { name: "Mail by source" });
	await sources.getByRole("button", { name: "Show as table: Mail by source" }).click();
	const rows = await sources.getByRole("row").allTextContents();
	expect(rows).toEqual(["SourcePassedFailed", "192.0.2.25 (post.example)970", "198.51.100.7012"]);
	const days = main().getByRole("slider", { name: "Mail by day, values" });
	await days.press("Home");
	expect(await days.getAttribute("aria-valuetext")).toMatch(/: Passed 90, Failed 12$/);
	await days.press("ArrowRight");
	expect(await days.getAttribute("aria-valuetext")).toMatch(/: Passed 7, Failed 0$/);
	await main().getByText("109", { exact: true }).waitFor();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await main().getByRole("link", { name: "Receiver & Co" }).first().click();
	await page.getByRole("heading", { name: "Report domain: good.test" }).first().waitFor();
	app.expectNoPageErrors();
});

test("sources beyond a page are listed on request, and a page that fails is said", async () => {
	const rows = Array.from({ length: 60 }, (_, n) => ({
		...{ ip: n === 0 ? "2001:db8:85a3::8a2e:370:7334" : `192.0.2.${n}`, emails: 100 - n, disposition: "none" },
		...{ dkim: "pass", spf: "pass" },
	}));
	const begins = Math.floor(Date.now() / 86_400_000 - 1) * 86_400;
	const report = aggregateReport({ domain: "many.example", id: "3", begins, rows });
	const mbox = [Buffer.from(report), Buffer.from("no report")]
		.map((bytes, n) => reportEmail({ name: `r.test!many.example!${n}!6.xml`, bytes }))
		.join("");
	const query = { filename: "many.mbox" };
	await user.client(accountsContract).importMbox({ query }, { bytes: new TextEncoder().encode(mbox) });
	await app.server.ctx.jobs.drain(60_000);
	await page.goto("/tool/spam-analyzer?view=dmarc");
	await main().getByRole("button", { name: "Read new reports" }).click();
	const sources = main().getByRole("region", { name: "All sources" });
	await sources.getByText("50 of 60 shown").waitFor();
	await page.route("**/dmarc-reports/sources?*cursor=*", (route) => route.fulfill({ status: 400, body: "{}" }));
	await sources.getByRole("button", { name: "Show more" }).click();
	await sources.getByText("Couldn't load more.").waitFor();
	await page.unroute("**/dmarc-reports/sources?*cursor=*");
	await sources.getByRole("button", { name: "Show more" }).click();
	await expect.poll(() => sources.getByRole("row").count()).toBe(61);
	const unreadable = main().getByRole("region", { name: "Reports that can't be read" });
	await unreadable.getByRole("link", { name: "Report domain: good.test" }).waitFor();
	await fitsAndIsAccessible(page, "dmarc-sources");
	await page.setViewportSize(PHONE);
	// An address of version 4 is on one line.
	await expect.poll(() => sources.getByText("192.0.2.59").evaluate((ip) => ip.getClientRects().length)).toBe(1);
	await fitsAndIsAccessible(page, "dmarc-sources-phone");
	await page.setViewportSize(WIDE);
	app.expectNoPageErrors(/400 \(Bad Request\)/);
});

test("fits a phone", async () => {
	await page.setViewportSize(PHONE);
	await page.goto("/tool/spam-analyzer?email=listed.test");
	await result().getByText("Very High Risk").waitFor();
	await expectAccessible(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	await main().getByRole("button", { name: "Edit records" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Write records" }).waitFor();
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	app.expectNoPageErrors();
});
