import type { Page } from "playwright-core";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { testInstall } from "#test/database.ts";
import { type Dovecot, type MailUser, startDovecot } from "#test/dovecot/dovecot.ts";
import { freePort } from "#test/free-port.ts";
import { startProcess } from "#test/process.ts";
import { signInAt, signUpAt, type TestUser } from "#test/server.ts";
import { sessionCookies } from "#test/session-cookies.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { openBrowser, type PageOpener } from "./browser.ts";

/** A server that can be killed, one user with four kinds of mailbox, and an SMTP server that receives. */

/** `unable`: without a server for outgoing mail. */
export const boxes = ["real", "unable", "file", "demo"] as const;
export type Box = (typeof boxes)[number];
const EMAIL = "soak@example.net";

export interface World {
	url: string;
	sink: SmtpSink;
	browser: PageOpener;
	/** The user on a device of their own, whose session lasts unless the password is changed. */
	user(): Promise<TestUser>;
	/** Ends the sessions of all pages. */
	endSessions(): Promise<void>;
	password(): string;
	/** Ends all sessions of the user. */
	changePassword(): Promise<void>;
	/** The mailboxes, the address of the real one, and an email to answer in each. */
	accounts: Record<Box, string>;
	address: string;
	emails: Record<Box, string>;
	/** Kills the server, and starts it again afterwards. */
	kill(whileDown: () => Promise<void>): Promise<void>;
	open(viewport: { width: number; height: number }): Promise<Page>;
	close(): Promise<void>;
}

export async function startWorld(): Promise<World> {
	const [install, dovecot, sink, browser] = await Promise.all([
		testInstall({ embedded: true }),
		startDovecot(),
		startSmtpSink(),
		openBrowser(),
	]);
	const port = String(await freePort());
	const url = `http://localhost:${port}`;
	const start = () => startProcess(install, { PORT: port, BASE_URL: url, ALLOW_PRIVATE_HOSTS: "on" });
	let server = await start();
	const first = await signUpAt(url, EMAIL);
	let secret = "correct horse battery";
	const sessions = createSessions(() => signInAt(url, EMAIL, secret));
	await first.client(composerContract).updateComposerSettings({ body: { undoSeconds: 0 } });
	return {
		...{ url, sink, browser, user: sessions.api, password: () => secret },
		...(await connectAll(first, dovecot, sink)),
		async endSessions() {
			await (await sessions.api()).fetch("/api/v1/sessions/end-others", { method: "POST" });
			sessions.forgetPage();
		},
		async changePassword() {
			const newPassword = `${secret}!`.replace("!!!!", "");
			const body = JSON.stringify({ currentPassword: secret, newPassword, revokeOtherSessions: true });
			const headers = { "content-type": "application/json" };
			const reply = await (await sessions.api()).fetch("/api/auth/change-password", { method: "POST", headers, body });
			if (!reply.ok) throw new Error(`The password was not changed: ${reply.status} ${await reply.text()}`);
			secret = newPassword;
			sessions.forgetAll();
		},
		async kill(whileDown) {
			await server.kill();
			await whileDown();
			server = await start();
		},
		async open(viewport) {
			const page = await browser.open({ origin: url, viewport });
			await page.context().addCookies(sessionCookies((await sessions.page()).cookie, url));
			return page;
		},
		async close() {
			await browser.close();
			await server.kill();
			await Promise.all([dovecot.stop(), sink.close()]);
			await install.remove();
		},
	};
}

/** One session for the test and one for its pages: signing in is limited. */
function createSessions(signIn: () => Promise<TestUser>) {
	let api: TestUser | null = null;
	let page: TestUser | null = null;
	const again = async (): Promise<TestUser> => {
		for (;;)
			try {
				return await signIn();
			} catch (cause) {
				if (!(cause as Error).message.includes("too-many-requests")) throw cause;
				await new Promise((resolve) => setTimeout(resolve, 5_000));
			}
	};
	return {
		api: async () => (api ??= await again()),
		page: async () => (page ??= await again()),
		forgetPage() {
			page = null;
		},
		forgetAll() {
			api = null;
			page = null;
		},
	};
}

const message = (subject: string, to: string): string =>
	[
		...["From: Ann Archer <ann@archers.example>", `To: ${to}, Carl <carl@archers.example>`, `Subject: ${subject}`],
		...["Date: Mon, 05 Oct 2026 10:00:00 +0000", `Message-ID: <${subject.toLowerCase()}@archers.example>`],
		...["", "Shall we meet on Friday?", ""],
	].join("\r\n");

/** The demo first, as most people do. */
async function connectAll(user: TestUser, dovecot: Dovecot, sink: SmtpSink) {
	const api = user.client(accountsContract);
	const demo = (await api.startDemo()).account.id;
	const connect = async ({ user: username, password }: MailUser, canSend: boolean): Promise<string> => {
		const email = `${username}@example.org`;
		await dovecot.deliver(username, message("Meeting", email));
		const { imapsPort, certificate } = dovecot;
		const smtp = canSend ? { host: "localhost", port: sink.port, security: "none" as const } : null;
		const imap = { host: "localhost", port: imapsPort, security: "tls" as const, certificate };
		return (await api.connectImap({ body: { email, username, password, imap, smtp } })).account.id;
	};
	const writer = await dovecot.addUser();
	const real = await connect(writer, true);
	const unable = await connect(await dovecot.addUser(), false);
	const bytes = new TextEncoder().encode(
		`From ann@archers.example Mon Oct  5 10:00:00 2026\n${message("File", "me@old.example")}\n`,
	);
	const file = (await api.importMbox({ query: { filename: "old.mbox" } }, { bytes })).account.id;
	const accounts: Record<Box, string> = { real, unable, file, demo };
	const emails = {} as Record<Box, string>;
	for (const box of boxes) emails[box] = await newestOf(user, accounts[box]);
	return { accounts, emails, address: `${writer.user}@example.org` };
}

/** The newest email of a mailbox, once it is synced. */
async function newestOf(user: TestUser, account: string): Promise<string> {
	for (let left = 300; left > 0; left--) {
		const { items } = await user.client(emailsContract).listEmails({ query: { account, folder: "inbox", limit: 1 } });
		if (items[0] !== undefined) return items[0].id;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new Error("The mailbox got no mail");
}
