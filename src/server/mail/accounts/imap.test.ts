import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract, type MailServer } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { testMessage } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { freePort } from "#test/free-port.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { findSieve } from "./sieve.ts";

let dovecot: Dovecot;
let dns: TestDns;
let server: TestServer;
let usual: string[];

beforeAll(async () => {
	dovecot = await startDovecot();
	dns = await startDns({
		localhost: { A: "127.0.0.1" },
		"_imaps._tcp.post.test": { SRV: [0, 0, dovecot.imapsPort, "localhost"] },
		"_submission._tcp.post.test": { SRV: [0, 0, dovecot.submissionPort, "localhost"] },
		"_sieve._tcp.post.test": { SRV: [0, 0, dovecot.sievePort, "localhost"] },
	});
	usual = getCACertificates("default");
	setDefaultCACertificates([...usual, dovecot.certificate]);
	server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on", DNS_SERVERS: dns.server } });
});
afterAll(async () => {
	await server.close();
	setDefaultCACertificates(usual);
	await dns.close();
	await dovecot.stop();
});

let count = 0;

/** A mailbox at post.test with one message in it. */
async function mailbox(): Promise<MailUser> {
	const made = await dovecot.addUser({ name: `ada${++count}@post.test` });
	await dovecot.deliver(made.user, testMessage(`Welcome ${made.user}`));
	return made;
}

const imaps = (): MailServer => ({ host: "localhost", port: dovecot.imapsPort, security: "tls" });

/** Code and message of the problem that a call fails with. */
const problemOf = (answer: Promise<unknown>): Promise<[string, string]> =>
	answer.then(
		() => ["done", ""],
		(cause: ApiError) => [`${cause.status} ${cause.code}`, cause.message],
	);

async function subjects(owner: TestUser, account: string, folder = "inbox"): Promise<string[]> {
	const { items } = await owner.client(emailsContract).listEmails({ query: { account, folder } });
	return items.map(({ subject }) => subject);
}

