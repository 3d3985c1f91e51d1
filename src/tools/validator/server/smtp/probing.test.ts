import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { makeCertificate } from "#test/dovecot/certificate.ts";
import { type ScriptedSmtpServer, startScriptedSmtpServer } from "#test/scripted-smtp-server.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type DetailedVerdict, type StreamedVerdict, validatorContract } from "../../contract.ts";
import { probeDue } from "../probe-again.ts";
import { startDueTasks } from "../testing/due.ts";

const MINUTE = 60_000;
const MX: [number, string] = [10, "mx.mail.test"];

let dns: TestDns;
let mail: ScriptedSmtpServer;
let server: TestServer;
let user: TestUser;
let clock = 0;

beforeAll(async () => {
	mail = await startScriptedSmtpServer();
	dns = await startDns({
		"mx.mail.test": { A: "127.0.0.1" },
		"good.test": { MX },
		"other.test": { MX },
		"all.test": { MX },
		"grey.test": { MX },
		"rude.test": { MX },
		"closed.test": { MX: [10, "mx.closed.test"] },
		"mx.closed.test": { A: "127.0.0.9" },
		"a-only.test": { A: "127.0.0.1" },
		"mailinator.com": { MX },
	});
	server = await startTestServer({
		env: { DNS_SERVERS: dns.server, ALLOW_PRIVATE_HOSTS: "on" },
		config: { probe: { heloName: null, port: mail.port, intervalMs: 0 } },
		now: () => Date.now() + clock,
	});
});
afterAll(async () => {
	await server.close();
	await Promise.all([dns.close(), mail.close()]);
});
beforeEach(async () => {
	user = await server.signUp();
	await turn(user, true);
	mail.reset();
});

const turn = (who: TestUser, checkMailboxes: boolean) =>
	who.client(settingsContract).updateSettings({ params: { section: "validator" }, body: { checkMailboxes } });
const validate = (email: string): Promise<DetailedVerdict> =>
	user.client(validatorContract).validateEmail({ body: { email } });
async function validateAll(emails: string[]): Promise<StreamedVerdict[]> {
	const found: StreamedVerdict[] = [];
	for await (const verdict of user.client(validatorContract).validateEmails({ body: { emails } })) found.push(verdict);
	return found.sort((a, b) => a.position - b.position);
}
const mailboxCheck = ({ checks }: DetailedVerdict) => checks.find(({ name }) => name === "mailbox");
const count = (start: string) => mail.commands.filter((line) => line.startsWith(start)).length;

describe("each reason comes from its cause", () => {
	it("and from nothing else", async () => {
		mail.mailboxes.set("ann@good.test", "250 2.1.5 Ok");
		mail.mailboxes.set("full@good.test", "452 4.2.2 Over quota");
		mail.mailboxes.set("off@good.test", "550 5.2.1 Account disabled");
		mail.mailboxes.set("sales@good.test", "250 2.1.5 Ok");
		mail.mailboxes.set("eve@good.test", "550 5.7.1 Blocked for spam");
		mail.mailboxes.set("busy@good.test", "451 4.3.0 Local error");
		mail.domains.set("all.test", "250 2.1.5 Ok");
		mail.domains.set("grey.test", "450 4.7.1 Greylisted");
		mail.mailboxes.set("ann@a-only.test", "250 2.1.5 Ok");
		const expected = {
			"ann@good.test": ["mailbox-exists", "valid", "pass"],
			"gone@good.test": ["mailbox-not-found", "invalid", "fail"],
			"full@good.test": ["mailbox-full", "risky", "warn"],
			"off@good.test": ["mailbox-disabled", "invalid", "fail"],
			"sales@good.test": ["role", "risky", "pass"],
			"eve@good.test": ["server-refused", "unknown", "not-checked"],
			"busy@good.test": ["server-busy", "unknown", "error"],
			"ann@all.test": ["catch-all", "risky", "warn"],
			"bob@all.test": ["catch-all", "risky", "warn"],
			"ann@grey.test": ["greylisted", "unknown", "not-checked"],
			"ann@closed.test": ["server-unreachable", "unknown", "error"],
			"ann@a-only.test": ["no-mx", "risky", "pass"],
			"ann@mailinator.com": ["disposable", "risky", "not-checked"],
			"ann@missing.test": ["domain-not-found", "invalid", "not-checked"],
		};
		const emails = Object.keys(expected);
		const read = (verdicts: StreamedVerdict[]) =>
			Object.fromEntries(
				verdicts.map((verdict) => [verdict.email, [verdict.reason, verdict.status, mailboxCheck(verdict)?.state]]),
			);
		expect(read(await validateAll(emails))).toEqual(expected);
		// The same answers again, without asking again.
		const asked = mail.commands.length;
		expect(read(await validateAll(emails.filter((email) => !email.includes("closed"))))).toEqual(
			Object.fromEntries(Object.entries(expected).filter(([email]) => !email.includes("closed"))),
		);
		expect(mail.commands).toHaveLength(asked);
		expect(count("RCPT TO:<ann@mailinator.com>")).toBe(0);
	});

	it("blames no address for a server that refuses every conversation", async () => {
		mail.greet("554 5.7.1 Your address is on a blocklist");
		const verdict = await validate("ann@rude.test");
		expect(verdict).toMatchObject({ reason: "server-refused", status: "unknown" });
		expect(mailboxCheck(verdict)).toMatchObject({ state: "not-checked", source: "mx.mail.test" });
		expect(mailboxCheck(verdict)?.detail).toContain("on a blocklist");
	});
});

