import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { vmc } from "@postalsys/vmc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDmarc, walkedNames } from "#server/services/sender-auth/dmarc.ts";
import { readSpfTerms } from "#server/services/sender-auth/spf-record.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type TestLookup, testLookup } from "../testing/lookup.ts";
import { zones } from "../testing/zones.ts";
import { checkBimi } from "./bimi.ts";
import { checkBlacklists, readListing, shownZone } from "./blacklists.ts";
import { checkLookAlike } from "./look-alike.ts";
import { judgeMx, type MailHosts } from "./mx.ts";
import { withReachability } from "./reachability.ts";
import { checkDane, checkDnssec, checkMtaSts } from "./transport.ts";

let dns: TestDns;
let website: string;
const files: Record<string, string | Uint8Array> = {};
const sites = createServer((request, response) => {
	const file = files[request.url ?? ""];
	response.statusCode = file === undefined ? 404 : 200;
	response.setHeader("content-type", "text/plain");
	response.end(file);
});

beforeAll(async () => {
	dns = await startDns(zones);
	await new Promise<void>((resolve) => sites.listen(0, "127.0.0.1", resolve));
	website = `http://127.0.0.1:${(sites.address() as { port: number }).port}`;
});
afterAll(async () => {
	await dns.close();
	sites.close();
});

const lookup = (more: Omit<TestLookup, "servers"> = {}) => testLookup({ servers: [dns.server], ...more });
const hostsOf = (name: string, address: string): MailHosts => ({
	kind: "mx",
	hosts: [{ name, priority: 10, addresses: [address], problem: null, isAlias: false }],
});
const goodHosts = hostsOf("mx.mail.test", "192.0.2.25");

describe("reachability of mail servers", () => {
	const finding = { state: "pass", detail: "Mail goes to mx.here.test." } as const;
	const asked = async (port: number) => {
		dns.set({ "mx.here.test": { A: "127.0.0.1" } });
		return withReachability(lookup(), hostsOf("mx.here.test", "127.0.0.1"), finding, port);
	};
	const listen = async (greeting: string | null) => {
		const smtp = createTcpServer((socket) => {
			socket.on("error", () => undefined);
			if (greeting !== null) socket.end(`${greeting}\r\n`);
		});
		await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
		return { smtp, port: (smtp.address() as { port: number }).port };
	};

	it.each([
		["220 mx.here.test ESMTP", "pass"],
		["554 No service", "warn"],
	])("a greeting of %s, then a closed port", async (greeting, state) => {
		const { smtp, port } = await listen(greeting);
		expect(await asked(port)).toMatchObject({ state, items: [{ state, detail: expect.stringContaining(greeting) }] });
		await new Promise((resolve) => smtp.close(resolve));
		expect(await asked(port)).toMatchObject({ state: "warn", items: [{ detail: "Refuses connections." }] });
	});

	it("silence says nothing about the sender", async () => {
		const { smtp, port } = await listen(null);
		expect(await asked(port)).toMatchObject({ state: "pass", items: [{ state: "not_checked" }] });
		smtp.close();
	});
});

