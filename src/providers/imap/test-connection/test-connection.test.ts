import { createServer as createWebServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { CannotConnect } from "#server/mail/provider/errors.ts";
import { accountOf } from "#test/dovecot/account.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { dovecotPath } from "#test/dovecot/program.ts";
import * as misbehaviour from "#test/imap-faults/misbehaviour.ts";
import { type Script, startScriptedImap } from "#test/imap-faults/script.ts";
import { startSmtpSink } from "#test/smtp-sink.ts";
import { describeIf } from "../../../../fixtures/only-if.ts";
import { testConnection } from "./test-connection.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0)) await close();
});

/** Shorter than that of users, and long for servers on this machine. */
const TIMEOUTS = { greetingMs: 2_500, pollMs: 300, probeMs: 800 };

interface FaultOptions {
	imap: Record<string, unknown>;
	smtp?: Record<string, unknown> | null;
	password?: string;
	user?: MailUser;
	/** The address that the test's DNS returns. */
	address?: string;
}

/** The fault of a connection; null when there is none. */
async function fault(dovecot: Dovecot, { imap, smtp = null, password, user, address }: FaultOptions) {
	const environment = accountOf(dovecot, user ?? { user: "nobody", password: "x", mailDir: "" });
	const { settings, credentials } = environment.account;
	environment.account.settings = { ...settings, imap: { ...(settings.imap as object), ...imap }, smtp };
	environment.account.credentials = { ...credentials, ...(password === undefined ? {} : { password }) };
	if (address !== undefined) environment.resolveHost = async () => [address];
	try {
		await testConnection(environment, AbortSignal.timeout(60_000), TIMEOUTS);
		return null;
	} catch (cause) {
		const { name, fault: kind, server, message } = cause as CannotConnect;
		return { name, fault: kind, server, message };
	}
}

