import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { AppError } from "#server/errors.ts";
import { shoot } from "../../e2e/screenshots.ts";
import { testScreens } from "./screens.ts";

/** Signing out while something is written. */

const screens = testScreens();
const TYPED = "Plans for the long weekend by the sea";
const subjectOf = (page: Page) => page.getByLabel("Subject", { exact: true });
const signOutOf = (page: Page) => page.getByRole("button", { name: "Sign Out" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "You have unsaved changes" });
const keptOn = (page: Page) =>
	page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("unsavedDraft:")));

let calls: string[];
const SIGN_OUT = "POST /api/auth/sign-out";

beforeEach(() => {
	calls = [];
	screens.server.amount = "most";
	screens.server.answers.getDraft = (sample) => Object.assign(sample as object, { version: 2 });
	screens.server.answers.updateDraft = (sample) => Object.assign(sample as object, { version: 2 });
});

async function openComposer(): Promise<Page> {
	const page = await screens.open("/drafts");
	page.on("request", (request) => {
		const isDraft = request.postData()?.includes(TYPED) === true;
		calls.push(isDraft ? "draft" : `${request.method()} ${new URL(request.url()).pathname}`);
	});
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await subjectOf(page).waitFor();
	return page;
}

it("saves what was just typed before the session ends", async () => {
	// What the page asks for meanwhile is refused.
	screens.expectErrors(/status of 401/);
	const page = await openComposer();
	// The moment of calm before a save does not pass.
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 3_600_000);
	await subjectOf(page).fill(TYPED);
	await signOutOf(page).click();
	await expect.poll(() => calls).toContain(SIGN_OUT);
	expect(calls.filter((call) => call === "draft" || call === SIGN_OUT)).toEqual(["draft", SIGN_OUT]);
	await page.waitForURL((url) => url.pathname === "/");
	expect(await keptOn(page)).toEqual([]);
});

it("asks before it discards what could not be saved", async () => {
	// 401: what the page asks for while it signs out is refused.
	screens.expectErrors(/503|Not now|status of 401/);
	const page = await openComposer();
	screens.server.answers.updateDraft = () => {
		throw new AppError(503, "unavailable", "Not now");
	};
	await subjectOf(page).fill(TYPED);
	await signOutOf(page).click();
	await question(page).waitFor();
	await shoot(page, "sign-out-unsaved");
	await question(page).getByRole("button", { name: "Cancel" }).click();
	await question(page).waitFor({ state: "detached" });
	expect(calls).not.toContain(SIGN_OUT);
	expect(await subjectOf(page).inputValue()).toBe(TYPED);
	expect(JSON.stringify(await keptOn(page))).toContain(TYPED);

	await signOutOf(page).click();
	await question(page).getByRole("button", { name: "Sign out anyway" }).click();
	await page.waitForURL((url) => url.pathname === "/");
	await expect.poll(() => keptOn(page)).toEqual([]);
});

it("asks as well when the server does not answer for a while", async () => {
	const page = await openComposer();
	screens.server.answers.updateDraft = () => new Promise(() => undefined);
	await page.clock.install();
	await subjectOf(page).fill(TYPED);
	await signOutOf(page).click();
	await page.clock.runFor(5_000);
	await question(page).waitFor();
	expect(calls).not.toContain(SIGN_OUT);
});
