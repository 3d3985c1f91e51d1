import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { createInterface } from "node:readline/promises";
import { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describeIf } from "../../fixtures/only-if.ts";
import { type Dovecot, type DovecotOptions, type MailUser, startDovecot } from "./dovecot.ts";
import { dovecotPath } from "./program.ts";

const MAIL =
	"From: a@example.org\r\nTo: b@example.org\r\nSubject: Hello\r\nMessage-ID: <1@example.org>\r\n\r\nBody\r\n";

async function signIn(server: Dovecot, { user, password }: MailUser): Promise<ImapFlow> {
	const client = new ImapFlow({
		host: server.host,
		port: server.imapsPort || server.imapPort,
		secure: server.imapsPort !== 0,
		tls: { ca: server.certificate },
		auth: { user, pass: password },
		logger: false,
	});
	await client.connect();
	return client;
}

describeIf(dovecotPath !== null)("Dovecot for tests", () => {
	let dovecot: Dovecot;
	beforeAll(async () => {
		dovecot = await startDovecot();
	});
	afterAll(() => dovecot.stop());

	test("signs a user in over TLS with subscribed standard folders", async () => {
		const client = await signIn(dovecot, await dovecot.addUser());
		const folders = await client.list();
		const uses = folders.filter((folder) => folder.subscribed).map((folder) => folder.specialUse);
		expect(uses.sort()).toEqual(["\\Archive", "\\Drafts", "\\Inbox", "\\Junk", "\\Sent", "\\Trash"]);
		for (const name of ["CONDSTORE", "QRESYNC", "IDLE", "MOVE", "UIDPLUS", "SPECIAL-USE", "QUOTA"])
			expect(client.capabilities.has(name)).toBe(true);
		await client.logout();
	});

	test("rejects a wrong password, and accepts a changed one", async () => {
		const user = await dovecot.addUser();
		for (let attempt = 0; attempt < 5; attempt++)
			await expect(signIn(dovecot, { ...user, password: "wrong" })).rejects.toMatchObject({
				authenticationFailed: true,
			});
		const changed = await dovecot.addUser({ name: user.user, password: "wrong but now right" });
		await expect(signIn(dovecot, user)).rejects.toMatchObject({ authenticationFailed: true });
		await (await signIn(dovecot, changed)).logout();
	});

	test("notifies an IDLE client of deliveries into any folder", async () => {
		const user = await dovecot.addUser();
		const client = await signIn(dovecot, user);
		for (const folder of ["INBOX", "Projects/2026.1"]) {
			if (folder !== "INBOX") await client.mailboxCreate(folder);
			await client.mailboxOpen(folder);
			const notified = new Promise<number>((resolve) => client.once("exists", ({ count }) => resolve(count)));
			void client.idle();
			await dovecot.deliver(user.user, MAIL, folder);
			expect(await notified).toBe(1);
		}
		await client.logout();
	});

	test("enforces a quota", async () => {
		const user = await dovecot.addUser({ quotaBytes: 4096 });
		const client = await signIn(dovecot, user);
		expect(await client.getQuota("INBOX")).toMatchObject({ storage: { limit: 4096 } });
		await expect(client.append("INBOX", `${MAIL}${"x".repeat(5000)}`)).rejects.toMatchObject({
			serverResponseCode: "OVERQUOTA",
		});
		await expect(dovecot.deliver(user.user, `${MAIL}${"x".repeat(5000)}`)).rejects.toThrow(/quota/i);
		await client.logout();
	});

	test("shows loaded mail in order, with dates and flags", async () => {
		const user = await dovecot.addUser();
		const messages = Array.from({ length: 300 }, (_, index) => ({
			raw: MAIL.replace("Hello", `Number ${index}`),
			date: new Date(Date.UTC(2020, 0, 1) + index * 60_000),
			flags: index === 7 ? "FS" : "",
		}));
		await dovecot.load(user.user, messages);
		await dovecot.load(user.user, messages.slice(0, 5), "Archive");
		const client = await signIn(dovecot, user);
		await client.mailboxOpen("INBOX");
		const listed = await client.fetchAll("1:*", { uid: true, envelope: true, internalDate: true, flags: true });
		expect(listed.map(({ uid, envelope, internalDate }) => [uid, envelope?.subject, internalDate])).toEqual(
			messages.map(({ date }, index) => [index + 1, `Number ${index}`, date]),
		);
		expect(listed.filter(({ flags }) => flags?.has("\\Seen")).map(({ uid }) => uid)).toEqual([8]);
		expect(await client.status("Archive", { messages: true })).toMatchObject({ messages: 5 });
		await client.logout();
	});

	test("accepts submissions, over both kinds of TLS", async () => {
		const user = await dovecot.addUser();
		for (const secure of [false, true]) {
			const transport = createTransport({
				host: dovecot.host,
				port: secure ? dovecot.submissionsPort : dovecot.submissionPort,
				secure,
				requireTLS: true,
				tls: { ca: dovecot.certificate },
				auth: { user: user.user, pass: user.password },
			});
			const mail = { from: "a@example.org", to: "b@example.org", subject: `Secure ${secure}`, text: ".\nBody" };
			await transport.sendMail(mail);
			expect(dovecot.handedIn.at(-1)).toMatchObject({ from: "a@example.org", to: ["b@example.org"] });
			expect(dovecot.handedIn.at(-1)?.raw).toContain(`Subject: Secure ${secure}`);
			dovecot.refuseMail("552 5.3.4 Too big");
			await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 552 });
			dovecot.refuseMail(null);
			transport.close();
		}
	});

	test("runs filters uploaded by ManageSieve", async () => {
		const { user, password } = await dovecot.addUser();
		const socket = connect(dovecot.sievePort, dovecot.host);
		const script = 'require "fileinto"; fileinto "Junk";';
		socket.write(`AUTHENTICATE "PLAIN" "${Buffer.from(`\0${user}\0${password}`).toString("base64")}"\r\n`);
		socket.write(`PUTSCRIPT "all" {${script.length}+}\r\n${script}\r\nSETACTIVE "all"\r\nLOGOUT\r\n`);
		const answers: string[] = [];
		for await (const line of createInterface(socket)) if (/^(OK|NO)/.test(line)) answers.push(line.slice(0, 2));
		expect(answers).toEqual(["OK", "OK", "OK", "OK", "OK"]);
		await dovecot.deliver(user, MAIL);
		expect(await dovecot.doveadm("mailbox", "status", "-u", user, "messages", "Junk")).toContain("messages=1");
	});

	test("changes UIDVALIDITY on request", async () => {
		const user = await dovecot.addUser();
		await dovecot.deliver(user.user, MAIL);
		await dovecot.doveadm("mailbox", "update", "-u", user.user, "--uid-validity", "77", "INBOX");
		const client = await signIn(dovecot, user);
		expect((await client.mailboxOpen("INBOX")).uidValidity).toBe(77n);
		await client.logout();
	});
});