describe("blacklists", () => {
	const ask = (domain: string, zone: string) =>
		checkBlacklists(lookup(), { domain, hosts: [], zones: { domains: [zone], addresses: [] } });

	it("take refusals and rewritten answers for errors, never for listings", () => {
		expect(readListing([])).toBe("clean");
		expect(readListing(["127.0.0.2"])).toBe("listed");
		expect(readListing(["127.0.0.10"])).toBe("policy");
		for (const refusal of ["127.255.255.254", "127.255.255.252", "127.0.0.1", "127.0.1.255"])
			expect(readListing([refusal])).toBe("refused");
		for (const rewritten of ["203.0.113.7", "10.0.0.1"]) expect(readListing([rewritten])).toBe("untrusted");
	});

	it("are believed only after their test entries", async () => {
		dns.set({
			"dead.test": { TXT: "shut down" },
			"everything.test": { TXT: "lists everything" },
			...{ "test.everything.test": { A: "127.0.0.2" }, "invalid.everything.test": { A: "127.0.0.2" } },
			...{ "blocked.test": { TXT: "blocked" }, "test.blocked.test": { A: "127.255.255.254" } },
			...{ "rewritten.test": { TXT: "rewritten" }, "test.rewritten.test": { A: "203.0.113.7" } },
		});
		for (const [zone, detail] of [
			["dead.test", /its own test entry/],
			["everything.test", /lists everything/],
			["blocked.test", /refuses/],
			["rewritten.test", /rewrites/],
			["servfail.test", /did not answer/],
		] as const) {
			const { state, items } = await ask("good.test", zone);
			expect([zone, state]).toEqual([zone, "error"]);
			expect(items?.[0]?.detail).toMatch(detail);
		}
		expect(await ask("good.test", "dom.list.test")).toMatchObject({ state: "pass" });
		expect(await ask("listed.test", "dom.list.test")).toMatchObject({ state: "fail" });
	});

	it("hide the key of a paid list", async () => {
		expect(shownZone("abcdefghijklmnop.zen.dq.spamhaus.net")).toBe("•••.zen.dq.spamhaus.net");
		expect(shownZone("zen.spamhaus.org")).toBe("zen.spamhaus.org");
		const asked = lookup();
		const zone = "abcdefghijklmnop.list.test";
		await checkBlacklists(asked, { domain: "good.test", hosts: [], zones: { domains: [zone], addresses: [] } });
		expect(JSON.stringify(asked.evidence)).not.toContain("abcdefghijklmnop");
	});

	it("are not asked where there are none", async () => {
		expect(
			await checkBlacklists(lookup(), { domain: "x.test", hosts: [], zones: { domains: [], addresses: [] } }),
		).toEqual({
			...{ state: "not_checked", detail: "No blacklists are set." },
		});
	});
});

it("reads MTA-STS policies from their own host", async () => {
	dns.set({ "_mta-sts.good.test": { TXT: "v=STSv1; id=1" } });
	const check = (policy: string | null) => {
		if (policy === null) delete files["/.well-known/mta-sts.txt"];
		else files["/.well-known/mta-sts.txt"] = policy;
		return checkMtaSts(lookup({ websites: { "mta-sts.good.test": website } }), "good.test", goodHosts);
	};
	const policy = (mode: string, mx: string): string =>
		`version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: 604800\r\n`;
	expect(await check(policy("enforce", "mx.mail.test"))).toMatchObject({ state: "pass" });
	expect(await check(policy("enforce", "*.mail.test"))).toMatchObject({ state: "pass" });
	expect(await check(policy("testing", "mx.mail.test"))).toMatchObject({ state: "warn" });
	expect(await check(policy("enforce", "mx.other.test"))).toMatchObject({ state: "fail" });
	expect(await check("version: STSv2")).toMatchObject({ state: "fail" });
	expect(await check(null)).toMatchObject({ state: "fail", detail: "The policy can't be read (HTTP 404)." });
	await expect(checkMtaSts(lookup(), "good.test", goodHosts)).rejects.toThrow("couldn't be reached");
});

it("reads the logo of BIMI", async () => {
	dns.set({ "default._bimi.logo.test": { TXT: "v=BIMI1; l=https://logo.test/logo.svg; a=" } });
	const dmarc = { policy: "reject", organizationalDomain: "logo.test" } as const;
	const now = Date.now();
	const check = (logo: string) => {
		files["/logo.svg"] = logo;
		return checkBimi(lookup({ websites: { "logo.test": website } }), "logo.test", { dmarc, now });
	};
	expect(await check('<svg baseProfile="tiny-ps" version="1.2"><title>A</title></svg>')).toMatchObject({
		state: "pass",
	});
	expect(await check("<svg></svg>")).toMatchObject({ state: "fail", detail: expect.stringMatching(/Tiny PS/) });
	expect(await check('<svg baseProfile="tiny-ps"><script/></svg>')).toMatchObject({ state: "fail" });
	expect(await check("not a picture")).toMatchObject({ state: "fail" });
	const unenforced = { dmarc: { ...dmarc, policy: "none" }, now } as const;
	expect(await checkBimi(lookup(), "logo.test", unenforced)).toMatchObject({ state: "fail" });
	expect(await checkBimi(lookup(), "bare.test", { dmarc: null, now })).toMatchObject({ state: "warn" });
});

