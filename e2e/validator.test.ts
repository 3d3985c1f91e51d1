import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type ScriptedSmtpServer, startScriptedSmtpServer } from "#test/scripted-smtp-server.ts";
import type { TestUser } from "#test/server.ts";
import { workbookOf } from "#test/workbook.ts";
import { validatorContract } from "#tools/validator/contract.ts";
import { zones } from "#tools/validator/server/testing/zones.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE, WIDE } from "./browser.ts";

let dns: TestDns;
let mail: ScriptedSmtpServer;
let app: App;
let page: Page;
let user: TestUser;
beforeAll(async () => {
	dns = await startDns({ ...zones, "mx.mail.test": { A: "127.0.0.1", TTL: 300 } });
	mail = await startScriptedSmtpServer();
	const probes = { ALLOW_PRIVATE_HOSTS: "on", PROBE_PORT: String(mail.port) };
	app = await startApp({ DNS_SERVERS: dns.server, ...probes });
	page = await app.open();
	user = await app.server.signUp("validator@vale.example");
	await addSession(page, user, app.server.url);
});
afterAll(async () => {
	await app.close();
	await Promise.all([dns.close(), mail.close()]);
});

/** Cells of the file that a click downloads, and its name. */
async function downloaded(button: string): Promise<{ name: string; rows: string[][] }> {
	const waiting = page.waitForEvent("download");
	await page.getByRole("main").getByText(button, { exact: true }).first().click();
	const file = await waiting;
	const text = await readFile(await file.path(), "utf8");
	return {
		name: file.suggestedFilename(),
		rows: parse(text, { bom: true, delimiter: /^[^\r\n]*;/.test(text) ? ";" : "," }),
	};
}

const main = () => page.getByRole("main");
const stat = (name: string) =>
	main()
		.getByLabel("Summary")
		.locator("div", { has: page.getByText(name, { exact: true }) })
		.locator("dd");

test("a typed list is validated while one watches, and exported", async () => {
	await page.goto("/tool/email-validator");
	await main().getByRole("button", { name: "Validate Emails" }).waitFor();
	expect(await main().getByRole("button", { name: "Validate Emails" }).isDisabled()).toBe(true);
	await expectAccessible(page);
	const field = main().getByLabel("Email addresses");
	await field.fill("nothing here");
	await main().getByRole("button", { name: "Validate Emails" }).click();
	await page.getByText("No emails provided").waitFor();
	await field.fill(Array(1_001).fill("ann@good.test").join("\n"));
	await main().getByRole("button", { name: "Validate Emails" }).click();
	await page.getByText("Please limit to 1000 emails per batch.").waitFor();

	const more = Array.from({ length: 55 }, (_, i) => `person${i}@plain.test`);
	await field.fill(["ann@good.test, Ann", "ann@gmial.com; sales@plain.test, di@servfail.test", ...more].join("\n"));
	await main().getByRole("button", { name: "Validate Emails" }).click();
	await expect.poll(() => stat("Checked").textContent()).toBe("59");
	expect(await Promise.all(["Valid", "Invalid", "Risky", "Unknown"].map((name) => stat(name).textContent()))).toEqual([
		"0",
		"1",
		"1",
		"57",
	]);
	await main().getByText("Did you mean ann@gmail.com?").waitFor();
	await main().getByText("Temporary failure").waitFor();
	// Filtered by status and reason.
	const results = main().getByRole("list", { name: "Results" });
	await main().getByRole("combobox", { name: "Status" }).click();
	await page.getByRole("option", { name: "Unknown (57)" }).click();
	await main().getByRole("combobox", { name: "Reason" }).click();
	await page.getByRole("option", { name: "Temporary failure (1)" }).click();
	await results.getByRole("button", { name: "Details of di@servfail.test" }).waitFor();
	expect(await results.getByRole("listitem").count()).toBe(1);
	await results.getByText("UNKNOWN", { exact: true }).waitFor();
	await results.getByText("Score 50").waitFor();
	expect((await downloaded("Export these rows")).rows.map(([email]) => email)).toEqual(["Email", "di@servfail.test"]);
	await expectAccessible(page);
	await main().getByRole("combobox", { name: "Status" }).click();
	await page.getByRole("option", { name: "All results" }).click();
	await main().getByRole("button", { name: "Details of ann@good.test" }).click();
	await page.getByRole("dialog", { name: "ann@good.test" }).getByText("v=spf1 include:_spf.mail.test -all").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");

	const { name, rows } = await downloaded("Export CSV");
	expect(name).toBe("email-validation-results.csv");
	expect(rows).toHaveLength(61);
	expect(rows[60]?.slice(0, 4)).toEqual(["Ann", "Unknown", "not checked", "Not an address: it has no @"]);
	expect(rows[0]?.slice(0, 5)).toEqual(["Email", "Valid", "Status", "Reason", "Deliverable"]);
	expect(rows[1]?.slice(0, 12)).toEqual([
		...[
			"ann@good.test",
			"Unknown",
			"unknown",
			"Domain works; mailbox not checked",
			"Unknown",
			"Unknown",
			"good.test",
			"Yes",
			"Yes",
			"Yes",
			"80",
			"",
		],
	]);
	expect(rows[2]?.slice(0, 7)).toEqual([
		"ann@gmial.com",
		"No",
		"invalid",
		"Domain not found",
		"No",
		"High",
		"gmial.com",
	]);
	await expectAccessibleInBothThemes(page, async () => undefined);
	app.expectNoPageErrors();
});

