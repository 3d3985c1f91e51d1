import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { newId } from "#shared/ids.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type DetailedVerdict, type StreamedVerdict, validatorContract } from "../contract.ts";
import type { Reason } from "../reasons.ts";
import { zones } from "./testing/zones.ts";

let dns: TestDns;
let server: TestServer;
let ada: TestUser;
let accountId: string;

const day = 24 * 3_600_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * day);

/** As in the separators of mbox files. */
function asctime(date: Date): string {
	const [weekday, dayOfMonth, month, year, time] = date.toUTCString().replace(",", "").split(" ");
	return `${weekday} ${month} ${dayOfMonth?.padStart(2)} ${time} ${year}`;
}

/** A message in an mbox file. */
const message = (from: string, date: Date, results = ""): string =>
	[
		`From ${from} ${asctime(date)}`,
		`From: <${from}>`,
		"To: ada@example.org",
		"Subject: Hello",
		`Message-ID: <${from}.${date.getTime()}@example.org>`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		...(results === "" ? [] : [`Authentication-Results: mx.example.org; ${results}`]),
		"",
		"Hello",
		"",
		"",
	].join("\n");

/** A message to an address that ended like this. */
async function sent(address: string, state: string, status: string, reply: string): Promise<void> {
	await server.ctx.database.exec(
		`insert into outgoing_recipients (owner_id, account_id, outgoing_id, address, state, status, reply, updated_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		[ada.ownerId, accountId, newId(), address, state, status, reply, daysAgo(3)],
	);
}

beforeAll(async () => {
	dns = await startDns(zones);
	server = await startTestServer({ env: { DNS_SERVERS: dns.server, BLOCKED_DOMAINS: "operator-blocked.test" } });
	ada = await server.signUp();
	const mbox = [
		message("info@plain.test", daysAgo(20)),
		message("friend@plain.test", daysAgo(1)),
		message("old@a-only.test", daysAgo(900)),
		message("ann@own-selector.test", daysAgo(2), "dkim=pass header.d=own-selector.test header.s=x2026"),
	].join("");
	const bytes = new TextEncoder().encode(mbox);
	const { account } = await ada.client(accountsContract).importMbox({ query: { filename: "ada.mbox" } }, { bytes });
	accountId = account.id;
	await server.ctx.jobs.drain();
	await sent("gone@plain.test", "bounced", "5.1.1", "550 5.1.1 No such user");
	await sent("off@plain.test", "rejected", "5.2.1", "550 5.2.1 Account disabled");
	await sent("full@plain.test", "bounced", "5.2.2", "552 5.2.2 Over quota");
	await sent("moved@plain.test", "bounced", "5.1.10", "550 5.1.10 Null MX");
	await sent("spammy@plain.test", "rejected", "5.7.1", "550 5.7.1 Content refused");
	// Kind 8: the words are milder than the code.
	await sent("hourly@plain.test", "bounced", "5.1.1", "550 5.1.1 Sent to too many recipients this hour");
	await sent("rated@plain.test", "bounced", "5.2.1", "550 5.2.1 Receives mail at a rate that prevents more");
	await sent("banned@plain.test", "bounced", "5.1.1", "550 5.1.1 Recipient address rejected: Access denied");
	await sent("friend@plain.test", "bounced", "5.1.1", "550 5.1.1 No such user");
	await server.ctx.database.exec(
		"insert into suppressions (owner_id, target, source, reason, created_at) values ($1, $2, 'manual', 'Asked', now())",
		[ada.ownerId, "asked@plain.test"],
	);
	await ada
		.client(settingsContract)
		.updateSettings({ params: { section: "validator" }, body: { blockedDomains: ["Blocked.test"] } });
});
afterAll(async () => {
	await server.close();
	await dns.close();
});

const validate = (email: string): Promise<DetailedVerdict> =>
	ada.client(validatorContract).validateEmail({ body: { email } });

/** Only where mail servers are asked: `smtp/probing.test.ts`. */
type ProbedReason =
	| "catch-all"
	| "greylisted"
	| "mailbox-exists"
	| "server-refused"
	| "server-busy"
	| "server-unreachable";

/** Every other reason, with addresses that have it. */
const causes: Record<Exclude<Reason, ProbedReason>, readonly string[]> = {
	syntax: ["ann", "ann@@good.test", "ann@good..test"],
	"blocked-domain": ["ann@blocked.test", "ann@sub.blocked.test", "ann@operator-blocked.test"],
	"no-top-level-domain": ["root@localhost"],
	"domain-not-found": ["ann@missing.test", "ann@gmial.com"],
	"null-mx": ["ann@null-mx.test"],
	"no-mail-server": ["ann@nothing.test"],
	"mail-server-not-found": ["ann@dead-mx.test"],
	"temporary-failure": ["ann@servfail.test", "ann@refused.test", "ann@slow-mx.test"],
	"mailbox-not-found": ["gone@plain.test", "Gone@Plain.test"],
	"mailbox-disabled": ["off@plain.test"],
	bounced: ["moved@plain.test"],
	"mailbox-full": ["full@plain.test"],
	suppressed: ["asked@plain.test"],
	disposable: ["ann@mailinator.com"],
	"ip-address": ["ann@[192.0.2.1]", "ann@[IPv6:2001:db8::1]"],
	"no-mx": ["ann@a-only.test", "old@a-only.test"],
	role: ["sales@plain.test"],
	gibberish: ["xkqjzvbw@plain.test"],
	"known-contact": ["info@plain.test", "friend@plain.test"],
	"accepts-mail": [
		"ann@good.test",
		"ann@plain.test",
		"ann.lee@gmail.com",
		"ann@bücher.test",
		"spammy@plain.test",
		"hourly@plain.test",
		"rated@plain.test",
		"banned@plain.test",
	],
};

describe("each reason comes from its cause", () => {
	it.each(Object.entries(causes))("%s", async (reason, addresses) => {
		for (const email of addresses) {
			const verdict = await validate(email);
			expect([email, verdict.reason]).toEqual([email, reason]);
		}
	});

	it("says nothing against an address whose domain could not be asked", async () => {
		for (const email of causes["temporary-failure"])
			expect(await validate(email)).toMatchObject({
				...{ status: "unknown", valid: null, deliverable: "unknown", risk: "unknown", mxRecord: null },
				...{ spfValid: null, dkimValid: null },
			});
	});

	it("does not call an address invalid after a timeout", { timeout: 60_000 }, async () => {
		dns.set({ "silent.test": "silence" });
		expect(await validate("ann@silent.test")).toMatchObject({ status: "unknown", reason: "temporary-failure" });
	});
});

describe("kind 4: one spelling of each address", () => {
	it.each([
		["a\u200bnn@good.test", "ann@good.test"],
		["ann\u200e@good.test", "ann@good.test"],
		["ann\u00ad@good.test", "ann@good.test"],
		["\u202aann@good.test\u202c", "ann@good.test"],
		["ann@good\u2060.test", "ann@good.test"],
	])("%j is repaired, and the verdict says so", async (written, email) => {
		const { checks, ...verdict } = await validate(written);
		expect(verdict).toMatchObject({ email, reason: "accepts-mail", flags: ["repaired"] });
		expect(checks[0]).toMatchObject({
			name: "syntax",
			state: "warn",
			detail: expect.stringContaining("can't be seen"),
		});
		expect((await ada.client(validatorContract).findVerdict({ query: { email: written } })).email).toBe(email);
	});

	it("refuses spaces that look like letters, and a top-level domain of digits (x01, x07)", async () => {
		for (const email of ["a\u00a0nn@good.test", "ann\u00a0@good.test", "a\u3000nn@good.test", "ann@good.123"])
			expect(await validate(email)).toMatchObject({ reason: "syntax", valid: false });
	});

	it("calls an address of a relay no disposable one (x08)", async () => {
		expect((await validate("ann@relay.cloaked.id")).flags).toEqual(["relay"]);
	});
});

describe("evidence", () => {
	const statesOf = ({ checks }: DetailedVerdict) => Object.fromEntries(checks.map(({ name, state }) => [name, state]));

	it("has a check for each question, with source and time", async () => {
		const verdict = await validate("ann@good.test");
		expect(verdict).toMatchObject({
			...{ status: "unknown", valid: null, deliverable: "unknown", risk: "unknown", domain: "good.test" },
			...{ mxRecord: true, spfValid: true, dkimValid: true, score: 80, suggestion: null, flags: [] },
		});
		expect(statesOf(verdict)).toEqual({
			...{ syntax: "pass", domain: "pass", mx: "pass", spf: "pass", dkim: "pass", dmarc: "pass", disposable: "pass" },
			...{ role: "pass", gibberish: "pass", "own-mail": "not-checked", mailbox: "not-checked" },
		});
		const mx = verdict.checks.find(({ name }) => name === "domain");
		expect(mx?.source).toBe(dns.server);
		expect(Date.parse(mx?.checkedAt ?? "")).toBeGreaterThan(Date.now() - day);
	});

	it("finds problems of SPF, DKIM and DMARC without calling the address invalid", async () => {
		const verdict = await validate("ann@two-spf.test");
		expect(verdict).toMatchObject({ status: "unknown", spfValid: false, dkimValid: false });
		expect(statesOf(verdict)).toMatchObject({ spf: "fail", dkim: "warn", dmarc: "fail" });
		expect(verdict.score).toBeLessThan(100);
		expect(await validate("ann@spf-fails.test")).toMatchObject({ dkimValid: null, status: "unknown" });
	});

	it("finds DKIM keys by the selectors of the user's own mail", async () => {
		expect(await validate("bob@own-selector.test")).toMatchObject({ dkimValid: true });
		const bea = await server.signUp();
		const seen = await bea.client(validatorContract).validateEmail({ body: { email: "bob@own-selector.test" } });
		expect(seen.dkimValid).toBeNull();
	});

	it("suggests a domain for what is mistyped, also where it receives mail", async () => {
		expect(await validate("ann@gmial.com")).toMatchObject({ suggestion: "ann@gmail.com", status: "invalid" });
		expect(await validate("ann@gamil.com")).toMatchObject({ suggestion: "ann@gmail.com", status: "unknown" });
		expect((await validate("ann@good.test")).suggestion).toBeNull();
	});

	it("flags what is true besides", async () => {
		expect((await validate("info@gmail.com")).flags.sort()).toEqual(["free", "role"]);
		expect((await validate("x7k2p9q4m1z@duck.com")).flags.sort()).toEqual(["free", "relay"]);
		expect((await validate('"ann lee"@good.test')).flags).toEqual(["quoted"]);
		expect((await validate("jörg@good.test")).flags).toEqual(["international"]);
		expect((await validate("info@plain.test")).flags.sort()).toEqual(["role", "wrote-to-you"]);
	});
});

describe("a list", () => {
	const run = async (emails: string[]): Promise<StreamedVerdict[]> => {
		const found: StreamedVerdict[] = [];
		for await (const verdict of ada.client(validatorContract).validateEmails({ body: { emails } })) found.push(verdict);
		return found.sort((a, b) => a.position - b.position);
	};

	it("gets one verdict per line, names duplicates, and asks each domain once", async () => {
		dns.queries.length = 0;
		const emails = ["Ann@Good.test", "ann+news@good.test", " a.n.n@gmail.com", "ann@gmail.com", "nobody"];
		const found = await run([...emails, ...Array.from({ length: 300 }, (_, i) => `person${i}@plain.test`)]);
		expect(found).toHaveLength(305);
		expect(found.slice(0, 5).map(({ duplicateOf }) => duplicateOf)).toEqual([null, 0, null, 2, null]);
		expect(found.filter(({ status }) => status === "invalid").map(({ email }) => email)).toEqual(["nobody"]);
		const counts = new Map<string, number>();
		for (const query of dns.queries) counts.set(query, (counts.get(query) ?? 0) + 1);
		expect(counts.get("MX plain.test udp")).toBe(1);
		expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
	});

	it("gives the same answer again", async () => {
		const emails = Object.values(causes).flat();
		const key = ({ reason, score, flags, mxRecord, spfValid, dkimValid }: StreamedVerdict) =>
			JSON.stringify({ reason, score, flags, mxRecord, spfValid, dkimValid });
		expect((await run(emails)).map(key)).toEqual((await run(emails)).map(key));
	});

	it("refuses more than 1,000, and signed-out callers", async () => {
		const emails = Array<string>(1_001).fill("ann@good.test");
		await expect(run(emails)).rejects.toMatchObject({ status: 400 });
		const reply = await fetch(`${server.url}/api/v1/validator/emails`, { method: "POST" });
		expect(reply.status).toBe(401);
	});
});

describe("stored verdicts", () => {
	const list = (
		user: TestUser,
		query: { q?: string; status?: "valid" | "invalid"; cursor?: string; limit?: number } = {},
	) => user.client(validatorContract).listVerdicts({ query });

	it("belong to their user, can be searched, and are counted", async () => {
		const bea = await server.signUp();
		await bea.client(validatorContract).validateEmail({ body: { email: "Only.Bea@good.test" } });
		await bea.client(validatorContract).validateEmail({ body: { email: "bad" } });
		const all = await list(bea);
		expect(all.emailsValidated).toBe(2);
		expect(all.items.map(({ email }) => email)).toEqual(["bad", "Only.Bea@good.test"]);
		expect((await list(bea, { q: "bea@" })).items).toHaveLength(1);
		expect((await list(bea, { status: "invalid" })).items.map(({ email }) => email)).toEqual(["bad"]);
		const first = await list(bea, { limit: 1 });
		expect((await list(bea, { limit: 1, cursor: first.nextCursor ?? "" })).items[0]?.email).toBe("Only.Bea@good.test");
		await expect(list(bea, { cursor: "bm8" })).rejects.toMatchObject({ code: "bad-cursor" });
		expect((await list(ada, { q: "only.bea" })).items).toEqual([]);
		await bea.client(validatorContract).deleteVerdicts();
		expect((await list(bea)).items).toEqual([]);
	});

	it("keep what changed", async () => {
		dns.set({ "changing.test": { MX: [10, "mx.mail.test"] } });
		await validate("ann@changing.test");
		await validate("ann@changing.test");
		dns.set({ "changing.test": null });
		await validate("ann@changing.test");
		const { items } = await list(ada, { q: "ann@changing.test" });
		const { history, checks, status } = await ada
			.client(validatorContract)
			.getVerdict({ params: { id: items[0]?.id ?? "" } });
		expect(history.map(({ reason }) => reason)).toEqual(["domain-not-found", "accepts-mail"]);
		expect(status).toBe("invalid");
		expect(checks.find(({ name }) => name === "domain")?.state).toBe("fail");
	});
});