describeIf(dovecotPath !== null)("Dovecot of another kind", () => {
	async function offered(options: DovecotOptions): Promise<{ names: string[]; uses: (string | undefined)[] }> {
		const dovecot = await startDovecot(options);
		const client = await signIn(dovecot, await dovecot.addUser());
		const uses = (await client.list())
			.filter((folder) => folder.specialUseSource === "extension")
			.map((folder) => folder.specialUse);
		await client.logout();
		await dovecot.stop();
		return { names: [...client.capabilities.keys()], uses };
	}

	test("hides extensions", async () => {
		const { names, uses } = await offered({ without: ["CONDSTORE", "IDLE", "SPECIAL-USE"] });
		expect(names).toEqual(expect.arrayContaining(["MOVE", "UIDPLUS", "QUOTA"]));
		for (const name of ["CONDSTORE", "QRESYNC", "IDLE", "SPECIAL-USE"]) expect(names).not.toContain(name);
		expect(uses).toEqual([]);
	});

	test("runs without TLS, or with other capabilities", async () => {
		const { names } = await offered({ tls: false, capability: "IMAP4rev1 UIDPLUS" });
		expect(names).toEqual(["IMAP4rev1", "UIDPLUS"]);
	});

	test("cleans up when its parent process is killed", async () => {
		const code = `const { startDovecot } = await import(${JSON.stringify(new URL("./dovecot.ts", import.meta.url).href)});
			const dovecot = await startDovecot();
			console.log(JSON.stringify([dovecot.imapPort, (await dovecot.addUser()).mailDir]));
			setInterval(() => {}, 1000);`;
		const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		const [output] = (await once(child.stdout, "data")) as [Buffer];
		const [port, mailDir] = JSON.parse(String(output)) as [number, string];
		const home = mailDir.replace(/\/mail$/, "");
		expect(existsSync(home)).toBe(true);
		child.kill("SIGKILL");
		await vi.waitFor(() => expect(existsSync(home)).toBe(false), { timeout: 10_000 });
		await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
	});
});