describe("the certificate of a logo", () => {
	// Certificates that authorities issued, with their logos; the clock is set within their time.
	const certificates = new URL("../../../../../node_modules/@postalsys/vmc/test/fixtures/", import.meta.url);
	const paypal = { domain: "paypal.com", name: "paypal_vmc.pem", at: "2024-12-01" };

	interface Case {
		domain: string;
		name: string;
		at: string;
		/** In place of the certificate's own logo. */
		logo?: string;
		edit?: (pem: string) => string;
	}

	async function check({ domain, name, at, logo, edit = (pem) => pem }: Case) {
		const pem = readFileSync(new URL(name, certificates), "latin1");
		const now = Date.parse(at);
		const mark = await vmc(Buffer.from(pem), { now: new Date(new X509Certificate(pem).validFrom) });
		dns.set({
			[`default._bimi.${domain}`]: { TXT: `v=BIMI1; l=https://${domain}/logo.svg; a=https://${domain}/vmc.pem` },
		});
		files["/logo.svg"] = logo ?? Buffer.from(mark.logoFile ?? "", "base64");
		files["/vmc.pem"] = edit(pem);
		const asked = lookup({ websites: { [domain]: website } });
		const dmarc = { policy: "reject", organizationalDomain: domain } as const;
		return { ...(await checkBimi(asked, domain, { dmarc, now })), evidence: asked.evidence };
	}

	it.each([
		[paypal, "VMC issued by DigiCert, Inc. to PayPal, Inc.", "6275156, US"],
		[
			{ domain: "globalsign.com", name: "globalsign-vmc.pem", at: "2025-12-01" },
			/^VMC issued by GlobalSign/,
			/^UK0080/,
		],
		[
			{ domain: "redsift.com", name: "redshift.pem", at: "2021-12-01" },
			/^VMC issued by Entrust, Inc\. to RedSift/,
			/EM$/,
		],
	] as const)("of %o is verified up to its authority", async (one, certificate, trademark) => {
		const { state, items, evidence } = await check(one);
		expect(state).toBe("pass");
		expect(items?.find(({ label }) => label === "Certificate")?.detail).toMatch(certificate);
		expect(items?.find(({ label }) => label === "Trademark")?.detail).toMatch(trademark);
		expect(evidence.map(({ question }) => question)).toContain(`GET https://${one.domain}/vmc.pem`);
	});

	it("of a logo without a trademark is a CMC", async () => {
		const { state, items } = await check({ domain: "xometry.com", name: "xometry_cmc.pem", at: "2024-12-01" });
		expect(state).toBe("pass");
		expect(items?.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
			"Certificate: CMC issued by DigiCert, Inc. to XOMETRY, INC.",
			"Valid until: 2025-10-10",
		]);
	});

	const leafOnly = (pem: string) => pem.slice(0, pem.indexOf("-----END CERTIFICATE-----") + 25);
	/** Other bytes at the end of the first certificate, where its signature is. */
	const forged = (pem: string) => pem.replace(/.{8}(?=[\w+/=]*\s+-----END)/, "AAAABBBB");
	it.each<[string, Partial<Case>, RegExp]>([
		["expired", { at: "2026-01-01" }, /expired on 2025-09-08/],
		["for later", { at: "2024-09-08" }, /not valid yet/],
		["somebody else's", { domain: "paypa1.com" }, /issued to paypal\.com, not to this domain/],
		["of another logo", { logo: '<svg baseProfile="tiny-ps" version="1.2"></svg>' }, /differs from the published one/],
		["without those of its authorities", { edit: leafOnly }, /recognized authority/],
		["forged", { edit: forged }, /recognized authority/],
		["a page", { edit: () => "<html>" }, /has no certificate/],
	])("that is %s is refused", async (_, change, reason) => {
		const { state, items } = await check({ ...paypal, ...change });
		expect([state, items?.[0]?.detail]).toEqual(["fail", expect.stringMatching(reason)]);
	});

	it("that can't be read is refused", async () => {
		await check(paypal);
		delete files["/vmc.pem"];
		const asked = lookup({ websites: { "paypal.com": website } });
		const dmarc = { policy: "reject", organizationalDomain: "paypal.com" } as const;
		const found = await checkBimi(asked, "paypal.com", { dmarc, now: Date.parse(paypal.at) });
		expect([found.state, found.items?.[0]?.detail]).toEqual(["fail", "It can't be read (HTTP 404)."]);
	});
});