describe("connecting", () => {
	it("finds the servers and lists the mail", async () => {
		const { user, password } = await mailbox();
		const owner = await server.signUp();
		const accounts = owner.client(accountsContract);
		expect(await accounts.discoverImap({ body: { email: user } })).toMatchObject({ source: "srv", imap: imaps() });
		const { account, job } = await accounts.connectImap({ body: { email: user, password } });
		expect(account).toMatchObject({ provider: "imap", name: user, email: user, status: "connected" });
		expect(job).toMatchObject({ kind: "sync", accountId: account.id });
		await server.ctx.jobs.drain();
		expect(await subjects(owner, account.id)).toEqual([`Welcome ${user}`]);
		expect(await accounts.getConnection({ params: { id: account.id } })).toEqual({
			name: user,
			email: user,
			username: user,
			imap: imaps(),
			smtp: { host: "localhost", port: dovecot.submissionPort, security: "starttls", username: null },
			sieve: { host: "localhost", port: dovecot.sievePort },
		});
	});

	it("stores the password where it cannot leak", async () => {
		const { user, password } = await mailbox();
		const owner = await server.signUp();
		const { account } = await owner.client(accountsContract).connectImap({ body: { email: user, password } });
		const row = await server.ctx.database.one<{ settings: string; credentials: Buffer; input: string }>(
			`select a.settings::text as settings, a.credentials, j.input::text as input
			from connected_accounts a join jobs j on j.owner_id = a.owner_id and j.account_id = a.id where a.id = $1`,
			[account.id],
		);
		expect(row?.credentials.includes(password)).toBe(false);
		expect(`${row?.settings}${row?.input}`).not.toContain(password);
		await server.ctx.jobs.drain();
	});

	it("names what is wrong, and stores nothing", async () => {
		const { user, password } = await mailbox();
		const owner = await server.signUp();
		const { connectImap, listAccounts } = owner.client(accountsContract);
		const good = { email: user, password, imap: imaps(), smtp: null };
		const closed = await freePort();
		const tried = async (change: object): Promise<[string, string]> =>
			problemOf(connectImap({ body: { ...good, ...change } }));
		expect(await tried({ password: "wrong" })).toEqual([
			"422 cannot-connect-password",
			expect.stringContaining("password"),
		]);
		expect(await tried({ imap: { ...imaps(), port: closed } })).toEqual([
			"422 cannot-connect-port",
			expect.stringContaining(String(closed)),
		]);
		expect(await tried({ imap: { ...imaps(), host: "nowhere.test" } })).toEqual([
			"422 cannot-connect-host",
			expect.stringContaining("nowhere.test"),
		]);
		expect((await tried({ imap: { ...imaps(), port: dovecot.imapPort } }))[0]).toBe("422 cannot-connect-tls");
		// The certificate is for localhost.
		dns.set({ "other.test": { A: "127.0.0.1" } });
		expect((await tried({ imap: { ...imaps(), host: "other.test" } }))[0]).toBe("422 cannot-connect-tls");
		const smtp = { host: "localhost", port: dovecot.submissionPort, security: "starttls" as const };
		expect((await tried({ smtp: { ...smtp, port: closed } }))[0]).toBe("422 cannot-send-port");
		expect((await tried({ smtp: { ...smtp, password: "wrong" } }))[0]).toMatch(/^422 cannot-send-(app-)?password$/);
		const unknown = { email: "ada@nobody.test", imap: undefined, smtp: undefined };
		expect(await tried(unknown)).toEqual(["422 servers-not-found", expect.stringContaining("nobody.test")]);
		expect((await tried({ email: "ada@tuta.com", imap: undefined }))[1]).toContain("Tuta has no IMAP");
		expect((await listAccounts()).items).toEqual([]);
	});

	it("trusts a certificate that the user supplies, for that server", async () => {
		setDefaultCACertificates(usual);
		try {
			const { user, password } = await mailbox();
			const { connectImap } = (await server.signUp()).client(accountsContract);
			const body = { email: user, password, imap: imaps(), smtp: null };
			const [code, words] = await problemOf(connectImap({ body }));
			expect([code, words]).toEqual([
				"422 cannot-connect-tls",
				expect.stringContaining("uses a self-signed certificate"),
			]);
			const imap = { ...imaps(), certificate: dovecot.certificate };
			expect((await connectImap({ body: { ...body, imap } })).account.status).toBe("connected");
			await server.ctx.jobs.drain();
		} finally {
			setDefaultCACertificates([...usual, dovecot.certificate]);
		}
	});

	it("rejects a mailbox that is already connected, and renames duplicates", async () => {
		const [first, second] = [await mailbox(), await mailbox()];
		const owner = await server.signUp();
		const { connectImap } = owner.client(accountsContract);
		const body = { email: first.user, password: first.password, imap: imaps(), smtp: null };
		await connectImap({ body });
		expect(await problemOf(connectImap({ body: { ...body, imap: { ...imaps(), host: "LOCALHOST" } } }))).toEqual([
			"409 already-connected",
			expect.stringContaining(first.user),
		]);
		const { account } = await connectImap({ body: { ...body, username: second.user, password: second.password } });
		expect(account.name).toBe(`${first.user} (localhost)`);
		// Another user may connect the same mailbox.
		const other = (await server.signUp()).client(accountsContract);
		expect((await other.connectImap({ body })).account.name).toBe(first.user);
		await server.ctx.jobs.drain();
	});

	it("reconnects a mailbox that was disconnected", async () => {
		const { user, password } = await mailbox();
		const owner = await server.signUp();
		const { connectImap, listAccounts } = owner.client(accountsContract);
		const body = { email: user, password };
		const { account } = await connectImap({ body });
		await server.ctx.jobs.drain();
		await owner.client(settingsContract).disconnectKeepingMail({ params: { id: account.id } });
		const row = await server.ctx.database.one<{ credentials: Buffer | null }>(
			"select credentials from connected_accounts where id = $1",
			[account.id],
		);
		expect(row?.credentials).toBeNull();
		expect((await connectImap({ body })).account).toMatchObject({ id: account.id, status: "connected" });
		await server.ctx.jobs.drain();
		expect((await listAccounts()).items).toHaveLength(1);
		expect(await subjects(owner, account.id)).toEqual([`Welcome ${user}`]);
	});

	it("cannot be used to guess passwords", async () => {
		const { user } = await mailbox();
		const owner = await server.signUp();
		const { connectImap } = owner.client(accountsContract);
		const codes: string[] = [];
		for (let tries = 0; tries < 12; tries++) {
			// A closed port, so that the mail server's own limit is not hit.
			const imap = { host: "localhost", port: 1, security: "tls" as const };
			codes.push((await problemOf(connectImap({ body: { email: user, password: "guess", imap, smtp: null } })))[0]);
		}
		expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "422 cannot-connect-port"));
		expect(codes.slice(10)).toEqual(["429 too-many-requests", "429 too-many-requests"]);
	});

	it("cannot reach hosts in the operator's network", async () => {
		const guarded = await startTestServer({ env: { DNS_SERVERS: dns.server } });
		try {
			const { connectImap } = (await guarded.signUp()).client(accountsContract);
			for (const host of ["localhost", "127.0.0.1", "10.0.0.1"]) {
				const imap = { host, port: dovecot.imapsPort, security: "tls" as const };
				const body = { email: "ada@post.test", password: "secret", imap, smtp: null };
				expect([host, (await problemOf(connectImap({ body })))[0]]).toEqual([host, "422 cannot-connect-host"]);
			}
		} finally {
			await guarded.close();
		}
	});
});

