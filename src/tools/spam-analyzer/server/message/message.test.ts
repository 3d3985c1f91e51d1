import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { spamAnalyzerContract } from "../../contract.ts";
import { lists, zones } from "../testing/zones.ts";
import { attachmentProblem, typeOf } from "./file-type.ts";

let dns: TestDns;
let server: TestServer;
let ada: TestUser;

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
	modulusLength: 2_048,
	publicKeyEncoding: { type: "spki", format: "der" },
	privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

const program = Buffer.from("MZ program").toString("base64");
const source = [
	"Return-Path: <news@signed.test>",
	"Received: from relay.example.org (relay.example.org [10.0.0.3]) by mx.example.org; Sat, 14 Nov 2026 10:07:00 +0000",
	"Received: from out.signed.test (out.signed.test [8.8.4.4]) by relay.example.org; Sat, 14 Nov 2026 10:01:00 +0000",
	"Received: from desk.signed.test by out.signed.test; Sat, 14 Nov 2026 10:00:30 +0000",
	"From: News <news@signed.test>",
	"To: ada@example.org",
	"Subject: Your invoice",
	"Message-ID: <1@signed.test>",
	"Date: Sat, 14 Nov 2026 10:00:00 +0000",
	'Content-Type: multipart/mixed; boundary="b"',
	"",
	"--b",
	"Content-Type: text/html",
	"",
	'<p><a href="https://evil.test/login">https://www.paypal.com</a> <a href="https://signed.test/">home</a></p>',
	"--b",
	'Content-Type: application/pdf; name="invoice.pdf"',
	'Content-Disposition: attachment; filename="invoice.pdf"',
	"Content-Transfer-Encoding: base64",
	"",
	program,
	"--b--",
	"",
].join("\r\n");

beforeAll(async () => {
	dns = await startDns({
		...zones,
		"signed.test": { MX: [10, "mx.mail.test"], TXT: "v=spf1 ip4:8.8.4.4 -all" },
		"_dmarc.signed.test": { TXT: "v=DMARC1; p=reject" },
		"s1._domainkey.signed.test": { TXT: `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}` },
	});
	server = await startTestServer({
		env: { DNS_SERVERS: dns.server, RDAP_BOOTSTRAP_URL: "http://127.0.0.1:9/dns.json" },
	});
	ada = await server.signUp();
	await ada.client(settingsContract).updateSettings({ params: { section: "spam-analyzer" }, body: lists });
});
afterAll(async () => {
	await server.close();
	await dns.close();
});

async function signed(raw: string): Promise<string> {
	const signature = { signingDomain: "signed.test", selector: "s1", privateKey };
	const { signatures } = await dkimSign(raw, { ...signature, signatureData: [signature] });
	return signatures + raw;
}

const analyze = async (raw: string) =>
	(await ada.client(spamAnalyzerContract).analyzeMessage({ body: { raw } })).report;
const resultsOf = ({ message }: Awaited<ReturnType<typeof analyze>>) =>
	message?.authentication.map(({ method, result }) => `${method} ${result}`);

describe("a pasted message", () => {
	it("is authenticated here, whatever line ends the paste has", async () => {
		const raw = await signed(source);
		const report = await analyze(raw.replaceAll("\r\n", "\n"));
		expect(report.domain).toBe("signed.test");
		expect(resultsOf(report)).toEqual(["spf pass", "dkim pass", "dmarc pass"]);
	});

	it("fails when it was changed or forged", async () => {
		const changed = (await signed(source)).replace("Your invoice", "Your invoice!");
		expect(resultsOf(await analyze(changed))).toEqual(["spf pass", "dkim fail", "dmarc pass"]);
		const forged = source.replace("8.8.4.4", "8.8.8.8");
		const report = await analyze(forged);
		expect(resultsOf(report)).toEqual(["spf fail", "dkim none", "dmarc fail"]);
		expect(report.analysis.risk_factors.join("\n")).toMatch(/failed SPF[\s\S]*failed DMARC/);
	});

	it("shows its path with delays, links against their text, and real types of attachments", async () => {
		const { message, analysis } = await analyze(source);
		expect(message?.hops.map(({ from, by, delayMs }) => [from, by, delayMs])).toEqual([
			["desk.signed.test", "out.signed.test", null],
			["out.signed.test", "relay.example.org", 30_000],
			["relay.example.org", "mx.example.org", 360_000],
		]);
		expect(message?.links.map(({ host, problem }) => [host, problem !== null])).toEqual([
			["evil.test", true],
			["signed.test", false],
		]);
		expect(message?.attachments).toEqual([
			{
				...{ filename: "invoice.pdf", declared: "application/pdf", actual: "Windows program" },
				problem: "This is a Windows program.",
			},
		]);
		expect(analysis.risk_factors.join("\n")).toMatch(/paypal\.com[\s\S]*invoice\.pdf/);
	});

	it("shows the links of a plain text, too", async () => {
		const plain = source.replace(
			/Content-Type: multipart[\s\S]*/,
			"Content-Type: text/plain\r\n\r\nSee (https://Evil.test/x).\r\n",
		);
		const { message } = await analyze(plain);
		expect(message?.links).toEqual([{ text: "https://Evil.test/x", host: "evil.test", problem: null }]);
	});

	it("is refused when it is none", async () => {
		await expect(analyze("Hello")).rejects.toMatchObject({ code: "not-a-message" });
	});
});

it("analyzes an email of a mailbox, for its owner only", async () => {
	const mbox = `From news@signed.test Sat Nov 14 10:00:00 2026\n${(await signed(source)).replaceAll("\r\n", "\n")}\n`;
	await ada
		.client(accountsContract)
		.importMbox({ query: { filename: "ada.mbox" } }, { bytes: new TextEncoder().encode(mbox) });
	await server.ctx.jobs.drain();
	const { items } = await ada.client(emailsContract).listEmails({ query: {} });
	const emailId = items[0]?.id ?? "";
	const { report } = await ada.client(spamAnalyzerContract).analyzeMessage({ body: { emailId } });
	expect(report.message?.subject).toBe("Your invoice");
	const bob = await server.signUp();
	await expect(bob.client(spamAnalyzerContract).analyzeMessage({ body: { emailId } })).rejects.toMatchObject({
		status: 404,
	});
});

it("recognizes files by their content and name", () => {
	expect(typeOf(Buffer.from("%PDF-1.7"))).toBe("PDF");
	expect(typeOf(Buffer.from("  <!DOCTYPE html>"))).toBe("HTML");
	expect(typeOf(Buffer.from("text"))).toBeNull();
	expect(attachmentProblem("a.pdf", "PDF")).toBeNull();
	expect(attachmentProblem("a.docx", "ZIP")).toBeNull();
	expect(attachmentProblem("notes.txt", null)).toBeNull();
	for (const [name, actual] of [
		["a.pdf.exe", null],
		["a.docm", "ZIP"],
		["a.pdf", "ZIP"],
		["a.png", null],
		["a.html", "HTML"],
		["a.jpg", "Linux program"],
	] as const)
		expect([name, attachmentProblem(name, actual)]).toEqual([name, expect.any(String)]);
});
