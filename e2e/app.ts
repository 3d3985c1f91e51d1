import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import type { Logger } from "#server/log.ts";
import { startTestServer, type TestServer } from "#test/server.ts";

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

interface OpenOptions {
	viewport?: { width: number; height: number };
	dark?: boolean;
	origin?: string;
	/** Touch screen without hover. */
	touch?: boolean;
}

/** The real server and a real browser. A page's console errors and crashes fail the test that opened it. */
export interface App {
	server: TestServer;
	/** @param options.origin overrides the server's own address */
	open(options?: OpenOptions): Promise<Page>;
	/** Throws on console errors and crashes of any page since the last call. @param expected errors to ignore */
	expectNoPageErrors(expected?: RegExp): void;
	close(): Promise<void>;
}

/** Starts on the embedded database, like `npm start`. @param env environment settings. @param log overrides the default logger */
export async function startApp(env: Record<string, string> = {}, log?: Logger): Promise<App> {
	const server = await startTestServer({ embedded: true, env, ...(log !== undefined && { log }) });
	const browser = await startBrowser();
	const contexts: BrowserContext[] = [];
	const complaints: string[] = [];
	return {
		server,
		async open({ viewport = WIDE, dark = false, origin = server.url, touch = false } = {}) {
			const context = await browser.newContext({
				viewport,
				baseURL: origin,
				colorScheme: dark ? "dark" : "light",
				reducedMotion: "reduce",
				acceptDownloads: true,
				hasTouch: touch,
			});
			contexts.push(context);
			context.setDefaultTimeout(30_000);
			const page = await context.newPage();
			page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
			page.on("console", (message) => {
				if (message.type() === "error") complaints.push(`${page.url()}: ${message.text()}`);
			});
			return page;
		},
		expectNoPageErrors(expected) {
			expect(complaints.splice(0).filter((line) => !expected?.test(line))).toEqual([]);
		},
		async close() {
			for (const context of contexts) await context.close();
			await browser.close();
			await server.close();
		},
	};
}

async function startBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
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

/** Fails on axe violations of WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page })
		// Frames with mail run no scripts, including axe's; their content is up to the sender.
		.exclude("iframe[sandbox]")
		.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
		.analyze();
	const found = violations.map(({ id, help, nodes }) => ({
		id,
		help,
		nodes: nodes.map((node) => node.html.slice(0, 200)),
	}));
	expect(found, page.url()).toEqual([]);
}

/** Signs up and in through the UI, including the security check. */
export async function signUp(page: Page, email: string): Promise<void> {
	await page.goto("/auth");
	await page
		.getByRole("button", { name: /sign up/i })
		.last()
		.click();
	await page.getByLabel("Full Name").fill("Robin Vale");
	await fillAccess(page, email);
	await page.getByRole("button", { name: "Activate Mailstead Now" }).click();
	await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
	await signIn(page, email);
}

export async function signIn(page: Page, email: string): Promise<void> {
	await fillAccess(page, email);
	await page.locator("form").getByRole("button", { name: "Sign In", exact: true }).click();
	await page.waitForURL("**/mailstead**");
}

async function fillAccess(page: Page, email: string): Promise<void> {
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
	const sum = await page
		.getByText(/\d \+ \d/)
		.first()
		.textContent();
	const [a = "", b = ""] = sum?.match(/\d/g) ?? [];
	await page.getByLabel(/security check/i).fill(String(Number(a) + Number(b)));
}