describeIf(dovecotPath !== null)("examining a connection", () => {
	let dovecot: Dovecot;
	let user: MailUser;
	beforeAll(async () => {
		dovecot = await startDovecot();
		user = await dovecot.addUser({ password: "correct horse" });
	});
	afterAll(() => dovecot.stop());

	async function scripted(script: Script): Promise<Record<string, unknown>> {
		const server = await startScriptedImap(script);
		closers.push(server.close);
		return { host: "127.0.0.1", port: server.port, security: "none" };
	}

	async function sink(): Promise<Record<string, unknown>> {
		const server = await startSmtpSink();
		closers.push(server.close);
		return { host: "127.0.0.1", port: server.port, security: "none" };
	}

	test.each([
		["TLS", () => ({})],
		["STARTTLS", () => ({ port: dovecot.imapPort, security: "starttls" })],
		["no encryption", () => ({ port: dovecot.imapPort, security: "none" })],
	])("finds nothing wrong with %s", async (_, imap) => {
		expect(await fault(dovecot, { imap: imap(), smtp: await sink(), user })).toBeNull();
	});

	test("reports a wrong password", async () => {
		const found = await fault(dovecot, { imap: {}, user, password: "wrong" });
		expect(found).toMatchObject({ name: "CannotConnect", fault: "password", server: "incoming" });
		expect(found?.message).toContain("Check the user name and the password");
		expect(found?.message).not.toContain("wrong");
	});

	test("reports a port where nothing answers", async () => {
		const unused = await startSmtpSink();
		await unused.close();
		expect(await fault(dovecot, { imap: { port: unused.port }, user })).toMatchObject({ fault: "port" });
		const outgoing = { host: "127.0.0.1", port: unused.port, security: "tls" };
		expect(await fault(dovecot, { imap: {}, smtp: outgoing, user })).toMatchObject({
			fault: "port",
			server: "outgoing",
		});
	});

	test("reports certificate problems", async () => {
		const untrusted = await fault(dovecot, { imap: { certificate: undefined }, user });
		expect(untrusted).toMatchObject({
			fault: "tls",
			message: expect.stringContaining("uses a self-signed certificate"),
		});
		const misnamed = await fault(dovecot, { imap: { host: "mail.example.org" }, address: "127.0.0.1", user });
		expect(misnamed).toMatchObject({ fault: "tls", message: expect.stringContaining("not for mail.example.org") });
	});

	test("distinguishes implicit TLS from STARTTLS", async () => {
		const late = await fault(dovecot, { imap: { port: dovecot.imapPort }, user });
		expect(late).toMatchObject({ fault: "tls", message: expect.stringContaining("choose STARTTLS") });
		const early = await fault(dovecot, { imap: { security: "starttls" }, user });
		expect(early).toMatchObject({ fault: "tls", message: expect.stringContaining("choose TLS for this port") });
		const none = await fault(dovecot, { imap: { ...(await scripted({})), security: "starttls" }, user });
		expect(none).toMatchObject({ fault: "tls", message: expect.stringContaining("offers no STARTTLS") });
	});

	test("detects servers of other protocols", async () => {
		const web = createWebServer((_, reply) => reply.end("<html>"));
		await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
		closers.push(async () => web.close());
		const { port } = web.address() as AddressInfo;
		for (const security of ["tls", "starttls"])
			expect(await fault(dovecot, { imap: { host: "127.0.0.1", port, security }, user })).toMatchObject({
				fault: "not-mail",
				message: expect.stringContaining("a web server answers"),
			});
		const outgoing = await fault(dovecot, { imap: await sink(), user });
		expect(outgoing).toMatchObject({ fault: "not-mail", message: expect.stringContaining("outgoing mail, SMTP") });
		const incoming = await fault(dovecot, {
			imap: {},
			smtp: { host: "127.0.0.1", port: dovecot.imapPort, security: "none" },
			user,
		});
		expect(incoming).toMatchObject({ fault: "not-mail", server: "outgoing" });
	});

	test("knows which providers require an app password, and which accept none", async () => {
		const refusing = (words: string): Script => ({
			LOGIN: (socket, tag) => void socket.write(`${tag} NO ${words}\r\n`),
		});
		const faultFor = async (words: string) => fault(dovecot, { imap: await scripted(refusing(words)), user });
		expect(
			await faultFor("[ALERT] Application-specific password required: https://example.com/1 (Failure)"),
		).toMatchObject({
			fault: "app-password",
		});
		expect(await faultFor("LOGIN failed. BasicAuthBlocked")).toMatchObject({ fault: "refused-account" });
		expect(await faultFor("[AUTHENTICATIONFAILED] Account disabled")).toMatchObject({ fault: "refused-account" });
		expect(await faultFor("[LIMIT] Too many connections")).toMatchObject({ fault: "refused-account" });
		expect(await faultFor("[AUTHENTICATIONFAILED] Invalid credentials")).toMatchObject({ fault: "password" });
	});

	test("ends with servers that send an absurd greeting, hang up, or never answer", async () => {
		const scripts: Script[] = [
			{ GREETING: misbehaviour.binary },
			{ GREETING: misbehaviour.endlessLine },
			{ GREETING: misbehaviour.bye },
			{ GREETING: misbehaviour.silence },
			{ LOGIN: misbehaviour.endlessLine },
			{ LIST: misbehaviour.cutLiteral },
		];
		for (const script of scripts)
			expect(await fault(dovecot, { imap: await scripted(script), user })).toMatchObject({ name: "CannotConnect" });
	});

	test("ends immediately when the user cancels", async () => {
		const environment = accountOf(dovecot, user);
		environment.account.settings.imap = await scripted({ LIST: misbehaviour.garbage });
		const reason = new Error("the person gave up");
		const giveUp = new AbortController();
		setTimeout(() => giveUp.abort(reason), 200);
		await expect(testConnection(environment, giveUp.signal)).rejects.toBe(reason);
	});
});
