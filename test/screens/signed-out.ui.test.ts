import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { PHONE } from "../../e2e/browser.ts";
import { fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { answerCheck } from "../../e2e/security-check.ts";
import { testScreens } from "./screens.ts";

/** A session that ends while somebody writes: sign-in opens over the page, and nothing that was typed is lost. */

const screens = testScreens();
const TYPED = "Plans for the long weekend by the sea";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "You were signed out" });
const subjectOf = (page: Page) => page.getByLabel("Subject", { exact: true });

/** Requests to the API since the page was opened, and what they sent. */
let requests: { call: string; body: string }[];
const calls = () => requests.map(({ call }) => call);
const saves = () => requests.filter(({ call }) => call.startsWith("PATCH /api/v1/drafts/")).map(({ body }) => body);

beforeEach(() => {
	requests = [];
	screens.server.amount = "most";
	// The draft is what was saved last.
	screens.server.answers.getDraft = (sample) => Object.assign(sample as object, { version: 2 });
	screens.server.answers.updateDraft = (sample) => Object.assign(sample as object, { version: 2 });
	screens.expectErrors(/status of 401/);
});

/** A message is being written when the session ends, until sign-in opens. */
async function writeUntilSignedOut(options: Parameters<typeof screens.open>[1] = {}): Promise<Page> {
	const page = await screens.open("/drafts", options);
	page.on("request", (request) => {
		const { pathname } = new URL(request.url());
		if (pathname.startsWith("/api/v1/"))
			requests.push({ call: `${request.method()} ${pathname}`, body: request.postData() ?? "" });
	});
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await subjectOf(page).fill(TYPED.slice(0, 5));
	await expect.poll(saves).toContainEqual(expect.stringContaining("Plans"));
	screens.server.signedOut = true;
	// Longer than it takes until the refused save is noticed: typing goes on, and none of it goes elsewhere.
	await subjectOf(page).press("End");
	await page.keyboard.type(TYPED.slice(5), { delay: 60 });
	await dialogOf(page).waitFor();
	return page;
}

async function signIn(page: Page): Promise<void> {
	await dialogOf(page).getByLabel("Password", { exact: true }).fill("correct horse battery");
	await answerCheck(page);
	await dialogOf(page).getByRole("button", { name: "Sign In", exact: true }).click();
}

it("keeps what is typed, asks for nothing meanwhile, and saves it after signing in", async () => {
	const page = await writeUntilSignedOut();
	expect(await subjectOf(page).inputValue()).toBe(TYPED);
	expect(await dialogOf(page).getByLabel("Email").inputValue()).toBe(screens.server.user.email);
	await dialogOf(page)
		.getByText(/\d \+ \d/)
		.waitFor();
	await page.keyboard.press("Escape");
	const [asked, saved] = [requests.length, saves().length];
	await page.clock.install();
	await page.clock.runFor(120_000);
	await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
	expect(calls().slice(asked)).toEqual([]);

	await signIn(page);
	await dialogOf(page).waitFor({ state: "hidden" });
	await expect.poll(() => saves().slice(saved).join("\n")).toContain(TYPED);
	expect(await subjectOf(page).inputValue()).toBe(TYPED);
	await expect.poll(() => calls().slice(asked)).toContain("GET /api/v1/events");
	await subjectOf(page).fill("Plans for Monday");
	await page.clock.runFor(2_000);
	await expect.poll(() => saves().join("\n")).toContain("Plans for Monday");
});

it("asks for the second factor there as well", async () => {
	screens.server.needsCode = true;
	const page = await writeUntilSignedOut();
	await signIn(page);
	await dialogOf(page).getByLabel("Code").fill("123456");
	await dialogOf(page).getByRole("button", { name: "Sign In", exact: true }).click();
	await dialogOf(page).waitFor({ state: "hidden" });
	await expect.poll(() => saves().join("\n")).toContain(TYPED);
	expect(await subjectOf(page).inputValue()).toBe(TYPED);
});

it("saves and shows nothing of it when another user signs in", async () => {
	const page = await writeUntilSignedOut();
	screens.server.user = { id: "0190f5a0-0000-7000-8000-0000000000cc", email: "kim@example.org", name: "Kim Other" };
	const [asked, saved] = [requests.length, saves().length];
	await signIn(page);
	await page.waitForURL("**/mailstead");
	await page.getByRole("heading", { level: 1 }).waitFor();
	await expect.poll(() => calls().slice(asked)).toContain("GET /api/v1/accounts");
	expect(saves().slice(saved)).toEqual([]);
	expect(await page.getByText(TYPED).count()).toBe(0);
	expect(await subjectOf(page).count()).toBe(0);
	expect(await page.evaluate(() => sessionStorage.getItem("openComposers") ?? "[]")).toBe("[]");
});

type Releases = [summary: () => void, signIn: () => void];

it.each<[string, (...releases: Releases) => unknown]>([
	["in the same moment", (summary, signIn) => [summary(), signIn()]],
	["later", (summary, signIn) => [signIn(), setTimeout(summary, 700)]],
	["before", (summary, signIn) => [summary(), setTimeout(signIn, 700)]],
])("stays in front of a dialog whose code arrives %s", async (_when, release) => {
	const page = await screens.open("/inbox");
	const [summary, front] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const codes = { summary: /\/summary-dialog-/, front: /\/signed-out-dialog-/ };
	await page.route(codes.summary, (route) => summary.promise.then(() => route.continue()));
	await page.route(codes.front, (route) => front.promise.then(() => route.continue()));
	const asked = Promise.all([page.waitForRequest(codes.summary), page.waitForRequest(codes.front)]);
	const row = page.getByRole("row").first();
	await row.hover();
	await row.getByRole("button", { name: "Summary", exact: true }).click();
	screens.server.signedOut = true;
	await page.evaluate(() => dispatchEvent(new Event("focus")));
	await asked;
	release(summary.resolve, front.resolve);
	const behind = page.locator("[role=dialog]", { hasText: "Summary" });
	await Promise.all([behind.waitFor({ state: "attached" }), dialogOf(page).waitFor()]);

	const password = dialogOf(page).getByLabel("Password", { exact: true });
	await password.click();
	await page.keyboard.type("correct horse");
	expect(await password.inputValue()).toBe("correct horse");
	const inUse = page.locator("body > :not([inert], [aria-hidden=true]) [role=dialog]");
	expect(await inUse.count()).toBe(1);
	await signIn(page);
	await dialogOf(page).waitFor({ state: "hidden" });
	const summaryDialog = page.getByRole("dialog", { name: "Summary", exact: true });
	await summaryDialog.waitFor();
	await expect.poll(() => summaryDialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
	await page.keyboard.press("Escape");
	await summaryDialog.waitFor({ state: "detached" });
});

it.each([
	["wide", {}],
	["on a phone", { viewport: PHONE }],
])("is accessible and hides the page: %s", async (name, options) => {
	const page = await writeUntilSignedOut(options);
	await dialogOf(page)
		.getByText(/\d \+ \d/)
		.waitFor();
	const above = await page.evaluate(() => document.elementFromPoint(5, 5)?.closest("main, header") === null);
	expect(above).toBe(true);
	await fitsAndIsAccessible(page, `signed-out-${name.replaceAll(" ", "-")}`);
});
