import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { spamAnalyzerContract } from "../../contract.ts";
import { aggregateReport, reportEmail, zipOf } from "../testing/dmarc-reports.ts";
import { readMailbox } from "./collect.ts";
import { readDmarcOverview } from "./overview.ts";
import { readDmarcReport } from "./read-report.ts";
import { unpackReport } from "./unpack.ts";

const rows = [
	{
		...{ ip: "192.0.2.25", emails: 90, dkim: "pass", spf: "pass", disposition: "none" },
		results: ["pass dkim good.test", "pass dkim s1.Sender.co.uk", "pass spf bounces.good.test"],
	},
	{
		...{ ip: "198.51.100.7", emails: 12, dkim: "fail", spf: "fail", disposition: "reject" },
		results: ["fail dkim good.test", "softfail spf forger.test"],
	},
	{
		...{ ip: "2001:db8::1", emails: 3, dkim: "fail", spf: "pass", disposition: "none" },
		results: ["pass spf mail.good.test"],
	},
];

describe("an aggregate report", () => {
	const xml = aggregateReport({ domain: "Good.test", rows });

	it("is read with its sources", () => {
		expect(readDmarcReport(xml)).toMatchObject({
			...{ organization: "Receiver & Co", domain: "good.test", policy: "reject" },
			sources: [
				{ ip: "192.0.2.25", emails: 90, dkim: true, spf: true, disposition: "none", headerFrom: "good.test" },
				{ ip: "198.51.100.7", emails: 12, dkim: false, spf: false, disposition: "reject", sender: null },
				{ ip: "2001:db8::1", emails: 3, dkim: false, spf: true, sender: "good.test" },
			],
		});
		// A service signs with its own domain, next to that of its customer.
		expect(readDmarcReport(xml).sources[0]?.sender).toBe("sender.co.uk");
		// With a namespace, as RFC 9990 writes it.
		const named = xml
			.replace("<feedback>", '<d:feedback xmlns:d="urn:ietf:params:xml:ns:dmarc-2.0">')
			.replace("</feedback>", "</d:feedback>");
		expect(readDmarcReport(named).sources).toHaveLength(3);
	});

	it("is unpacked from gzip and zip, up to a limit", () => {
		for (const packed of [Buffer.from(xml), gzipSync(xml), zipOf("r.xml", Buffer.from(xml))])
			expect(unpackReport(packed).toString()).toBe(xml);
		const bomb = Buffer.alloc(30 * 1024 * 1024);
		expect(() => unpackReport(gzipSync(bomb))).toThrow();
		expect(() => unpackReport(zipOf("r.xml", bomb))).toThrow();
		expect(() => unpackReport(zipOf("r.xml", Buffer.from(xml)).subarray(0, 60))).toThrow();
	});

	it("is refused when it is none, cut off, or made to harm", () => {
		for (const text of [
			"",
			"<feedback>",
			"<a></b>",
			"<other/>",
			xml.replace("Good.test", "no domain"),
			`<!DOCTYPE x [<!ENTITY a "b">]>${xml}`,
			"<a>".repeat(40),
			"<!--".repeat(100_000),
			"<![CDATA[".repeat(100_000),
		])
			expect(() => readDmarcReport(text)).toThrow();
	});
});

