import { afterAll, beforeAll, expect, it } from "vitest";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { createDns, type Dns } from "./dns.ts";

const START = Date.parse("2026-01-01T00:00:00Z");

let server: TestDns;
let old: TestDns;
let now = START;

beforeAll(async () => {
	server = await startDns({
		"example.test": {
			TTL: 300,
			A: ["192.0.2.1", "192.0.2.2"],
			NS: ["ns1.example.test", "ns2.example.test"],
			SOA: ["ns1.example.test", "hostmaster.example.test", 7, 3600, 600, 86_400, 60],
			CAA: [
				[0, "issue", "ca.test"],
				[128, "iodef", "mailto:security@example.test"],
			],
			HTTPS: [1, "", { 1: "026832", 3: "20fb", 4: "c0000201", 6: "20010db8000000000000000000000006" }],
			TXT: "v=spf1 -all",
		},
		"www.example.test": { TTL: 100, CNAME: "alias.example.test" },
		"alias.example.test": { TTL: 200, CNAME: "example.test" },
		"dangling.example.test": { TTL: 100, CNAME: "gone.example.test" },
		"_25._tcp.example.test": { TLSA: [3, 1, 1, "ab".repeat(32)] },
		"signed.test": { DS: [12_345, 13, 2, "cd".repeat(32)] },
		"1.2.0.192.in-addr.arpa": { PTR: "example.test" },
		"6.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa": { PTR: "six.example.test" },
		"xn--bcher-kva.test": { A: "192.0.2.9" },
		"broken.test": "servfail",
		"bogus.test": "bogus",
		"closed.test": "refused",
		"garbage.test": "malformed",
		"mute.test": "silence",
	});
	old = await startDns({ "example.test": { A: "192.0.2.1" } }, { hasEdns: false });
});
afterAll(async () => {
	await server.close();
	await old.close();
});

function open(...servers: string[]): Dns {
	server.queries.length = 0;
	const list = servers.length === 0 ? [server.server] : servers;
	return createDns({ servers: list, now: () => now, timeoutsMs: [150, 150] });
}

it("returns records with the server, the time and the time to live", async () => {
	now = START;
	expect(await open().query("Example.TEST.", "A")).toEqual({
		name: "example.test",
		type: "A",
		outcome: "records",
		records: [
			{ name: "example.test", ttl: 300, data: "192.0.2.1" },
			{ name: "example.test", ttl: 300, data: "192.0.2.2" },
		],
		aliases: [],
		rcode: "NOERROR",
		isAuthenticated: false,
		server: server.server,
		answeredAt: START,
		ttl: 300,
		isCached: false,
		attempts: [
			{
				server: server.server,
				transport: "udp",
				outcome: "records",
				rcode: "NOERROR",
				extendedErrors: [],
				durationMs: expect.any(Number),
			},
		],
	});
});

it("reads every type of record", async () => {
	const dns = open();
	const first = async (name: string, type: Parameters<Dns["query"]>[1]) =>
		(await dns.query(name, type)).records.map(({ data }) => data);
	expect(await first("example.test", "NS")).toEqual(["ns1.example.test", "ns2.example.test"]);
	expect(await first("example.test", "SOA")).toEqual([
		{
			nsname: "ns1.example.test",
			hostmaster: "hostmaster.example.test",
			serial: 7,
			refresh: 3600,
			retry: 600,
			expire: 86_400,
			minttl: 60,
		},
	]);
	expect(await first("example.test", "CAA")).toEqual([
		{ critical: false, tag: "issue", value: "ca.test" },
		{ critical: true, tag: "iodef", value: "mailto:security@example.test" },
	]);
	expect(await first("example.test", "HTTPS")).toEqual([
		{
			priority: 1,
			target: "",
			alpn: ["h2"],
			noDefaultAlpn: false,
			port: 8443,
			ipv4hint: ["192.0.2.1"],
			ipv6hint: ["2001:db8::6"],
			ech: null,
		},
	]);
	expect(await first("signed.test", "DS")).toEqual([
		{ keyTag: 12_345, algorithm: 13, digestType: 2, digest: "cd".repeat(32) },
	]);
	expect(await first("_25._tcp.example.test", "TLSA")).toEqual([
		{ certUsage: 3, selector: 1, match: 1, data: "ab".repeat(32) },
	]);
	expect(await first("example.test", "TXT")).toEqual([["v=spf1 -all"]]);
	expect(await first("www.example.test", "CNAME")).toEqual(["alias.example.test"]);
	expect((await dns.reverse("192.0.2.1")).records.map(({ data }) => data)).toEqual(["example.test"]);
	expect((await dns.reverse("2001:db8::6")).records.map(({ data }) => data)).toEqual(["six.example.test"]);
	expect(await first("bücher.test", "A")).toEqual(["192.0.2.9"]);
});

it("follows CNAMEs and takes the shortest time to live of the chain", async () => {
	const dns = open();
	expect(await dns.query("www.example.test", "A")).toMatchObject({
		outcome: "records",
		aliases: ["alias.example.test", "example.test"],
		records: [{ name: "example.test" }, { name: "example.test" }],
		ttl: 100,
	});
	expect(await dns.query("dangling.example.test", "A")).toMatchObject({
		outcome: "nodata",
		aliases: ["gone.example.test"],
		ttl: 60,
	});
});

