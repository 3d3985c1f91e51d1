import { afterAll, beforeAll, expect, it } from "vitest";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { DnsFailure } from "./answer.ts";
import { createDns, type Dns } from "./dns.ts";

let server: TestDns;
let dns: Dns;

beforeAll(async () => {
	server = await startDns({
		"example.test": {
			A: "192.0.2.1",
			MX: [
				[20, "backup.example.test"],
				[10, "mx.example.test"],
			],
		},
		"www.example.test": { CNAME: "example.test" },
		"six.example.test": { A: "192.0.2.6", AAAA: ["2001:db8::6", "2001:db8:0:1::"] },
		"_imaps._tcp.example.test": {
			SRV: [
				[10, 1, 993, "slow.example.test"],
				[0, 1, 993, "small.example.test"],
				[0, 9, 1993, "large.example.test"],
			],
		},
		"key._domainkey.example.test": { TXT: `v=DKIM1; p=${"A".repeat(300)}` },
		"many.test": { MX: Array.from({ length: 100 }, (_, i): [number, string] => [i, `mx${i}.many.test`]) },
		"broken.test": "servfail",
		"closed.test": "refused",
	});
	dns = createDns({ servers: [server.server] });
});
afterAll(() => server.close());

it("returns records in order of preference", async () => {
	expect((await dns.mx("example.test")).map(({ exchange }) => exchange)).toEqual([
		"mx.example.test",
		"backup.example.test",
	]);
	expect((await dns.srv("_imaps._tcp.example.test")).map(({ name, port }) => `${name}:${port}`)).toEqual([
		"large.example.test:1993",
		"small.example.test:993",
		"slow.example.test:993",
	]);
});

it("returns TXT records as their character strings", async () => {
	const [record = []] = await dns.txt("key._domainkey.example.test");
	expect(record.map((part) => part.length)).toEqual([255, 56]);
	expect(record.join("")).toBe(`v=DKIM1; p=${"A".repeat(300)}`);
	expect(await dns.txt("example.test")).toEqual([]);
});

it("resolves IPv4 and IPv6 addresses through CNAMEs", async () => {
	expect(await dns.addresses("www.example.test")).toEqual([{ address: "192.0.2.1", family: 4 }]);
	expect((await dns.addresses("six.example.test")).map(({ address }) => address).sort()).toEqual([
		"192.0.2.6",
		"2001:db8:0:1::",
		"2001:db8::6",
	]);
});

it("distinguishes a missing name from a failed query", async () => {
	expect(await dns.mx("nobody.test")).toEqual([]);
	expect(await dns.srv("example.test")).toEqual([]);
	await expect(dns.mx("broken.test")).rejects.toThrow(DnsFailure);
	await expect(dns.addresses("www.closed.test")).rejects.toThrow(DnsFailure);
});

it("falls back to TCP for truncated responses", async () => {
	expect(await dns.mx("many.test")).toHaveLength(100);
	expect(server.queries).toContain("MX many.test tcp");
});

it("finds a name that was added later", async () => {
	server.set({ "nobody.test": { MX: [0, "here.test"] } });
	expect(await dns.mx("nobody.test")).toMatchObject([{ priority: 0, exchange: "here.test" }]);
});

it("accepts an answer that arrived in time while the process was busy", async () => {
	const hasty = createDns({ servers: [server.server], timeoutsMs: [200] });
	const asked = server.queries.length;
	const answer = hasty.addresses("www.example.test");
	while (server.queries.length < asked + 2) await new Promise((resolve) => setImmediate(resolve));
	// Both were answered in the same tick; now the timers are due before the answers can be read.
	for (const until = performance.now() + 400; performance.now() < until; );
	expect(await answer).toEqual([{ address: "192.0.2.1", family: 4 }]);
});
