import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Discovered } from "#shared/contracts/accounts.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { makeCertificate } from "#test/dovecot/certificate.ts";
import type { GuardedFetch } from "../../../platform/net/guarded-fetch.ts";
import { createNet, type Net } from "../../../platform/net/net.ts";
import { discoverServers, exchangerDomain } from "./discover.ts";

/** Autoconfig hosts that the web server's certificate covers. */
const HOSTS = ["autoconfig.file.test", "known.test", "autoconfig.hoster.test", "autoconfig.both.test"];

const pages = new Map<string, string>();
const fetched: string[] = [];
let folder: string;
let web: Server;
let dns: TestDns;
let fetch: GuardedFetch;
let net: Net;
let usual: string[];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "mailstead-discovery-"));
	const cert = await makeCertificate(folder, HOSTS);
	web = createServer({ key: await readFile(join(folder, "key.pem")), cert }, (request, response) => {
		const install = `${request.headers.host?.split(":")[0]}${request.url?.split("?")[0]}`;
		fetched.push(`${request.headers.host?.split(":")[0]}${request.url}`);
		const page = pages.get(install);
		response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/xml" }).end(page);
	});
	await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
	const { port } = web.address() as AddressInfo;
	dns = await startDns(Object.fromEntries(HOSTS.map((host) => [host, { A: "127.0.0.1" }])));
	usual = getCACertificates("default");
	setDefaultCACertificates([...usual, cert]);
	net = createNet({ allowPrivateHosts: true, dnsServers: [dns.server] });
	const guarded = net.http;
	// Tests cannot listen on port 443.
	fetch = (url, request) => guarded(url.replace(/^(https:\/\/[^/]+)/, `$1:${port}`), request);
});
afterAll(async () => {
	setDefaultCACertificates(usual);
	web.closeAllConnections();
	await new Promise((resolve) => web.close(resolve));
	await dns.close();
	await rm(folder, { recursive: true, force: true });
});

function discover(email: string): Promise<Discovered> {
	const tools = { dns: net.dns, fetch };
	return discoverServers(tools, email, new AbortController().signal);
}

function page(imapHost: string, smtpHost: string, username = "%EMAILADDRESS%"): string {
	const server = (element: string, type: string, host: string, port: number, socket: string) =>
		`<${element} type="${type}"><hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType>
		<username>${username}</username><authentication>password-cleartext</authentication></${element}>`;
	return `<?xml version="1.0" encoding="UTF-8"?><!-- ours -->
		<clientConfig version="1.1"><emailProvider id="x"><domain>x</domain><displayName>Post &amp; Co</displayName>
		${server("incomingServer", "pop3", imapHost, 995, "SSL")}
		${server("incomingServer", "imap", imapHost, 143, "plain")}
		${server("incomingServer", "imap", imapHost, 143, "STARTTLS")}
		${server("incomingServer", "imap", imapHost, 993, "SSL")}
		${server("outgoingServer", "smtp", smtpHost, 587, "STARTTLS")}
		</emailProvider></clientConfig>`;
}

describe("the table of common providers", () => {
	it("answers without any lookup", async () => {
		const before = dns.queries.length;
		expect(await discover("ada@gmail.com")).toMatchObject({
			source: "common",
			providerName: "Gmail",
			imap: { host: "imap.gmail.com", port: 993, security: "tls" },
			smtp: { host: "smtp.gmail.com", port: 465, security: "tls", username: null },
			username: "ada@gmail.com",
			appPassword: { required: true, url: "https://myaccount.google.com/apppasswords" },
		});
		expect(dns.queries.length).toBe(before);
	});

	it("knows where the user name is not the address", async () => {
		const icloud = await discover("ada@ICLOUD.com");
		expect([icloud.username, icloud.smtp?.username]).toEqual(["ada", "ada@ICLOUD.com"]);
		expect(await discover("ada@web.de")).toMatchObject({ username: "ada", smtp: { username: null } });
	});

	it("reports providers without IMAP", async () => {
		for (const email of ["ada@tuta.com", "ada@proton.me", "ada@outlook.com"]) {
			const { imap, smtp, note } = await discover(email);
			expect([email, imap, smtp, note]).toEqual([
				email,
				null,
				null,
				expect.stringMatching(/^(Tuta|Proton|Microsoft) /),
			]);
		}
	});

	it("is matched by the domain's MX records", async () => {
		dns.set({
			"company.test": { MX: [1, "aspmx.l.google.com"] },
			"office.test": { MX: [0, "office-test.mail.protection.outlook.com"] },
			"trap.test": { MX: [0, "notgoogle.com.trap.test"] },
		});
		expect(await discover("ada@company.test")).toMatchObject({ providerName: "Gmail", username: "ada@company.test" });
		expect(await discover("ada@office.test")).toMatchObject({ providerName: "Microsoft 365", imap: null });
		expect(await discover("ada@trap.test")).toMatchObject({ source: null, imap: null });
	});
});