describe("mail servers", () => {
	it("are asked only where the user turned it on", async () => {
		await turn(user, false);
		expect(mailboxCheck(await validate("ann@good.test"))).toMatchObject({ state: "not-checked", source: null });
		expect(mail.commands).toEqual([]);
	});

	it("get several addresses of several domains in one session, and one impossible address per domain", async () => {
		const before = mail.connections();
		await validateAll([1, 2, 3, 4, 5].flatMap((n) => [`p${n}@good.test`, `p${n}@other.test`]));
		expect(mail.connections() - before).toBe(1);
		expect(count("RCPT TO:<p")).toBe(10);
		expect(count("RCPT TO:<no-such-mailbox-")).toBe(2);
		expect(count("VRFY") + count("EXPN") + count("DATA")).toBe(0);
		expect(mail.commands.at(-1)).toBe("QUIT");
	});

	it("get at most twenty addresses in one session", async () => {
		const before = mail.connections();
		await validateAll(Array.from({ length: 45 }, (_, n) => `p${n}@good.test`));
		expect(mail.connections() - before).toBe(3);
		expect(count("RCPT TO:<no-such-mailbox-")).toBe(1);
	});

	it("are asked over TLS where they offer it", async () => {
		const folder = await mkdtemp(join(tmpdir(), "mx-"));
		const cert = await makeCertificate(folder, ["mx.mail.test"]);
		mail.offerTls({ key: await readFile(join(folder, "key.pem"), "utf8"), cert });
		await rm(folder, { recursive: true });
		mail.mailboxes.set("ann@good.test", "250 2.1.5 Ok");
		expect(await validate("ann@good.test")).toMatchObject({ reason: "mailbox-exists" });
		expect(mail.commands.slice(0, 2).map((line) => line.split(" ")[0])).toEqual(["EHLO", "STARTTLS"]);
		expect(mail.encrypted()).toBe(mail.commands.length - 2);
	});

	it("are asked again when a monitored list is checked on request", async () => {
		const client = user.client(validatorContract);
		mail.mailboxes.set("ann@good.test", "250 2.1.5 Ok");
		const { id } = await client.monitorList({ body: { name: "Team", emails: ["ann@good.test"] } });
		await server.ctx.jobs.drain();
		mail.mailboxes.set("ann@good.test", "550 5.1.1 No such user");
		clock += MINUTE;
		await client.checkMonitoredList({ params: { id } });
		await server.ctx.jobs.drain();
		const { items } = await client.listMonitoredChanges({ params: { id } });
		expect(items.map(({ from, to }) => [from.reason, to.reason])).toEqual([["mailbox-exists", "mailbox-not-found"]]);
		expect(count("RCPT TO:<ann@good.test>")).toBe(2);
	});

	it("are asked again when an answer is a week old; its age is shown until then", async () => {
		mail.mailboxes.set("ann@good.test", "250 2.1.5 Ok");
		const first = mailboxCheck(await validate("ann@good.test"))?.checkedAt;
		mail.mailboxes.set("ann@good.test", "550 5.1.1 No such user");
		clock += 6 * 24 * 60 * MINUTE;
		const later = await validate("ann@good.test");
		expect(later.reason).toBe("mailbox-exists");
		expect(mailboxCheck(later)?.checkedAt).toBe(first);
		clock += 2 * 24 * 60 * MINUTE;
		expect((await validate("ann@good.test")).reason).toBe("mailbox-not-found");
	});

	it("never learn what belongs to another user", async () => {
		mail.mailboxes.set("ann@good.test", "250 2.1.5 Ok");
		await validate("ann@good.test");
		const bea = await server.signUp();
		const seen = await bea.client(validatorContract).validateEmail({ body: { email: "ann@good.test" } });
		expect(seen.reason).toBe("accepts-mail");
		await user.client(validatorContract).deleteVerdicts();
		const left = await server.ctx.database.query("select 1 from mailbox_probes where owner_id = $1", [user.ownerId]);
		expect(left).toEqual([]);
	});
});

