import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#server/errors.ts";
import { expectContentAccessible } from "../../e2e/accessible.ts";
import { PHONE, waitForIdle } from "../../e2e/browser.ts";
import { expectFits, fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { testScreens } from "./screens.ts";

/** All pages of the build, with a sample for each parameter. */
const paths = (
	JSON.parse(readFileSync(join(import.meta.dirname, "../../dist/web/routes.json"), "utf8")) as string[]
).map((path) => path.replaceAll(/\/\{-\$\w+\}/g, "").replace("/authorize", "/authorize?request=sample"));

/** Pages of signing in, which lead somebody who is signed in elsewhere. Others below it connect a mailbox. */
const signIn = /^\/auth(?!\/(?:gmail|outlook))/;
const REFUSAL = "A sample refusal.";
/** What pages add to what they are about: without it, they say nothing. */
const additional = new Set(["getQuota", "getEngine"]);

async function expectHeading(page: Page): Promise<void> {
	expect(await page.locator("h1").count()).toBeGreaterThan(0);
}

/** Two files share the pages: each runs in a worker of its own. */
type Half = "tools and settings" | "others";
const halfOf = (path: string): Half => (/^\/(?:tool|settings)\b/.test(path) ? "tools and settings" : "others");

/**
 * Each page in every state that the server's answers can bring it to. What surrounds the content of a page is the same
 * while it waits and when it is refused, and checked in the other states.
 */
export function describeScreens(half: Half): void {
	const screens = testScreens({ isOnePage: true });
	describe.each(paths.filter((path) => halfOf(path) === half))("%s", (path) => {
		const name = path.replaceAll(/\W+/g, "-");
		beforeEach(() => {
			screens.server.signedOut = signIn.test(path);
		});
		it("is accessible with as little as the server may answer", async () => {
			const page = await screens.open(path);
			await expectHeading(page);
			await fitsAndIsAccessible(page, `least${name}`);
		});
		it("is accessible with as much as the server may answer, on a phone", async () => {
			screens.server.amount = "most";
			const page = await screens.open(path, { viewport: PHONE });
			await expectHeading(page);
			await fitsAndIsAccessible(page, `most${name}`);
		});
		it("is accessible while it waits, and says why there is nothing when the server then refuses", async () => {
			const answer = Promise.withResolvers<never>();
			answer.promise.catch(() => undefined);
			screens.server.amount = "most";
			screens.server.instead = () => answer.promise;
			screens.expectErrors(/status of 403/);
			const page = await screens.open(path, { isWaiting: true });
			await expectHeading(page);
			await expectFits(page, `waiting${name}`);
			await expectContentAccessible(page);
			answer.reject(new AppError(403, "sample", REFUSAL));
			await waitForIdle(page);
			const { replaced } = screens.server;
			if (replaced.some((id) => !additional.has(id)))
				await page
					.getByText(new RegExp(`Couldn't load|${REFUSAL}`))
					.first()
					.waitFor();
			// A page that asks for nothing is the same as before.
			if (replaced.length > 0) await expectContentAccessible(page);
		});
	});
}
