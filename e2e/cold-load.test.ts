import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signInAt, type TestUser } from "#test/server.ts";
import { type App, addSession, startApp } from "./app.ts";
import { waitForIdle } from "./browser.ts";
import { demoEmail, demoInstall } from "./demo-install.ts";
import { layoutShift } from "./layout-shift.ts";

/** Requests of a page that nothing of is cached, until it is idle. */
const mostRequests = 25;
const mostShift = 0.02;

let app: App;
let user: TestUser;
beforeAll(async () => {
	app = await startApp({}, { copyOf: await demoInstall() });
	user = await signInAt(app.server.url, demoEmail);
});
afterAll(() => app?.close());

/**
 * Holds back the prefetch of other screens (`use-prefetched-screens.ts`), which on a slow machine could start while the
 * page is still loading.
 */
function withoutPrefetch(): void {
	const start = window.setTimeout;
	const held = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
		delay === 4000 ? 0 : start(run, delay, ...rest);
	Object.assign(window, { setTimeout: held });
}

it.each([
	["hub", "/mailstead", (page: Page) => page.getByRole("main").getByRole("link", { name: /^1,6\d\d emails$/ })],
	["inbox", "/inbox", (page: Page) => page.getByRole("row").first()],
	["dashboard", "/dashboard", (page: Page) => page.getByRole("figure", { name: "Mail by day and hour" })],
	["unsubscriber", "/tool/unsubscriber", (page: Page) => page.getByRole("main").getByRole("checkbox").first()],
	["categorizer", "/tool/categorizer", (page: Page) => page.getByRole("row").first()],
	["smart archive", "/tool/smart-archive", (page: Page) => page.getByRole("main").getByRole("heading").first()],
	["validator", "/tool/email-validator", (page: Page) => page.getByRole("main").getByRole("textbox").first()],
	["settings", "/settings", (page: Page) => page.getByRole("main").getByRole("textbox").first()],
])("%s loads in few requests, and nothing on it moves", async (_, path, content) => {
	const page = await app.open();
	await addSession(page, user, app.server.url);
	await page.addInitScript(withoutPrefetch);
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	await page.goto(path);
	await content(page).waitFor();
	// The rail, and the counts in it, come last.
	await page.getByRole("navigation", { name: "Tools" }).waitFor();
	await waitForIdle(page);
	expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(mostRequests);
	// The measurement works: a page has at least a document, a style sheet, scripts and data.
	expect(requests.length).toBeGreaterThan(10);
	expect(await layoutShift(page)).toBeLessThanOrEqual(mostShift);
	app.expectNoPageErrors();
});