describe("greylisting", () => {
	const stored = async (email: string) => user.client(validatorContract).findVerdict({ query: { email } });

	it("is retried by the schedule, and the verdict changes in the history", async () => {
		mail.domains.set("grey.test", "550 5.1.1 No such user");
		mail.mailboxes.set("eve@grey.test", (asked) => (asked === 0 ? "450 4.7.1 Greylisted" : "250 2.1.5 Ok"));
		expect((await validate("eve@grey.test")).reason).toBe("greylisted");
		clock += 2 * MINUTE;
		await startDueTasks(server);
		expect(count("RCPT TO:<eve@grey.test>")).toBe(1);
		clock += 6 * MINUTE;
		await startDueTasks(server);
		expect(count("RCPT TO:<eve@grey.test>")).toBe(2);
		const { reason, history } = await stored("eve@grey.test");
		expect(reason).toBe("mailbox-exists");
		expect(history.map((entry) => entry.reason)).toEqual(["mailbox-exists", "greylisted"]);
	});

	it("is retried for more addresses than one run asks about", async () => {
		mail.domains.set("grey.test", "450 4.7.1 Greylisted");
		const emails = ["a", "b", "c", "d", "e"].map((name) => `${name}@grey.test`);
		await validateAll(emails);
		mail.domains.set("grey.test", "550 5.1.1 No such user");
		for (const email of emails) mail.mailboxes.set(email, "250 2.1.5 Ok");
		clock += 10 * MINUTE;
		const left: number[] = [];
		for (let run = 1; run <= 3; run++) {
			await probeDue(server.ctx, user.ownerId, new AbortController().signal, 2);
			const verdicts = await Promise.all(emails.map(stored));
			left.push(verdicts.filter(({ reason }) => reason === "greylisted").length);
			const next = await server.ctx.database.one<{ at: Date | null }>(
				"select next_run_at as at from schedules where owner_id = $1 and task = 'validator.probe-again'",
				[user.ownerId],
			);
			// Within two minutes, and never again once all were asked.
			if (run < 3) expect((next?.at?.getTime() ?? 0) - server.ctx.now()).toBeLessThan(2 * MINUTE);
		}
		expect(left).toEqual([3, 1, 0]);
	});

	it("ends after five retries", async () => {
		mail.domains.set("grey.test", "450 4.7.1 Greylisted");
		await validate("bob@grey.test");
		for (let retry = 1; retry <= 7; retry++) {
			clock += 180 * MINUTE;
			await startDueTasks(server);
		}
		expect(count("RCPT TO:<bob@grey.test>")).toBe(6);
		expect((await stored("bob@grey.test")).reason).toBe("greylisted");
	});

	it("delays the row of a file until there is an answer", async () => {
		mail.mailboxes.set("cy@grey.test", (asked) => (asked === 0 ? "450 4.7.1 Greylisted" : "250 2.1.5 Ok"));
		const bytes = new TextEncoder().encode("email\ncy@grey.test\nann@missing.test\n");
		const { id } = await user.client(validatorContract).validateFile({ query: { filename: "grey.csv" } }, { bytes });
		const read = async () => (await user.client(validatorContract).getFileBatch({ params: { id } })).batch;
		await expect.poll(() => count("RCPT TO:<cy@grey.test>"), { timeout: 30_000 }).toBe(1);
		await expect.poll(async () => (await read()).done, { timeout: 30_000 }).toBe(1);
		expect(await read()).toMatchObject({ state: "active", outcomes: { invalid: 1 } });
		clock += 10 * MINUTE;
		await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe("done");
		expect((await read()).outcomes).toEqual({ valid: 1, invalid: 1 });
		const reply = await user.client(validatorContract).exportFileBatch({ params: { id } });
		const rows: string[][] = parse(await reply.text(), { bom: true });
		expect(rows.map((row) => row[4])).toEqual(["Reason", "Mailbox exists", "Domain not found"]);
	});
});

describe("the self-test", () => {
	const test = () => user.client(validatorContract).testMailboxChecks();
	const states = async () => {
		const { result, checks } = await test();
		return [result, ...checks.map(({ state }) => state)];
	};

	it("says whether checks can work from here, and why not", async () => {
		dns.set({ "gmail.com": { MX: [10, "mx.closed.test"] } });
		expect(await states()).toEqual(["no", "fail", "not-checked", "fail"]);
		dns.set({ "gmail.com": { MX } });
		expect(await states()).toEqual(["limited", "pass", "fail", "fail"]);
		expect((await test()).address).toBe("192.0.2.77");
		mail.greet("554 No service");
		expect(await states()).toEqual(["no", "fail", "not-checked", "fail"]);
	});

	it("passes with reverse DNS and a HELO name that lead to the address", async () => {
		const complete = await startTestServer({
			env: {
				...{ DNS_SERVERS: dns.server, ALLOW_PRIVATE_HOSTS: "on", PROBE_PORT: String(mail.port) },
				PROBE_HELO_NAME: "mail.home.test",
			},
		});
		try {
			dns.set({
				"gmail.com": { MX },
				"mail.home.test": { A: "192.0.2.77" },
				"77.2.0.192.in-addr.arpa": { PTR: "mail.home.test" },
			});
			user = await complete.signUp();
			const { result, heloName, checks } = await test();
			expect([result, heloName, ...checks.map(({ state }) => state)]).toEqual([
				...["yes", "mail.home.test", "pass", "pass", "pass"],
			]);
			expect(mail.commands).toContain("EHLO mail.home.test");
			dns.set({ "77.2.0.192.in-addr.arpa": { PTR: "elsewhere.test" } });
			expect((await states())[0]).toBe("limited");
		} finally {
			await complete.close();
		}
	});
});
