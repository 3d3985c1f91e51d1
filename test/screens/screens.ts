import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type OpenOptions, openBrowser, type PageOpener, WIDE, waitForIdle } from "../../e2e/browser.ts";
import { type ContractServer, startContractServer } from "./contract-server.ts";

/** The built web app in a real browser, before a server that answers from memory. */
export interface Screens {
	server: ContractServer;
	/** Opens a page and waits until it has what it asked for, unless it `isWaiting`. */
	open(path: string, options?: OpenOptions & { isWaiting?: boolean }): Promise<Page>;
	/** Ignores console errors and complaints of the test that match. */
	expectErrors(pattern: RegExp): void;
}

interface ScreensOptions {
	/**
	 * The tests use one page, one after the other, so that its files are loaded and compiled once: many tests, each of
	 * which opens one page of the app and differs from the others in nothing but the viewport.
	 */
	isOnePage?: boolean;
}

/**
 * For the tests of a file. After each test the answers are samples again, its pages are closed, and it has failed if a
 * page reported an error, or asked for something against the contract.
 */
export function testScreens({ isOnePage = false }: ScreensOptions = {}): Screens {
	let server: ContractServer;
	let browser: PageOpener;
	let expected: RegExp | undefined;
	const opened: Page[] = [];
	let kept: Page | undefined;
	beforeAll(async () => {
		[server, browser] = await Promise.all([startContractServer(), openBrowser()]);
	});
	afterEach(async () => {
		// What the pages have reported so far has arrived then, and none of it reaches the next test.
		for (const page of opened.splice(0)) await page.context().close();
		if (kept !== undefined) await leaveApp(kept);
		const [complaints, allowed] = [server.complaints(), expected];
		expected = undefined;
		server.reset();
		expect(complaints.filter((line) => !allowed?.test(line))).toEqual([]);
		browser.expectNoPageErrors(allowed);
	});
	afterAll(async () => {
		await browser.close();
		await server.close();
	});
	async function pageOf({ viewport = WIDE }: OpenOptions): Promise<Page> {
		kept ??= await browser.open({ origin: server.url, isShared: true });
		await kept.setViewportSize(viewport);
		return kept;
	}
	return {
		get server() {
			return server;
		},
		async open(path, { isWaiting = false, ...options } = {}) {
			const page = isOnePage ? await pageOf(options) : await browser.open({ origin: server.url, ...options });
			if (!isOnePage) opened.push(page);
			await page.goto(path);
			await page.locator("main").waitFor();
			if (!isWaiting) await waitForIdle(page);
			return page;
		},
		expectErrors(pattern) {
			expected = pattern;
		},
	};
}

/** Goes to a file of the same origin, where no code of the app runs, and empties the storage. */
async function leaveApp(page: Page): Promise<void> {
	await page.goto("/icon.svg");
	await page.evaluate(() => {
		localStorage.clear();
		sessionStorage.clear();
	});
}
