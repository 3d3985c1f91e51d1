import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessibleInBothThemes } from "./accessible.ts";
import { waitForIdle } from "./browser.ts";

/** A picture of the whole page, for review, if SHOTS names a folder. */
export async function shoot(of: Page, name: string): Promise<void> {
	const folder = process.env.SHOTS;
	if (folder === undefined) return;
	mkdirSync(folder, { recursive: true });
	await of.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Fails when the page scrolls sideways. @param name of the page in the message */
export async function expectFits(of: Page, name: string): Promise<void> {
	expect(await of.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBe(0);
}

/** Fails when the page scrolls sideways, and on axe violations, in either theme. Takes pictures of both. */
export async function fitsAndIsAccessible(of: Page, name: string): Promise<void> {
	await waitForIdle(of);
	await shoot(of, name);
	await expectFits(of, name);
	await expectAccessibleInBothThemes(of, async () => {
		await shoot(of, `${name}-dark`);
		await expectFits(of, `${name}-dark`);
	});
}
