import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type ServerProcess, startProcess } from "#test/process.ts";
import { signUpAt, type TestUser } from "#test/server.ts";
import { EXPORT_COLUMNS } from "#tools/enrichment/server/lists/export.ts";
import { addSession } from "./app.ts";
import { openBrowser, type PageOpener } from "./browser.ts";

interface Person {
	name: string;
	email: string;
	position: string;
	company: string;
	phone: string;
}

const people: Person[] = [
	["Ann Lee", "CTO", "Oakworks Ltd", "+1 415 555 2671"],
	["Bob Ray", "Sales Manager", "Pinecraft Inc.", "+1 415 555 2672"],
	["Cem Kaya", "Software Engineer", "Elmhouse GmbH", "+1 415 555 2673"],
	["Dora Nagy", "Head of Sales", "Birchline Ltd", "+1 415 555 2674"],
].map(([name = "", position = "", company = "", phone = ""]) => {
	const local = (name.split(" ")[0] ?? "").toLowerCase();
	const domain = (company.split(" ")[0] ?? "").toLowerCase();
	return { name, position, company, phone, email: `${local}@${domain}.test` };
});
const nobody = "nobody@nowhere.test";

/** An email of each person, with a signature. */
const mbox = people
	.map(({ name, email, position, company, phone }, n) =>
		[
			`From ${email} Mon Nov  2 10:00:0${n} 2026`,
			`From: ${name} <${email}>`,
			"To: Reader <reader@vale.example>",
			`Subject: Offer ${n}`,
			`Date: Mon, 02 Nov 2026 10:00:0${n} +0000`,
			`Message-ID: <offer-${n}@vale.example>`,
			"Content-Type: text/plain; charset=utf-8",
			"",
			"Hello,",
			"",
			"the offer is attached.",
			"",
			"-- ",
			...[name, position, company, phone],
			"",
			"",
		].join("\n"),
	)
	.join("");

let dns: TestDns;
let install: TestInstall;
let server: ServerProcess;
let user: TestUser;
let browser: PageOpener;
let page: Page;
beforeAll(async () => {
	// No website of the organizations exists.
	dns = await startDns({});
	install = await testInstall({ embedded: true });
	server = await startProcess(install, { DNS_SERVERS: dns.server });
	browser = await openBrowser();
	page = await browser.open({ isShared: true });
	user = await signUpAt(server.url, "lists@vale.example");
	await addSession(page, user, server.url);
	const reply = await user.fetch("/api/v1/accounts/mbox?filename=mail.mbox", {
		method: "POST",
		body: new TextEncoder().encode(mbox),
	});
	const { job } = (await reply.json()) as { job: { id: string } };
	const jobs = user.client(jobsContract);
	await vi.waitFor(
		async () => expect(await jobs.getJob({ params: { id: job.id } })).toMatchObject({ state: "done" }),
		60_000,
	);
});
afterAll(async () => {
	await browser.close();
	await server.stop();
	await Promise.all([install.remove(), dns.close()]);
});

const main = () => page.getByRole("main");
const line = (name: string) => main().getByRole("listitem").filter({ hasText: name });

/** Starts looking up the people, a Nobody, and a row without an address. */
async function upload(name: string): Promise<void> {
	await page.goto(`${server.url}/tool/enrichment`);
	await main().getByRole("tab", { name: "Lists" }).click();
	const rows = [...people.map(({ email }, n) => `"Row, ${n}",${email},=1+${n}`), `Row 4,${nobody},`, "Row 5,,none"];
	const buffer = Buffer.from(["Label,E-mail,Note", ...rows].join("\n"));
	await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
	await main().getByRole("button", { name: "Enrich this file" }).click();
	await line(name).waitFor();
}

/** The cells of an exported list; times are replaced where they are valid. */
async function exported(name: string): Promise<string[][]> {
	const waiting = page.waitForEvent("download");
	await line(name)
		.getByRole("link", { name: `Export CSV: ${name}` })
		.click();
	const rows: string[][] = parse(await readFile(await (await waiting).path(), "utf8"), { bom: true });
	const [confidence, checkedAt] = [EXPORT_COLUMNS.indexOf("Confidence"), EXPORT_COLUMNS.indexOf("Checked At")];
	return rows.map((row) =>
		row.map((cell, column) => {
			if (column === checkedAt && !Number.isNaN(Date.parse(cell))) return "time";
			return column === confidence && Number(cell) > 0.5 && Number(cell) < 1 ? "likely" : cell;
		}),
	);
}

