import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { expect, onTestFinished, TestRunner, vi } from "vitest";

/** The headless shell takes less than half of the CPU time. */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const pendingRequests = new WeakMap<Page, Set<Request>>();
/** Of all browsers of this process. */
const openPages = new Set<Page>();
/** Lines of a page that a failed test reports. */
const SHOWN_LINES = 12;

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface OpenOptions {
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

/** A browser without a server. */
export async function openBrowser(): Promise<PageOpener> {
	const browser = await startBrowser();
	const contexts: BrowserContext[] = [];
	const complaints: { page: Page; line: string }[] = [];
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
			context.setDefaultTimeout(60_000);
			context.on("page", (opened) => pendingRequests.set(opened, trackRequests(opened)));
			const page = await context.newPage();
			// Pages opened by a hook serve all tests of the file.
			if (!isShared && TestRunner.getCurrentTest() !== undefined)
				onTestFinished(async () => {
					await closeContext(context);
					// What arrived after the test had asked for it must not fail the next one.
					complaints.splice(0, complaints.length, ...complaints.filter((one) => one.page !== page));
				});
			openPages.add(page);
			page.on("close", () => openPages.delete(page));
			page.on("pageerror", (error) => complaints.push({ page, line: `${page.url()}: ${error.message}` }));
			page.on("console", (message) => {
				if (message.type() !== "error") return;
				complaints.push({ page, line: `${page.url()}: ${message.text()} ${message.location().url}` });
			});
			return page;
		},
		expectNoPageErrors(expected) {
			expect(
				complaints
					.splice(0)
					.map(({ line }) => line)
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