describe("changing a connection", () => {
	it("keeps the password for the server it was set for, and sends it to no other", async () => {
		const { user, password } = await mailbox();
		const owner = await server.signUp();
		const { connectImap, getConnection, updateConnection } = owner.client(accountsContract);
		const { account } = await connectImap({ body: { email: user, password } });
		const params = { id: account.id };
		await updateConnection({ params, body: { email: user, name: "Work" } });
		const before = await getConnection({ params });
		expect(before).toMatchObject({ name: "Work", imap: imaps() });
		for (const change of [
			{ imap: { host: "localhost", port: dovecot.imapPort, security: "starttls" as const } },
			{ imap: { ...imaps(), host: "127.0.0.1" } },
			{ username: "bea" },
			{ smtp: { host: "localhost", port: dovecot.submissionPort, security: "none" as const } },
		])
			expect((await problemOf(updateConnection({ params, body: { email: user, ...change } })))[0]).toBe(
				"400 password-needed",
			);
		expect(await getConnection({ params })).toEqual(before);
		const imap = { host: "localhost", port: dovecot.imapPort, security: "starttls" as const };
		await updateConnection({ params, body: { email: user, password, imap, smtp: null } });
		expect(await getConnection({ params })).toMatchObject({ imap, smtp: null });
		await server.ctx.jobs.drain();
		expect(await subjects(owner, account.id)).toEqual([`Welcome ${user}`]);
	});

	it("repairs an account that needs to sign in again", async () => {
		const { user, password } = await mailbox();
		const owner = await server.signUp();
		const { connectImap, listAccounts, syncAccount, updateConnection } = owner.client(accountsContract);
		const { account } = await connectImap({ body: { email: user, password, smtp: null } });
		const params = { id: account.id };
		await server.ctx.jobs.drain();
		await dovecot.addUser({ name: user, password: "another one" });
		server.ctx.mailSessions.retire(account.id);
		await syncAccount({ params });
		await server.ctx.jobs.drain();
		expect((await listAccounts()).items[0]?.status).toBe("needs_sign_in");
		expect((await problemOf(updateConnection({ params, body: { email: user, password: "wrong" } })))[0]).toBe(
			"422 cannot-connect-password",
		);
		const repaired = await updateConnection({ params, body: { email: user, password: "another one" } });
		expect(repaired.account.status).toBe("connected");
		await dovecot.deliver(user, testMessage("After the repair"));
		await syncAccount({ params });
		await server.ctx.jobs.drain();
		expect(await subjects(owner, account.id)).toContain("After the repair");
	});

	it("is for IMAP accounts only", async () => {
		const owner = await server.signUp();
		const { importMbox, getConnection, updateConnection } = owner.client(accountsContract);
		const bytes = new TextEncoder().encode(testMessage("From a file"));
		const params = { id: (await importMbox({ query: { filename: "a.eml" } }, { bytes })).account.id };
		expect((await problemOf(getConnection({ params })))[0]).toBe("409 not-supported");
		expect((await problemOf(updateConnection({ params, body: { email: "ada@post.test" } })))[0]).toBe(
			"409 not-supported",
		);
		await server.ctx.jobs.drain();
	});
});

it("finds the ManageSieve server next to the mail server, and accepts nothing else as one", async () => {
	const { net } = server.ctx;
	const { signal } = new AbortController();
	const { sievePort, imapPort } = dovecot;
	expect(await findSieve(net, "localhost", signal, sievePort)).toEqual({ host: "localhost", port: sievePort });
	expect(await findSieve(net, "localhost", signal, imapPort)).toBeNull();
	expect(await findSieve(net, "localhost", signal, await freePort())).toBeNull();
	expect(await findSieve(net, "nowhere.test", signal)).toBeNull();
});