describe("SRV records", () => {
	it("take precedence over every other source for the domain", async () => {
		dns.set({
			"srv.test": { MX: [0, "aspmx.l.google.com"] },
			"_imaps._tcp.srv.test": {
				SRV: [
					[10, 0, 993, "second.srv.test"],
					[0, 0, 1993, "first.srv.test"],
				],
			},
			"_imap._tcp.srv.test": { SRV: [0, 0, 143, "plain.srv.test"] },
			"_submission._tcp.srv.test": { SRV: [0, 0, 587, "out.srv.test"] },
			"_sieve._tcp.srv.test": { SRV: [0, 0, 4190, "first.srv.test"] },
		});
		expect(await discover("ada@srv.test")).toEqual({
			source: "srv",
			providerName: null,
			imap: { host: "first.srv.test", port: 1993, security: "tls" },
			smtp: { host: "out.srv.test", port: 587, security: "starttls", username: null },
			sieve: { host: "first.srv.test", port: 4190 },
			username: "ada@srv.test",
			appPassword: null,
			note: null,
		});
	});

	it("that point to a common provider are completed from the table", async () => {
		dns.set({ "_imaps._tcp.hosted.test": { SRV: [0, 0, 993, "imap.gmail.com"] } });
		expect(await discover("ada@hosted.test")).toMatchObject({
			source: "srv",
			providerName: "Gmail",
			appPassword: { required: true },
		});
	});

	it("with the target . declare the service not offered", async () => {
		dns.set({
			"_imaps._tcp.none.test": { SRV: [0, 0, 0, "."] },
			"_imap._tcp.none.test": { SRV: [0, 0, 0, "."] },
			"_imaps._tcp.some.test": { SRV: [0, 0, 0, "."] },
			"_imap._tcp.some.test": { SRV: [0, 0, 143, "imap.some.test"] },
			"_submission._tcp.some.test": { SRV: [0, 0, 0, "."] },
		});
		expect(await discover("ada@none.test")).toMatchObject({
			imap: null,
			note: "none.test says in its DNS that it has no IMAP.",
		});
		expect(await discover("ada@some.test")).toMatchObject({
			imap: { host: "imap.some.test", port: 143, security: "starttls" },
			smtp: null,
		});
	});

	it("cannot name IP addresses in place of hosts", async () => {
		dns.set({ "_imaps._tcp.numbers.test": { SRV: [0, 0, 993, "127.0.0.1"] } });
		expect(await discover("ada@numbers.test")).toMatchObject({ source: null, imap: null });
	});
});

describe("the domain's configuration file", () => {
	it("is read from both URLs, encrypted servers only", async () => {
		pages.set(
			"autoconfig.file.test/mail/config-v1.1.xml",
			page("mail.%EMAILDOMAIN%", "out.file.test", "%EMAILLOCALPART%"),
		);
		pages.set("known.test/.well-known/autoconfig/mail/config-v1.1.xml", page("imap.known.test", "smtp.known.test"));
		expect(await discover("ada@file.test")).toEqual({
			source: "autoconfig",
			providerName: "Post & Co",
			imap: { host: "mail.file.test", port: 993, security: "tls" },
			smtp: { host: "out.file.test", port: 587, security: "starttls", username: "ada" },
			sieve: null,
			username: "ada",
			appPassword: null,
			note: null,
		});
		expect((await discover("ada@known.test")).imap?.host).toBe("imap.known.test");
		expect(fetched).toContain("autoconfig.file.test/mail/config-v1.1.xml?emailaddress=ada%40file.test");
	});

	it("of the MX host's domain is the last source", async () => {
		dns.set({ "small.test": { MX: [0, "mx1.hoster.test"] } });
		pages.set("autoconfig.hoster.test/mail/config-v1.1.xml", page("imap.hoster.test", "smtp.hoster.test"));
		expect(await discover("ada@small.test")).toMatchObject({
			source: "autoconfig",
			imap: { host: "imap.hoster.test" },
			username: "ada@small.test",
		});
	});

	it("completes what the SRV records leave out", async () => {
		dns.set({ "_imaps._tcp.both.test": { SRV: [0, 0, 993, "imap.both.test"] } });
		pages.set("autoconfig.both.test/mail/config-v1.1.xml", page("other.both.test", "smtp.both.test"));
		expect(await discover("ada@both.test")).toMatchObject({
			source: "srv",
			imap: { host: "imap.both.test" },
			smtp: { host: "smtp.both.test" },
		});
	});

	it("is ignored when it is not such a file", async () => {
		for (const text of [
			"",
			"<html><body>Welcome</body></html>",
			page("bad host", "smtp.file.test"),
			page("192.0.2.1", "smtp.file.test"),
			page("imap.file.test", "smtp.file.test").replaceAll("password-cleartext", "OAuth2"),
			page("imap.file.test", "smtp.file.test").replace("<clientConfig", '<!DOCTYPE x [<!ENTITY a "b">]><clientConfig'),
		]) {
			pages.set("autoconfig.file.test/mail/config-v1.1.xml", text);
			expect([text, (await discover("ada@file.test")).imap]).toEqual([text, null]);
		}
	});
});

it("finds nothing, without failing, when DNS does not respond", async () => {
	dns.set({ "broken.test": "servfail", "silent.test": "silence" });
	for (const email of ["ada@broken.test", "ada@silent.test", "ada@nobody.test", "ada@[127.0.0.1]"])
		expect([email, await discover(email)]).toMatchObject([email, { source: null, imap: null, note: null }]);
});

it("never queries a public suffix", () => {
	const domain = (exchange: string) => exchangerDomain([{ priority: 0, exchange }], "own.test");
	expect(["mx.hoster.test", "mx.mail.hoster.test.", "mx.hoster.de"].map(domain)).toEqual([
		"hoster.test",
		"mail.hoster.test",
		"hoster.de",
	]);
	expect(["hoster.test", "example.co.uk", "example.com.au", "mx.own.test", "localhost", "."].map(domain)).toEqual(
		Array.from({ length: 6 }, () => null),
	);
});
