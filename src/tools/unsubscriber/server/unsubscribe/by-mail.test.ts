import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf } from "../../../../../fixtures/only-if.ts";
import { type Subscription, unsubscriberContract } from "../../contract.ts";
import { type Senders, startSenders } from "../testing/senders.ts";
import { dkimRecord, mailing, signed } from "../testing/signed.ts";

/** Unsubscribing from a real mailbox: Dovecot accepts the mail, a real HTTPS server acts as the list servers. */

describeIf(dovecotPath !== null)("from a mailbox that can send", () => {
	let dovecot: Dovecot;
	let dns: TestDns;
	let senders: Senders;
	let server: TestServer;
	let usual: string[];
	let ann: TestUser;
	let box: MailUser;
	let account: string;

	const POST = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
	const from = (name: string, head: string[], subject = `News of ${name}`) =>
		mailing({ from: `${name} <hello@${name.toLowerCase()}.test>`, subject, head });

	beforeAll(async () => {
		dovecot = await startDovecot();
		usual = getCACertificates("default");
		setDefaultCACertificates([...usual, dovecot.certificate]);
		senders = await startSenders(["shop.test"]);
		dns = await startDns({
			localhost: { A: "127.0.0.1" },
			"shop.test": { A: "127.0.0.1" },
			"s1._domainkey.shop.test": { TXT: dkimRecord },
		});
		server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on", DNS_SERVERS: dns.server } });
		ann = await server.signUp();
		box = await dovecot.addUser({ name: "ann@post.test" });
		const https = (path: string) => `<${senders.url(path)}>`;
		for (const raw of [
			from("Plain", ["List-Unsubscribe: <mailto:leave@plain.test?subject=Out%20please&body=user%3D7>"]),
			from("Plain", ["List-Unsubscribe: <mailto:leave@plain.test?subject=Out%20please&body=user%3D7>"]),
			from("Unsigned", [`List-Unsubscribe: ${https("/yes?n")}, <mailto:u-7@unsigned.test>`, POST]),
			await signed(
				from("Broken", [`List-Unsubscribe: <mailto:out@broken.test>, ${https("/broken")}`, POST]),
				"shop.test",
			),
			await signed(from("Quick", [`List-Unsubscribe: ${https("/yes?q")}, <mailto:q@quick.test>`, POST]), "shop.test"),
			from("Refused", ["List-Unsubscribe: <mailto:leave@refused.test>"]),
		])
			await dovecot.deliver(box.user, raw);
		const connected = await ann.client(accountsContract).connectImap({
			body: {
				email: box.user,
				password: box.password,
				imap: { host: "localhost", port: dovecot.imapsPort, security: "tls" },
				smtp: { host: "localhost", port: dovecot.submissionPort, security: "starttls" },
			},
		});
		account = connected.account.id;
		await server.ctx.jobs.drain();
	});
	afterAll(async () => {
		await server.close();
		await senders.close();
		setDefaultCACertificates(usual);
		await dns.close();
		await dovecot.stop();
	});

	const api = () => ann.client(unsubscriberContract);
	const lists = async (view: "all" | "open" | "unsubscribed" = "all"): Promise<Map<string, Subscription>> => {
		const { items } = await api().listSubscriptions({ query: { view } });
		return new Map(items.map((item) => [item.name, item]));
	};
	const idsOf = async (...names: string[]) => {
		const all = await lists();
		return names.map((name) => all.get(name)?.id ?? "");
	};
	const attempts = async (name: string) => {
		const [id = ""] = await idsOf(name);
		return (await api().listAttempts({ query: { subscription: id } })).items;
	};

	test("sends mail from the user's own address, as the header asks", async () => {
		expect((await lists()).get("Plain")).toMatchObject({
			count: 2,
			unsubscribe: { method: "mailto", address: "leave@plain.test" },
			state: "active",
		});
		const { job, removal, skipped } = await api().unsubscribe({ body: { subscriptions: await idsOf("Plain") } });
		expect([job?.kind, removal, skipped]).toEqual(["unsubscribe", null, 0]);
		await server.ctx.jobs.drain();
		const [sent, ...more] = dovecot.handedIn;
		expect([sent?.from, sent?.to, more]).toEqual(["ann@post.test", ["leave@plain.test"], []]);
		expect(sent?.raw).toMatch(/^From: ann@post\.test\r\nTo: leave@plain\.test\r\nSubject: Out please\r\n/m);
		expect(sent?.raw).toMatch(/\r\n\r\nuser=7\s*$/);
		expect(await attempts("Plain")).toMatchObject([
			{ method: "mailto", state: "requested", reason: "sent", address: "leave@plain.test", response: null },
		]);
		expect([...(await lists("unsubscribed")).keys()]).toEqual(["Plain"]);
		// A second request while the first is still open is not sent.
		const again = await api().unsubscribe({ body: { subscriptions: await idsOf("Plain") } });
		expect([again.job, again.skipped]).toEqual([null, 1]);
		expect(dovecot.handedIn).toHaveLength(1);
	});

	test("tries one click first, then email where that is unsafe or was refused", async () => {
		dovecot.handedIn.length = 0;
		await api().unsubscribe({ body: { subscriptions: await idsOf("Unsigned", "Broken", "Quick") } });
		await server.ctx.jobs.drain();
		expect(await attempts("Quick")).toMatchObject([{ method: "one_click", state: "confirmed" }]);
		expect(await attempts("Unsigned")).toMatchObject([
			{ method: "mailto", state: "requested", address: "u-7@unsigned.test" },
		]);
		expect(await attempts("Broken")).toMatchObject([
			{ method: "mailto", state: "requested", address: "out@broken.test" },
			{ method: "one_click", state: "failed", response: { status: 500, text: "Out of order" } },
		]);
		expect((await lists()).get("Broken")?.state).toBe("requested");
		expect(senders.requests.map(({ method, at }) => `${method} ${at}`).sort()).toEqual([
			"POST shop.test/broken",
			"POST shop.test/yes?q",
		]);
		expect(dovecot.handedIn.map(({ to }) => to[0]).sort()).toEqual(["out@broken.test", "u-7@unsigned.test"]);
	});

	test("reads replies from the list", async () => {
		const answered = (name: string, subject: string) =>
			mailing({ from: `Robot <robot@${name}.test>`, subject, head: ["Auto-Submitted: auto-replied"] });
		await dovecot.deliver(box.user, answered("unsigned", "confirm 7f3a9b"));
		await dovecot.deliver(box.user, answered("lists.broken", "You have been unsubscribed"));
		// Replies from other senders do not count.
		await dovecot.deliver(box.user, answered("elsewhere", "You have been unsubscribed from Plain"));
		await dovecot.deliver(box.user, answered("plain", "Confirmed: the speakers of this year"));
		await ann.client(accountsContract).syncAccount({ params: { id: account } });
		await vi.waitFor(async () => expect((await attempts("Broken"))[0]?.state).toBe("confirmed"), {
			timeout: 30_000,
			interval: 200,
		});
		expect((await attempts("Broken"))[0]).toMatchObject({
			reason: "confirmed-by-reply",
			response: { text: "You have been unsubscribed" },
		});
		const [unsigned] = await attempts("Unsigned");
		expect(unsigned).toMatchObject({ state: "needs_action", reason: "confirmation-requested" });
		const { subject } = await ann.client(emailsContract).getEmail({ params: { id: unsigned?.emailId ?? "" } });
		expect(subject).toBe("confirm 7f3a9b");
		expect((await attempts("Plain"))[0]?.state).toBe("requested");
	});

	test("records the mail server's reply when it rejects the message", async () => {
		dovecot.refuseMail("550 5.7.1 Not today");
		await api().unsubscribe({ body: { subscriptions: await idsOf("Refused") } });
		await server.ctx.jobs.drain();
		dovecot.refuseMail(null);
		const [attempt] = await attempts("Refused");
		expect(attempt).toMatchObject({ method: "mailto", state: "failed", reason: "not-sent" });
		expect(attempt?.explanation).toContain("Not today");
		expect((await lists("open")).get("Refused")?.state).toBe("failed");
	});

	test("marks mail that arrives after two days, on arrival", async () => {
		await server.ctx.database.exec(
			"update unsubscribe_attempts set requested_at = requested_at - interval '49 hours' where list_name = 'Quick'",
			[],
		);
		await dovecot.deliver(box.user, from("Quick", [`List-Unsubscribe: <${senders.url("/yes?q")}>`], "Still here"));
		await api().scanSubscriptions({ body: { account } });
		await ann.client(accountsContract).syncAccount({ params: { id: account } });
		await vi.waitFor(
			async () => {
				const noted = await server.ctx.database.query(
					"select 1 from unsubscribe_attempts where list_name = 'Quick' and still_sending_since is not null",
					[],
				);
				expect(noted).toHaveLength(1);
			},
			{ timeout: 30_000, interval: 200 },
		);
		expect((await lists("open")).get("Quick")).toMatchObject({ state: "still_sending", count: 2 });
	});

	test("moves past mail of unsubscribed lists to the trash, and undo restores it", async () => {
		const subjects = async (folder: string) =>
			(await ann.client(emailsContract).listEmails({ query: { account, folder } })).items
				.map(({ subject }) => subject)
				.sort();
		const before = await subjects("inbox");
		const subscriptions = await idsOf("Plain", "Refused");
		const plan = await api().planRemoval({ body: { subscriptions } });
		expect(plan).toMatchObject({ count: 3 });
		// Mail that arrives after the preview is not included.
		await dovecot.deliver(box.user, from("Plain", ["List-Unsubscribe: <mailto:leave@plain.test>"], "A late issue"));
		await ann.client(accountsContract).syncAccount({ params: { id: account } });
		await server.ctx.jobs.drain();
		const body = { subscriptions, mode: "unsubscribe_delete", plan: plan.id } as const;
		dovecot.refuseMail("550 5.7.1 Not today");
		const release = dovecot.holdReplies();
		const { job, removal, removalAfter, skipped } = await api().unsubscribe({ body });
		expect([job?.kind, skipped, removal, removalAfter]).toEqual(["unsubscribe", 1, null, plan.id]);
		expect(await subjects("trash")).toEqual([]);
		release();
		await server.ctx.jobs.drain();
		dovecot.refuseMail(null);
		// Plain was unsubscribed from before; Refused was not, so its mail stays.
		expect(await subjects("trash")).toEqual(["News of Plain", "News of Plain"]);
		expect(await subjects("inbox")).toContain("A late issue");
		await ann.client(plansContract).undoOperation({ params: { id: plan.id } });
		await server.ctx.jobs.drain();
		expect(await subjects("inbox")).toEqual([...before, "A late issue"].sort());
		expect(await subjects("trash")).toEqual([]);
	});
});