/** The cells of a person about whom one email says what its signature has. */
function cellsOf({ name, email, position, company, phone }: Person): string[] {
	const [first = "", last = ""] = name.split(" ");
	const known = [email, "Yes", name, first, last, company, position, phone, "", "", "", "", ""];
	return [...known, "likely", "own-mail", "time", ""];
}
const without = (email: string, { time = "", note }: { time?: string; note: string }): string[] => [
	...[email, "No", ...Array<string>(11).fill(""), time === "" ? "" : "0", "", time, note],
];

test("selected contacts are looked up, and the export has every cell", async () => {
	await page.goto(`${server.url}/contacts`);
	const list = main().getByRole("list").first();
	for (const { name } of people.slice(0, 2))
		await list.getByRole("listitem").filter({ hasText: name }).getByRole("checkbox").click();
	await main().getByRole("button", { name: "Find details" }).click();
	await main().getByRole("button", { name: "Enrich 2 addresses" }).click();
	await line("2 contacts").getByText("Found 2 of 2").waitFor();
	const [head, ...rows] = await exported("2 contacts");
	expect(head).toEqual(EXPORT_COLUMNS);
	expect(rows.toSorted()).toEqual(people.slice(0, 2).map(cellsOf).toSorted());
});

test("a list is paused, resumed and canceled, and keeps what was found", async () => {
	// Public sources limit a list to an address every few seconds.
	await page.goto(`${server.url}/tool/enrichment`);
	await main().getByRole("button", { name: "Sources" }).click();
	const dialog = page.getByRole("dialog", { name: "Sources" });
	await dialog.getByRole("switch", { name: /website/ }).click();
	await dialog.locator("[role=switch][aria-checked=true]").waitFor();
	await dialog.getByRole("button", { name: "Done" }).click();

	await upload("control.csv");
	await line("control.csv").getByText("9 addresses a minute").waitFor();
	await line("control.csv")
		.getByText(/^[1-4] of 5$/)
		.waitFor();
	await main().getByRole("button", { name: "Pause control.csv" }).click();
	await line("control.csv").getByText("Paused", { exact: true }).first().waitFor();
	await main().getByRole("button", { name: "Resume control.csv" }).click();
	await line("control.csv").getByText("In progress", { exact: true }).first().waitFor();
	await main().getByRole("button", { name: "Cancel control.csv" }).click();
	await line("control.csv").getByText("Canceled", { exact: true }).first().waitFor();
	expect(await main().getByRole("button", { name: "Resume control.csv" }).count()).toBe(0);
	const rows = await exported("control.csv");
	const ann = people[0] as Person;
	expect(rows[1]).toEqual([...cellsOf(ann), "Row, 0", ann.email, "'=1+0"]);
	expect(rows[5]).toEqual([...without(nobody, { note: "Canceled" }), "Row 4", nobody, ""]);
});

test("a list continues after the server was killed, and its export has every cell", async () => {
	await upload("people.csv");
	await line("people.csv")
		.getByText(/^[1-3] of 5$/)
		.waitFor();
	await server.kill();
	server = await startProcess(install, { DNS_SERVERS: dns.server });
	await page.goto(`${server.url}/tool/enrichment`);
	await main().getByRole("tab", { name: "Lists" }).click();
	await line("people.csv").getByText("Done", { exact: true }).waitFor({ timeout: 120_000 });
	await line("people.csv")
		.getByText(/^Found 4 of 5 · 1 row without an address/)
		.waitFor();
	const rows = await exported("people.csv");
	const note = `Neither your mail nor the sources asked have details about ${nobody}.`;
	expect(rows).toEqual([
		[...EXPORT_COLUMNS, "Label", "E-mail", "Note"],
		...people.map((person, n) => [...cellsOf(person), `Row, ${n}`, person.email, `'=1+${n}`]),
		[...without(nobody, { time: "time", note }), "Row 4", nobody, ""],
	]);
	browser.expectNoPageErrors(/Failed to load resource|ERR_CONNECTION|net::/);
}, 300_000);