describe("reports in a mailbox", () => {
	let server: TestServer;
	beforeAll(async () => {
		server = await startTestServer();
	});
	afterAll(() => server.close());

	it("are read whatever text and numbers they hold", async () => {
		const user = await server.signUp();
		const xml = aggregateReport({ domain: "good.test", rows })
			.replace("Receiver &amp; Co", "Receiver\0")
			.replace(/<count>\d+/, "<count>3000000000");
		const bytes = reportEmail({ name: "r.test!good.test!7!8.xml", bytes: Buffer.from(xml) });
		await user
			.client(accountsContract)
			.importMbox({ query: { filename: "r.mbox" } }, { bytes: new TextEncoder().encode(bytes) });
		await server.ctx.jobs.drain();
		const client = user.client(spamAnalyzerContract);
		await client.readDmarcReports({ body: {} });
		await server.ctx.jobs.drain();
		const overview = await client.getDmarcReports({ query: { days: 3_650 } });
		expect(overview.reports.map(({ organization }) => organization)).toEqual(["Receiver"]);
		expect(overview.sources.map(({ ip }) => ip)).not.toContain("192.0.2.25");
	});

	it("are read to the last one, batch by batch", async () => {
		const user = await server.signUp();
		const mails = Array.from({ length: 5 }, (_, n) =>
			reportEmail({
				name: `r.test!good.test!${n}!9.xml`,
				bytes: Buffer.from(aggregateReport({ domain: "good.test", rows, id: `report-${n}` })),
			}),
		);
		const { account } = await user
			.client(accountsContract)
			.importMbox({ query: { filename: "r.mbox" } }, { bytes: new TextEncoder().encode(mails.join("")) });
		await server.ctx.jobs.drain();
		const onRead = vi.fn();
		const reading = { ownerId: user.ownerId, accountId: account.id, signal: new AbortController().signal, onRead };
		await readMailbox(server.ctx, reading, 2);
		expect(onRead).toHaveBeenCalledTimes(5);
		const { domains } = await user.client(spamAnalyzerContract).getDmarcReports({ query: { days: 3_650 } });
		expect(domains).toEqual([{ domain: "good.test", reports: 5 }]);
	});

	it("are read once, counted by source and day, and open their emails", async () => {
		const user = await server.signUp();
		const begins = Date.parse("2026-11-10T00:00:00Z") / 1_000;
		const report = (id: string, day: number) =>
			aggregateReport({ domain: "good.test", rows, id, begins: begins + day * 86_400 });
		const mbox = [
			reportEmail({ name: "r.test!good.test!1!2.xml", bytes: Buffer.from(report("a", 0)) }),
			reportEmail({ name: "r.test!good.test!1!2.xml.gz", bytes: gzipSync(report("b", 0)) }),
			reportEmail({ name: "r.test!good.test!3!4!x.zip", bytes: zipOf("r.xml", Buffer.from(report("c", 1))) }),
			// The same report again, as sent to a second address.
			reportEmail({ name: "r.test!good.test!3!4!x.zip", bytes: zipOf("r.xml", Buffer.from(report("c", 1))) }),
			reportEmail({ name: "r.test!good.test!5!6.xml", bytes: Buffer.from("<feedback>") }),
			// The subject says what it is.
			reportEmail({ name: "holiday.zip", bytes: zipOf("r.xml", Buffer.from(report("d", 1))) }),
		].join("");
		const bytes = new TextEncoder().encode(mbox);
		await user.client(accountsContract).importMbox({ query: { filename: "reports.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		const client = user.client(spamAnalyzerContract);
		await client.readDmarcReports({ body: {} });
		await server.ctx.jobs.drain();
		const overview = await client.getDmarcReports({ query: { days: 3_650 } });
		expect(overview).toMatchObject({
			...{ domain: "good.test", domains: [{ domain: "good.test", reports: 4 }] },
			days: [
				{ day: "2026-11-10", passed: 186, failed: 24 },
				{ day: "2026-11-11", passed: 186, failed: 24 },
			],
			sources: [
				{
					ip: "192.0.2.25",
					sender: "sender.co.uk",
					emails: 360,
					passed: 360,
					dkim: 360,
					spf: 360,
					rejected: 0,
					reporters: ["Receiver & Co"],
				},
				{ ip: "198.51.100.7", sender: null, emails: 48, passed: 0, dkim: 0, spf: 0, rejected: 48 },
				{ ip: "2001:db8::1", emails: 12, passed: 12, dkim: 0, spf: 12 },
			],
			unreadable: [{ problem: "The attachment is damaged, or is not a DMARC report." }],
		});
		expect(overview.reports).toHaveLength(4);
		const opened = await user.client(emailsContract).getEmail({ params: { id: overview.reports[0]?.emailId ?? "" } });
		expect(opened.subject).toBe("Report domain: good.test");
		const again = await client.readDmarcReports({ body: {} });
		await vi.waitFor(
			async () =>
				expect((await user.client(jobsContract).getJob({ params: { id: again.job.id } })).result).toEqual({
					emails: 0,
				}),
			{ timeout: 30_000 },
		);
		const other = await server.signUp();
		expect(await other.client(spamAnalyzerContract).getDmarcReports({ query: {} })).toMatchObject({
			domain: null,
			sources: [],
		});
	});

	it("are not looked for in ordinary mail about DMARC, nor in TLS reports", async () => {
		const user = await server.signUp();
		const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
		const about = (subject: string, mail: string) => mail.replace("Report domain: good.test", subject);
		const zip = zipOf("a.log", Buffer.from("log"));
		const json = gzipSync('{"organization-name":"Receiver"}');
		const tls = reportEmail({ name: "r.test!good.test!1!2!x.json.gz", bytes: json });
		const mbox = [
			tls,
			tls.replace("application/gzip", "application/tlsrpt+gzip").replace("Message-ID: <", "$&t"),
			about("Re: DMARC setup", reportEmail({ name: "plan.docx", bytes: zip })).replace("text/xml", docx),
			about("Re: DMARC setup", reportEmail({ name: "logs.zip", bytes: zip })),
		].join("");
		const bytes = new TextEncoder().encode(mbox);
		await user.client(accountsContract).importMbox({ query: { filename: "about.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		const client = user.client(spamAnalyzerContract);
		const { job } = await client.readDmarcReports({ body: {} });
		await server.ctx.jobs.drain();
		expect((await user.client(jobsContract).getJob({ params: { id: job.id } })).state).toBe("done");
		expect(await client.getDmarcReports({ query: { days: 3_650 } })).toMatchObject({
			...{ domains: [], unreadable: [], unreadableTotal: 0 },
		});
	});

	it("are listed page by page, with how many there are", async () => {
		const user = await server.signUp();
		const begins = Date.parse("2026-11-10T00:00:00Z") / 1_000;
		const source = (n: number) => ({
			...{ ip: `192.0.2.${n}`, emails: 1 + Math.floor(n / 2), disposition: "none" as const },
			...{ dkim: "pass" as const, spf: "pass" as const },
		});
		const readable = [1, 2, 3, 4, 5].map((n) => {
			// Two began at the same time.
			const report = { domain: "good.test", id: `r${n}`, begins: begins + Math.floor(n / 2) * 86_400 };
			const xml = aggregateReport({ ...report, rows: [source(n), source(n + 5)] });
			return reportEmail({ name: `r.test!good.test!${n}!2.xml`, bytes: Buffer.from(xml) });
		});
		const broken = [6, 7, 8].map((n) =>
			reportEmail({ name: `r.test!good.test!${n}!2.xml`, bytes: Buffer.from("<feedback>") }),
		);
		const bytes = new TextEncoder().encode([...readable, ...broken].join(""));
		await user.client(accountsContract).importMbox({ query: { filename: "many.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		const client = user.client(spamAnalyzerContract);
		await client.readDmarcReports({ body: {} });
		await server.ctx.jobs.drain();

		const days = 3_650;
		const overview = await client.getDmarcReports({ query: { days } });
		expect(overview).toMatchObject({ sourceTotal: 10, reportTotal: 5, unreadableTotal: 3 });
		const pagesOf = async <Item>(
			total: number,
			read: (page: {
				limit: number;
				cursor: string | undefined;
			}) => Promise<{ items: Item[]; total: number; nextCursor: string | null }>,
		) => {
			const seen: Item[] = [];
			for (let cursor: string | undefined; ; ) {
				const page = await read({ limit: 2, cursor });
				expect([page.total, page.items.length <= 2]).toEqual([total, true]);
				seen.push(...page.items);
				if (page.nextCursor === null) return seen;
				cursor = page.nextCursor;
			}
		};
		const sources = await pagesOf(10, (page) => client.listDmarcSources({ query: { days, ...page } }));
		expect(sources).toEqual(overview.sources);
		const emails = await pagesOf(5, (page) => client.listDmarcReportEmails({ query: { days, ...page } }));
		expect(emails).toEqual(overview.reports);
		const unreadable = await pagesOf(3, (query) => client.listUnreadableDmarcReports({ query }));
		expect(unreadable).toEqual(overview.unreadable);
		expect(unreadable[0]).toEqual({
			...{ emailId: expect.any(String), subject: "Report domain: good.test", receivedAt: "2026-11-14T10:00:00.000Z" },
			problem: "The attachment is damaged, or is not a DMARC report.",
		});
		const few = { sources: 2, emails: 1 };
		const query = { days, now: Date.now() };
		expect(await readDmarcOverview(server.ctx.database, user.ownerId, query, few)).toMatchObject({
			...{ sources: sources.slice(0, 2), sourceTotal: 10, reports: emails.slice(0, 1), reportTotal: 5 },
			...{ unreadable: unreadable.slice(0, 1), unreadableTotal: 3 },
		});
		for (const list of [client.listDmarcSources, client.listDmarcReportEmails, client.listUnreadableDmarcReports])
			await expect(list({ query: { cursor: "x" } })).rejects.toMatchObject({ code: "bad-cursor" });
		expect(await (await server.signUp()).client(spamAnalyzerContract).listDmarcSources({ query: {} })).toEqual({
			...{ items: [], total: 0, nextCursor: null },
		});
	});
});