it("believes DNSSEC and DANE when the resolver validates", async () => {
	const validated = ["good.test", "_25._tcp.mx.mail.test"];
	expect(await checkDnssec(lookup({ validated }), "good.test")).toMatchObject({ state: "pass" });
	expect(await checkDane(lookup({ validated }), goodHosts)).toMatchObject({ state: "pass" });
	expect(await checkDane(lookup(), goodHosts)).toMatchObject({ state: "warn" });
	dns.set({ "_25._tcp.mx2.mail.test": { TLSA: [0, 0, 1, "aa"] } });
	expect(await checkDane(lookup({ validated }), hostsOf("mx2.mail.test", "192.0.2.26"))).toMatchObject({
		state: "fail",
	});
});

it("walks up to the organizational domain, in eight steps at most", async () => {
	expect(walkedNames("a.b.example.com")).toEqual(["a.b.example.com", "b.example.com", "example.com", "com"]);
	expect(walkedNames("a.b.c.d.e.f.g.h.i.j.example.com").slice(0, 3)).toEqual([
		"a.b.c.d.e.f.g.h.i.j.example.com",
		"g.h.i.j.example.com".replace("g.", "f.g."),
		"g.h.i.j.example.com",
	]);
	dns.set({
		"_dmarc.suffix.test": { TXT: "v=DMARC1; p=none; psd=y" },
		"_dmarc.org.suffix.test": { TXT: "v=DMARC1; p=reject; psd=n" },
		"sub.org.suffix.test": { A: "192.0.2.1" },
		"plain.suffix.test": { A: "192.0.2.1" },
	});
	expect(await findDmarc(lookup(), "sub.org.suffix.test")).toMatchObject({ organizationalDomain: "org.suffix.test" });
	expect(await findDmarc(lookup(), "sub.org.suffix.test")).toMatchObject({ policy: "reject", at: "org.suffix.test" });
	const plain = await findDmarc(lookup(), "x.plain.suffix.test");
	expect(plain).toMatchObject({ organizationalDomain: "plain.suffix.test", at: "suffix.test", policy: "none" });
});

it("finds look-alikes of domains that the user writes to", () => {
	const known = [{ domain: "northgate.com", emails: 12 }];
	const state = (domain: string) => checkLookAlike(domain, known).state;
	expect(state("northgate.com")).toBe("pass");
	expect(state("n0rthgate.com")).toBe("fail");
	expect(state("xn--nrthgate-nbh.com")).toBe("fail");
	expect(state("nortghate.com")).toBe("warn");
	expect(state("paypa1.com")).toBe("fail");
	expect(state("unrelated.com")).toBe("pass");
});

it("requires mail servers on the internet", () => {
	const hosts = hostsOf("mx.inside.test", "10.0.0.5");
	expect(judgeMx("x.test", hosts, { allowPrivateHosts: false })).toMatchObject({ state: "fail" });
	expect(judgeMx("x.test", hosts, { allowPrivateHosts: true })).toMatchObject({ state: "pass" });
});

it("reads the terms of SPF records as RFC 7208 has them", () => {
	const problems = (terms: string): (string | null)[] => readSpfTerms(`v=spf1 ${terms}`).map(({ problem }) => problem);
	const right =
		"a mx ptr a:x.test/24 mx//64 a/24//64 ip4:192.0.2.0/24 ip6:2001:db8::/32 exists:%{ir}.x.test include:_spf.x.test exp=e.x.test x-other=1 -ALL";
	expect(problems(right).filter((problem) => problem !== null)).toEqual([]);
	for (const wrong of [
		"all:x",
		"ip4:1.2.3",
		"ip4:1.2.3.4/33",
		"ip4",
		"a/33",
		"a:",
		"include",
		"include:",
		"mx/024",
		"foo",
		"exists",
	])
		expect([wrong, problems(wrong)[0]]).toEqual([wrong, expect.any(String)]);
	expect(problems("redirect=a.test redirect=b.test")).toEqual([null, expect.any(String)]);
});
