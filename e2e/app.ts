import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { expect, onTestFinished, TestRunner, vi } from "vitest";
import type { Logger } from "#server/log.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sessionCookies } from "#test/session-cookies.ts";
import { answerCheck } from "./security-check.ts";

/** The headless shell takes less than half of the CPU time. */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const pendingRequests = new WeakMap<Page, Set<Request>>();
/** Of all browsers of this process. */
const openPages = new Set<Page>();
/** Lines of a page that a failed test reports. */
const SHOWN_LINES = 12;

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

interface OpenOptions {
	viewport?: { width: number; height: number };
	dark?: boolean;
	origin?: string;
	/** Touch screen without hover. */
	touch?: boolean;
	/** Later tests use the page. Absent: it is closed with the test that opened it, because open pages follow every event. */
	isShared?: boolean;
}

/** A real browser. A page's console errors and crashes fail the test that opened it. */
export interface PageOpener {
	/** @param options.origin base of relative addresses */
	open(options?: OpenOptions): Promise<Page>;
	/** Throws on console errors and crashes of any page since the last call. @param expected errors to ignore */
	expectNoPageErrors(expected?: RegExp): void;
	close(): Promise<void>;
}

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

/** A browser without a server. */
export async function openBrowser(): Promise<PageOpener> {
	const browser = await startBrowser();
	const contexts: BrowserContext[] = [];
	const complaints: string[] = [];
	return {
		async open({ viewport = WIDE, dark = false, origin, touch = false, isShared = false } = {}) {
			const context = await browser.newContext({
				viewport,
				baseURL: origin,
				colorScheme: dark ? "dark" : "light",
				reducedMotion: "reduce",
				acceptDownloads: true,
				hasTouch: touch,
			});
			contexts.push(context);
			// Pages opened by a hook serve all tests of the file.
			if (!isShared && TestRunner.getCurrentTest() !== undefined) onTestFinished(() => closeContext(context));
			context.setDefaultTimeout(60_000);
			const page = await context.newPage();
			pendingRequests.set(page, trackRequests(page));
			openPages.add(page);
			page.on("close", () => openPages.delete(page));
			page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
			page.on("console", (message) => {
				if (message.type() === "error") complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`);
			});
			return page;
		},
		expectNoPageErrors(expected) {
			expect(
				complaints
					.splice(0)
					.filter((line) => !expected?.test(line))
					.join("\n"),
			).toBe("");
		},
		async close() {
			for (const context of contexts) await closeContext(context);
			await browser.close();
		},
	};
}

/** What the open pages show, as roles and names. */
export async function describePages(): Promise<string> {
	const shown = [...openPages].map(async (page) => {
		const text = await page.locator("body").ariaSnapshot().catch(String);
		const lines = text.split("\n");
		return [`${page.url()} shows:`, ...lines.slice(-SHOWN_LINES)].join("\n");
	});
	return (await Promise.all(shown)).join("\n");
}

/** Closes a context whose test may have replies of its own under way. */
async function closeContext(context: BrowserContext): Promise<void> {
	for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
	await context.close();
}

/** The requests of a page that have not ended, except its event stream. */
function trackRequests(page: Page): Set<Request> {
	const pending = new Set<Request>();
	page.on("request", (request) => request.resourceType() !== "eventsource" && pending.add(request));
	page.on("requestfinished", (request) => pending.delete(request));
	page.on("requestfailed", (request) => pending.delete(request));
	return pending;
}

async function startBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: process.env.CHROMIUM ?? programs.find((path) => existsSync(path)),
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
		],
	});
}

/**
 * Waits until all requests of a page have ended, except its event stream, and what they brought is rendered.
 * Shorter than the load state "networkidle", which never comes while the event stream is open.
 */
export async function waitForIdle(page: Page): Promise<void> {
	const pending = pendingRequests.get(page) ?? new Set();
	do {
		await vi.waitUntil(() => pending.size === 0, { timeout: 15_000, interval: 20 });
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
	} while (pending.size > 0);
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
