import type { Page } from "playwright-core";
import { testInstall } from "#test/database.ts";
import { freePort } from "#test/free-port.ts";
import { startProcess } from "#test/process.ts";
import { signInAt, signUpAt, type TestUser } from "#test/server.ts";
import { sessionCookies } from "#test/session-cookies.ts";
import { openBrowser, type PageOpener } from "./browser.ts";

/** A server that can be killed, with one user, whose sessions can end. */
export interface SoakServer {
	url: string;
	browser: PageOpener;
	/** The user on a device of their own, whose session lasts unless the password is changed. */
	user(): Promise<TestUser>;
	/** Ends the sessions of all pages. */
	endSessions(): Promise<void>;
	password(): string;
	/** Ends all sessions of the user. */
	changePassword(): Promise<void>;
	/** Kills the server, and starts it again afterwards. */
	kill(whileDown: () => Promise<void>): Promise<void>;
	open(viewport: { width: number; height: number }): Promise<Page>;
	close(): Promise<void>;
}

export async function startSoakServer(email: string): Promise<SoakServer> {
	const [install, browser] = await Promise.all([testInstall({ embedded: true }), openBrowser()]);
	const port = String(await freePort());
	const url = `http://localhost:${port}`;
	const start = () => startProcess(install, { PORT: port, BASE_URL: url, ALLOW_PRIVATE_HOSTS: "on" });
	let server = await start();
	await signUpAt(url, email);
	let secret = "correct horse battery";
	const sessions = createSessions(() => signInAt(url, email, secret));
	return {
		...{ url, browser, user: sessions.api, password: () => secret },
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