test("a file is validated row by row, exported and deleted", async () => {
	await page.goto("/tool/bulk-validator");
	// The address is not the one that the rail links to.
	const entry = page.getByRole("navigation", { name: "Tools" }).getByRole("link", { name: "Bulk Email Validator" });
	await expect.poll(() => entry.getAttribute("aria-current")).toBe("page");
	const input = page.locator("input[type=file]");
	await input.setInputFiles({ name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
	await page.getByText("Please select a CSV file").waitFor();
	const people = Array.from({ length: 400 }, (_, i) => `Person ${i};p${i}@plain.test;=1+${i}`);
	const text = ["Name;E-mail;Note", "Ann;ann@good.test;first", "Bob;bob@missing.test;", ...people, ";;"].join("\r\n");
	const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
	await input.setInputFiles(file);
	await main().getByText("people.csv loaded").waitFor();
	expect(await main().getByLabel("Email addresses").isDisabled()).toBe(true);
	await main().getByRole("button", { name: "Columns and format" }).click();
	await expectAccessible(page);
	await main().getByRole("button", { name: "Clear and start over" }).click();
	await input.setInputFiles(file);
	await main().getByRole("button", { name: "Validate Emails" }).click();
	await page.getByText("File uploaded successfully").waitFor();
	await main().getByText("Done", { exact: true }).waitFor();
	expect(await Promise.all(["Unknown", "Invalid"].map((name) => stat(name).textContent()))).toEqual(["401", "1"]);
	// The list has all rows; the last one was left out, with its reason.
	const results = main().getByRole("list", { name: "Results" });
	await results.hover();
	await expect
		.poll(async () => {
			await page.mouse.wheel(0, 30_000);
			return results.getByText("Blank line").count();
		})
		.toBe(1);
	await main().getByRole("combobox", { name: "Status" }).click();
	await page.getByRole("option", { name: "Invalid (1)" }).click();
	await main().getByRole("button", { name: "Details of bob@missing.test" }).click();
	await page.getByRole("dialog").getByText("missing.test does not exist.").waitFor();
	await page.keyboard.press("Escape");

	const { name, rows } = await downloaded("Export CSV");
	expect(name).toMatch(/^email-validation-\d{4}-[\w-]+\.csv$/);
	expect(rows).toHaveLength(404);
	expect(rows[0]?.slice(0, 4)).toEqual(["Name", "E-mail", "Note", "Email"]);
	expect(rows[403]?.slice(4, 7)).toEqual(["Unknown", "not checked", "Blank line"]);
	expect(rows[402]?.slice(0, -1)).toEqual([
		...["Person 399", "p399@plain.test", "'=1+399"],
		...[
			"p399@plain.test",
			"Unknown",
			"unknown",
			"Domain works; mailbox not checked",
			"Unknown",
			"Unknown",
			"plain.test",
			"Yes",
			"No",
			"No",
			"68",
			"",
		],
	]);
	expect((await downloaded("Export valid only")).rows).toHaveLength(1);
	expect((await downloaded("Export these rows")).rows.map((row) => row[1])).toEqual(["E-mail", "bob@missing.test"]);

	await page.setViewportSize(PHONE);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	await main().getByRole("combobox", { name: "Reason" }).click();
	await page.getByRole("option", { name: "Domain not found (1)" }).click();
	await expectAccessible(page);
	await main().getByRole("tab", { name: "History" }).click();
	await main().getByLabel("Search addresses").fill("bob@");
	await page.getByRole("region", { name: "History" }).getByText("Domain not found").waitFor();
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	await expectAccessible(page);
	await main().getByRole("tab", { name: "Validate" }).click();
	await main().getByRole("button", { name: "Delete people.csv" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete file" }).click();
	await main().getByRole("button", { name: "Show results of people.csv" }).waitFor({ state: "detached" });
	app.expectNoPageErrors();
});

test("a spreadsheet is validated by the column of one of its sheets, and exported as one", async () => {
	await page.setViewportSize(WIDE);
	await page.goto("/tool/bulk-validator");
	const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
	const row = (n: number, ...values: string[]) =>
		`<row r="${n}">${values.map((value, index) => cell(`${"ABC"[index]}${n}`, value)).join("")}</row>`;
	const workbook = workbookOf({
		Private: row(1, "Name", "Mail") + row(2, "Ann", "ann@plain.test"),
		Work:
			row(1, "Code", "Home", "Office") +
			row(2, "007", "a@plain.test", "b@missing.test") +
			row(4, "008", "c@plain.test"),
	});
	const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
	await page.locator("input[type=file]").setInputFiles({ name: "team.xlsx", mimeType, buffer: Buffer.from(workbook) });
	await main().getByText("team.xlsx loaded").waitFor();
	await main().getByRole("combobox", { name: "Sheet" }).click();
	await page.getByRole("option", { name: "Work" }).click();
	await main().getByRole("button", { name: "Columns and format" }).click();
	await main().getByRole("columnheader", { name: "Office" }).getByRole("combobox").click();
	await page.getByRole("option", { name: "Email address (required)" }).click();
	await page.setViewportSize(PHONE);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	await expectAccessibleInBothThemes(page, async () => undefined);
	await page.setViewportSize(WIDE);
	await main().getByRole("button", { name: "Validate Emails" }).click();
	const results = main().getByRole("list", { name: "Results" });
	await results.getByText("b@missing.test").waitFor();
	await results.getByText("Blank line").waitFor();
	await results.getByText("No address in the column").waitFor();
	await main().getByText("Done", { exact: true }).waitFor();
	const waiting = page.waitForEvent("download");
	await main().getByRole("link", { name: "Export XLSX: team.xlsx" }).click();
	const file = await waiting;
	expect(file.suggestedFilename()).toMatch(/^email-validation-\d{4}-[\w-]+\.xlsx$/);
	const bytes = new Uint8Array(await readFile(await file.path()));
	const { sheets } = await user.client(validatorContract).inspectSpreadsheet({}, { bytes });
	expect(sheets[0]?.sample).toEqual([["Ann", "ann@plain.test"]]);
	expect(sheets[1]?.sample[0]?.slice(0, 6)).toEqual([
		...["007", "a@plain.test", "b@missing.test", "b@missing.test", "No", "invalid"],
	]);
	await main().getByRole("button", { name: "Delete team.xlsx" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete file" }).click();
	await main().getByRole("button", { name: "Show results of team.xlsx" }).waitFor({ state: "detached" });
	app.expectNoPageErrors();
});

test("a file is monitored, and shows what changed", async () => {
	await page.setViewportSize(WIDE);
	dns.set({ "moves.test": { MX: [10, "mx.mail.test"] } });
	await page.goto("/tool/email-validator");
	await main().getByRole("tab", { name: "Monitored" }).click();
	await main().getByRole("heading", { name: "No monitored lists" }).waitFor();
	await main().getByRole("tab", { name: "Validate" }).click();
	const buffer = Buffer.from("Email\nann@moves.test\nbob@plain.test\nnot an address@\n");
	await page.locator("input[type=file]").setInputFiles({ name: "kept.csv", mimeType: "text/csv", buffer });
	await main().getByRole("button", { name: "Validate Emails" }).click();
	await main().getByRole("button", { name: "Monitor kept.csv" }).click();
	await page.getByText("Monitoring kept.csv").waitFor();
	await main().getByRole("tab", { name: "Monitored" }).click();
	const list = main().getByRole("listitem").filter({ hasText: "kept.csv" });
	await list.getByText(/^3 addresses · 1 invalid · 2 unknown · 0 changes in 30 days · checked/).waitFor();
	await list.getByRole("button", { name: "Show changes of kept.csv" }).click();
	await main().getByText("No changes", { exact: true }).waitFor();
	await expectAccessible(page);

	dns.set({ "moves.test": { MX: [0, "."] } });
	await list.getByRole("button", { name: "Check kept.csv now" }).click();
	await list.getByText(/^3 addresses · 2 invalid · 1 unknown · 1 change in 30 days/).waitFor();
	const changes = main().getByRole("region", { name: "Changes" });
	const row = changes.getByRole("row").filter({ hasText: "ann@moves.test" });
	await row.getByText("Domain works; mailbox not checked").waitFor();
	await row.getByText("Domain does not accept email").waitFor();
	await list.getByRole("combobox", { name: "How often kept.csv is checked" }).click();
	await page.getByRole("option", { name: "Every month" }).click();
	await page.reload();
	await main().getByRole("tab", { name: "Monitored" }).click();
	await list.getByRole("combobox").getByText("Every month").waitFor();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await page.setViewportSize(PHONE);
	await list.getByRole("button", { name: "Show changes of kept.csv" }).click();
	await changes.getByText("ann@moves.test").waitFor();
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	await expectAccessible(page);
	await page.setViewportSize(WIDE);

	const { rows } = await downloaded("Export CSV");
	expect(rows.slice(1).map((cells) => [cells[0], cells[2]])).toEqual([
		["ann@moves.test", "invalid"],
		["bob@plain.test", "unknown"],
		["not an address@", "invalid"],
	]);
	await list.getByRole("button", { name: "Stop monitoring kept.csv" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Stop monitoring" }).click();
	await main().getByRole("heading", { name: "No monitored lists" }).waitFor();
	app.expectNoPageErrors();
});

test("the accuracy of scores shows once enough emails were delivered or bounced", async () => {
	await page.setViewportSize(WIDE);
	await page.goto("/tool/email-validator");
	await main().getByRole("tab", { name: "Accuracy" }).click();
	await main().getByRole("heading", { name: "Not enough emails yet" }).waitFor();
	await main().getByText("So far: 0 of 100 emails, 0 of 10 bounces.").waitFor();
	await expectAccessible(page);

	// Sent since: a third of the emails to one domain bounced, of the other none.
	const mbox = new TextEncoder().encode("From a@b.test Mon Nov  2 10:00:00 2026\nFrom: a@b.test\n\nHello\n\n");
	const { account } = await user
		.client(accountsContract)
		.importMbox({ query: { filename: "x.mbox" } }, { bytes: mbox });
	const emails = Array.from({ length: 60 }, (_, i) => [`s${i}@good.test`, `s${i}@a-only.test`]).flat();
	for await (const _ of user.client(validatorContract).validateEmails({ body: { emails } }));
	await app.server.ctx.database.exec(
		`update validated_email_history set checked_at = checked_at - interval '10 days' where owner_id = $1`,
		[user.ownerId],
	);
	await app.server.ctx.database.exec(
		`insert into outgoing_recipients (owner_id, account_id, outgoing_id, address, state, status, updated_at)
		select $1, $2, gen_random_uuid(), address, case when bounced then 'bounced' else 'accepted' end,
			case when bounced then '5.1.1' end, now() - interval '5 days'
		from (select address, address like '%@a-only.test' and n % 3 = 0 as bounced
			from unnest($3::text[]) with ordinality as e (address, n)) r`,
		[user.ownerId, account.id, emails],
	);
	await page.reload();
	await main().getByRole("tab", { name: "Accuracy" }).click();
	const chart = main().getByRole("figure", { name: "Delivered by score" });
	await chart.getByText("120 emails sent to validated addresses, 20 bounces").waitFor();
	await chart.getByRole("button", { name: "Show as table" }).click();
	const cells = async (score: string) =>
		chart.getByRole("row").filter({ hasText: score }).locator("td").allTextContents();
	expect(await cells("60 emails").then((all) => all.slice(0, 1))).toEqual(["67%"]);
	await expectAccessibleInBothThemes(page, async () => undefined);
	await main().getByRole("tab", { name: "History" }).click();
	await main().getByLabel("Search addresses").fill("s1@a-only");
	await main().getByRole("button", { name: "Details of s1@a-only.test" }).click();
	await page.getByRole("dialog").getByText("Probability of delivery").waitFor();
	await page.getByRole("dialog").getByText("66%").waitFor();
	app.expectNoPageErrors();
});

test("mailbox checks are tested and turned on, and decide a verdict", async () => {
	await page.setViewportSize({ width: 1440, height: 900 });
	mail.mailboxes.set("ann@plain.test", "250 2.1.5 Ok");
	await page.goto("/tool/email-validator");
	await main().getByRole("button", { name: "Mailbox checks" }).click();
	const dialog = page.getByRole("dialog", { name: "Mailbox checks" });
	const check = dialog.getByRole("switch", { name: "Check mailboxes" });
	expect(await check.isChecked()).toBe(false);
	await dialog.getByRole("button", { name: "Run self-test" }).click();
	await dialog.getByText("Mail servers can be reached, but many will refuse this server").waitFor();
	await dialog.getByText("192.0.2.77 has no name in reverse DNS").waitFor();
	await expectAccessible(page);
	await check.click();
	await dialog.locator("[role=switch][aria-checked=true]").waitFor();
	await page.setViewportSize(PHONE);
	await expectAccessible(page);
	await page.setViewportSize({ width: 1440, height: 900 });
	await dialog.getByRole("button", { name: "Done" }).click();

	await main().getByLabel("Email addresses").fill("ann@plain.test, gone@plain.test");
	await main().getByRole("button", { name: "Validate Emails" }).click();
	await main().getByText("Mailbox exists").waitFor();
	await main().getByText("Mailbox not found").waitFor();
	await main().getByRole("button", { name: "Details of gone@plain.test" }).click();
	await page.getByRole("dialog").getByText("The mailbox does not exist: 550 5.1.1 No such user here").waitFor();
	app.expectNoPageErrors();
});
