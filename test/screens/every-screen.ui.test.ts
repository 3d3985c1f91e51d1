import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#server/errors.ts";
import { expectAccessible } from "../../e2e/accessible.ts";
import { PHONE } from "../../e2e/browser.ts";
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

const screens = testScreens();

async function expectHeading(page: Page): Promise<void> {
	expect(await page.locator("h1").count()).toBeGreaterThan(0);
}

describe.each(paths)("%s", (path) => {
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
	it("says why there is nothing when the server refuses", async () => {
		screens.server.amount = "most";
		screens.server.instead = () => {
			throw new AppError(403, "sample", REFUSAL);
		};
		screens.expectErrors(/status of 403/);
		const page = await screens.open(path);
		if (screens.server.replaced.some((id) => !additional.has(id)))
			await page
				.getByText(new RegExp(`Couldn't load|${REFUSAL}`))
				.first()
				.waitFor();
		await expectAccessible(page);
	});
	it("is accessible while it waits", async () => {
		screens.server.amount = "most";
		screens.server.instead = () => new Promise(() => undefined);
		const page = await screens.open(path, { isWaiting: true });
		await expectHeading(page);
		await expectFits(page, `waiting${name}`);
		await expectAccessible(page);
	});
});
