import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Logger } from "#server/log.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sessionCookies } from "#test/session-cookies.ts";
import { openBrowser, type PageOpener } from "./browser.ts";
import { answerCheck } from "./security-check.ts";

/** The real server, and a browser whose pages open there. */
export interface App extends PageOpener {
	server: TestServer;
}

interface StartOptions {
	/** Overrides the default logger. */
	log?: Logger;
	/** Data folder to start on a copy of; absent: an empty installation. */
	copyOf?: string;
	/** The demo mailbox's provider, if not the product's. */
	demo?: Provider;
}

/** Starts on the embedded database, like `npm start`. @param env environment settings */
export async function startApp(env: Record<string, string> = {}, options: StartOptions = {}): Promise<App> {
	const server = await startTestServer({ embedded: true, env, ...options });
	const browser = await openBrowser();
	return {
		...browser,
		server,
		open: (opened) => browser.open({ origin: server.url, ...opened }),
		async close() {
			await browser.close();
			await server.close();
		},
	};
}

/** Opens the hub as a new user, created by the API. */
export async function openHubAs(app: App, page: Page, email: string): Promise<void> {
	await addSession(page, await app.server.signUp(email), app.server.url);
	await page.goto("/mailstead");
}

/** Gives a page the session of a user. */
export async function addSession(page: Page, { cookie }: TestUser, origin: string): Promise<void> {
	await page.context().addCookies(sessionCookies(cookie, origin));
}

/** Signs up and in through the UI, including the security check. */
export async function signUp(page: Page, email: string): Promise<void> {
	await page.goto("/auth?mode=sign-up");
	await completeSignUp(page, email);
}

/** Fills in the sign-up form that is open, and signs in. */
export async function completeSignUp(page: Page, email: string): Promise<void> {
	await page.getByLabel("Full Name").fill("Robin Vale");
	await fillAccess(page, email);
	await page.getByRole("button", { name: "Activate Mailstead Now" }).click();
	await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
	// Address and password stay filled in: only the sum is left.
	expect(await page.getByLabel("Email").inputValue()).toBe(email);
	await answerCheck(page);
	await submitSignIn(page);
}

export async function signIn(page: Page, email: string): Promise<void> {
	await fillAccess(page, email);
	await submitSignIn(page);
}

async function submitSignIn(page: Page): Promise<void> {
	await page.locator("form").getByRole("button", { name: "Sign In", exact: true }).click();
	await page.waitForURL("**/dashboard**");
}

async function fillAccess(page: Page, email: string): Promise<void> {
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
	await answerCheck(page);
}