it("distinguishes a missing name, missing records, and every kind of failure", async () => {
	const dns = open();
	const outcome = async (name: string) => (await dns.query(name, "MX")).outcome;
	expect(await outcome("example.test")).toBe("nodata");
	expect(await outcome("nobody.example.test")).toBe("nxdomain");
	expect(await outcome("broken.test")).toBe("servfail");
	expect(await outcome("closed.test")).toBe("refused");
	expect(await outcome("garbage.test")).toBe("malformed");
	expect(await outcome("mute.test")).toBe("timeout");
	expect(await outcome("two..dots")).toBe("bad-name");
	expect(await outcome(`${"a".repeat(64)}.test`)).toBe("bad-name");
	expect(await outcome("")).toBe("bad-name");
	expect((await dns.reverse("not-an-address")).outcome).toBe("bad-name");
	expect((await dns.query("bogus.test", "A")).attempts).toMatchObject([
		{ outcome: "servfail", rcode: "SERVFAIL", extendedErrors: [{ code: 6, text: "signature expired" }] },
	]);
});

it("caches records for their time to live", async () => {
	now = START;
	const dns = open();
	await dns.query("example.test", "A");
	now += 299_000;
	expect(await dns.query("example.test", "A")).toMatchObject({ isCached: true, answeredAt: START });
	expect(server.queries).toHaveLength(1);
	now += 1_000;
	expect(await dns.query("example.test", "A")).toMatchObject({ isCached: false, answeredAt: now });
	expect(await dns.query("example.test", "A", { fresh: true })).toMatchObject({ isCached: false });
	expect(server.queries).toHaveLength(3);
});

it("caches negative answers for the SOA record's minimum, and not at all without one", async () => {
	now = START;
	const dns = open();
	const query = (name: string) => dns.query(name, "A");
	expect(await query("nobody.example.test")).toMatchObject({ outcome: "nxdomain", ttl: 60 });
	now += 59_000;
	expect(await query("nobody.example.test")).toMatchObject({ outcome: "nxdomain", isCached: true });
	now += 1_000;
	expect(await query("nobody.example.test")).toMatchObject({ isCached: false });
	expect(await query("nobody.test")).toMatchObject({ outcome: "nxdomain", ttl: 0 });
	expect(await query("nobody.test")).toMatchObject({ isCached: false });
});

it("repeats a failure for five seconds only", async () => {
	now = START;
	const dns = open();
	await dns.query("broken.test", "A");
	expect(await dns.query("broken.test", "A")).toMatchObject({ outcome: "servfail", isCached: true });
	now += 5_000;
	expect(await dns.query("broken.test", "A")).toMatchObject({ outcome: "servfail", isCached: false });
});

it("sends concurrent queries for the same records once", async () => {
	const dns = open();
	const answers = await Promise.all(Array.from({ length: 50 }, () => dns.query("example.test", "TXT")));
	expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(["records"]));
	expect(server.queries).toEqual(["TXT example.test udp"]);
});

it("limits the number of cached answers", async () => {
	const dns = createDns({ servers: [server.server], now: () => now, cache: { entries: 2, bytes: 10_000 } });
	for (const type of ["A", "NS", "A", "TXT"] as const) await dns.query("example.test", type);
	expect(await dns.query("example.test", "A")).toMatchObject({ isCached: true });
	expect(await dns.query("example.test", "NS")).toMatchObject({ isCached: false });
});

it("asks the next server when one fails or does not respond, and then prefers that", async () => {
	now = START;
	const dead = await startDns({ test: "silence" });
	const failing = await startDns({ test: "servfail" });
	try {
		const dns = open(dead.server, failing.server, server.server);
		const { outcome, attempts } = await dns.query("example.test", "A");
		expect(outcome).toBe("records");
		expect(attempts.map((attempt) => `${attempt.server} ${attempt.outcome}`)).toEqual([
			`${dead.server} timeout`,
			`${failing.server} servfail`,
			`${server.server} records`,
		]);
		expect((await dns.query("example.test", "NS")).attempts.map((attempt) => attempt.server)).toEqual([
			failing.server,
			server.server,
		]);
		now += 30_000;
		expect((await dns.query("example.test", "TXT")).attempts[0]?.server).toBe(dead.server);
	} finally {
		await dead.close();
		await failing.close();
	}
});

it("reports a response code rather than the timeout of another server", async () => {
	const failing = await startDns({ test: "servfail" });
	const dead = await startDns({ test: "silence" });
	try {
		const answer = await open(failing.server, dead.server).query("example.test", "A");
		expect(answer).toMatchObject({ outcome: "servfail", server: failing.server });
		expect(answer.attempts.map(({ outcome }) => outcome)).toEqual(["servfail", "timeout", "timeout"]);
	} finally {
		await failing.close();
		await dead.close();
	}
	expect(await open("127.0.0.1:1").query("example.test", "A")).toMatchObject({ outcome: "unreachable", server: null });
});

it("queries servers without EDNS", async () => {
	expect(await open(old.server).query("example.test", "A")).toMatchObject({ outcome: "records", rcode: "NOERROR" });
});

it("stops waiting when the caller aborts, without failing others", async () => {
	const dns = open();
	const caller = new AbortController();
	const mine = dns.query("mute.test", "A", { signal: caller.signal });
	const theirs = dns.query("mute.test", "A");
	caller.abort(new Error("enough"));
	await expect(mine).rejects.toThrow("enough");
	expect(await theirs).toMatchObject({ outcome: "timeout" });
});
