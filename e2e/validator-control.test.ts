import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestInstall, testInstall } from "#test/database.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type ServerProcess, startProcess } from "#test/process.ts";
import { signUpAt } from "#test/server.ts";
import { EXPORT_COLUMNS } from "#tools/validator/export-columns.ts";
import { addSession } from "./app.ts";
import { openBrowser, type PageOpener } from "./browser.ts";

const MX: [number, string] = [10, "mx.mail.test"];
const COUNT = 400;
const domain = (n: number) => (n % 2 === 0 ? "plain.test" : `d${n}.slow.test`);
const person = (n: number) => `p${n}@${domain(n)}`;
/** Domains whose queries are answered late: with 128 at a time, the list takes long. */
const slowDomains = (delayMs: number) =>
	Object.fromEntries(Array.from({ length: COUNT / 2 }, (_, i) => [domain(2 * i + 1), { MX, DELAY: delayMs }]));

let dns: TestDns;
let install: TestInstall;
let server: ServerProcess;
let browser: PageOpener;
let page: Page;
beforeAll(async () => {
	dns = await startDns({ "mx.mail.test": { A: "192.0.2.25", TTL: 300 }, "plain.test": { MX }, ...slowDomains(1_000) });
	install = await testInstall({ embedded: true });
	server = await startProcess(install, { DNS_SERVERS: dns.server });
	browser = await openBrowser();
	page = await browser.open({ isShared: true });
	await addSession(page, await signUpAt(server.url, "control@vale.example"), server.url);
});
afterAll(async () => {
	await browser.close();
	await server.stop();
	await Promise.all([install.remove(), dns.close()]);
});

const main = () => page.getByRole("main");

async function upload(name: string): Promise<void> {
	await page.goto(`${server.url}/tool/bulk-validator`);
	const rows = Array.from({ length: COUNT }, (_, n) => `"Person, ${n}",${person(n)},=1+${n}`);
	const buffer = Buffer.from(["Name,E-mail,Note", ...rows].join("\n"));
	await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
	await main().getByRole("button", { name: "Validate Emails" }).click();
	await page.getByText("File uploaded successfully").waitFor();
}

test("a typed list is canceled, and its results so far are kept", async () => {
	await page.goto(`${server.url}/tool/email-validator`);
	await main()
		.getByLabel("Email addresses")
		.fill(Array.from({ length: COUNT }, (_, n) => person(n)).join("\n"));
	await main().getByRole("button", { name: "Validate Emails" }).click();
	const first = main().getByRole("button", { name: `Details of ${person(0)}` });
	await first.waitFor();
	await main().getByRole("button", { name: "Cancel", exact: true }).click();
	await main().getByText("Canceled. Results so far are kept.").waitFor();
	await first.waitFor();
	const checked = main().getByLabel("Summary").locator("div", { hasText: "Checked" }).locator("dd");
	expect(Number(await checked.textContent())).toBeLessThan(COUNT);
});

test("a file is paused, resumed and canceled", async () => {
	await upload("control.csv");
	await main().getByRole("button", { name: "Pause control.csv" }).click();
	await main().getByText("Paused", { exact: true }).first().waitFor();
	await main().getByRole("button", { name: "Resume control.csv" }).click();
	await main().getByText("In progress", { exact: true }).first().waitFor();
	await main().getByRole("button", { name: "Cancel control.csv" }).click();
	await main().getByText("Canceled", { exact: true }).first().waitFor();
	await main().getByRole("link", { name: "Export CSV: control.csv" }).waitFor();
	expect(await main().getByRole("button", { name: "Resume control.csv" }).count()).toBe(0);
});

test("a file continues after the server was killed, and its export has every cell", async () => {
	await upload("people.csv");
	await expect
		.poll(
			() =>
				main()
					.getByText(new RegExp(`^[1-9]\\d* of ${COUNT}$`))
					.count(),
			{ timeout: 60_000 },
		)
		.toBe(1);
	await server.kill();
	dns.set(slowDomains(0));
	server = await startProcess(install, { DNS_SERVERS: dns.server });
	await page.goto(`${server.url}/tool/bulk-validator`);
	await main().getByRole("button", { name: "Show results of people.csv" }).click();
	await main().getByText("Done", { exact: true }).waitFor({ timeout: 90_000 });

	const waiting = page.waitForEvent("download");
	await main().getByRole("link", { name: "Export CSV: people.csv" }).click();
	const rows: string[][] = parse(await readFile(await (await waiting).path(), "utf8"), { bom: true });
	const checkedAt = EXPORT_COLUMNS.indexOf("Checked At");
	for (const row of rows.slice(1)) expect(Date.parse(row[3 + checkedAt] ?? "")).not.toBeNaN();
	const expected = Array.from({ length: COUNT }, (_, n) => [
		...[`Person, ${n}`, person(n), `'=1+${n}`],
		...[person(n), "Unknown", "unknown", "Domain works; mailbox not checked", "Unknown", "Unknown", domain(n)],
		...["Yes", "No", "No", "68", ""],
	]);
	expect(rows[0]).toEqual(["Name", "E-mail", "Note", ...EXPORT_COLUMNS]);
	expect(rows.slice(1).map((row) => row.toSpliced(3 + checkedAt, 1))).toEqual(expected);
}, 240_000);
