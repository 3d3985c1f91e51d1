import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

declare global {
	interface Window {
		axe?: typeof axe;
	}
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What surrounds the content of a page of the app. */
const FRAME = "header:not(main header), nav:not(main nav), footer:not(main footer)";
/** All that differs between the themes. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails on axe violations of WCAG 2.2 A and AA. */
export function expectAccessible(page: Page): Promise<void> {
	return expectNoViolations(page, { type: "tag", values: TAGS });
}

/**
 * Like `expectAccessible`, in both themes; the second one is checked only for what colors can break.
 * @param inDark additional assertions on the page in the dark theme
 */
export async function expectAccessibleInBothThemes(page: Page, inDark: () => Promise<void>): Promise<void> {
	await expectAccessible(page);
	await page.emulateMedia({ colorScheme: "dark" });
	await page.locator('html[data-theme="dark"]').waitFor();
	await expectColorsAccessible(page);
	await inDark();
	await page.emulateMedia({ colorScheme: "light" });
	await page.locator('html[data-theme="light"]').waitFor();
}

/** Like `expectAccessible`, for what colors can break: in the theme that is not checked for the rest. */
export function expectColorsAccessible(page: Page): Promise<void> {
	return expectNoViolations(page, { type: "rule", values: COLOR_RULES });
}

/** Like `expectAccessible`, without what surrounds the content: for states of a page that differ in the content alone. */
export function expectContentAccessible(page: Page): Promise<void> {
	return expectNoViolations(page, { type: "tag", values: TAGS }, { exclude: [[FRAME]] });
}

/** Fails on axe violations of WCAG 2.2 A and AA in the open menu: what it lies over is out of reach meanwhile. */
export function expectMenuAccessible(page: Page): Promise<void> {
	return expectNoViolations(page, { type: "tag", values: TAGS }, { include: [['[role="menu"]']] });
}

interface Scope {
	/** Selectors; absent: the whole page. */
	include?: string[][];
	exclude?: string[][];
}

async function expectNoViolations(page: Page, runOnly: axe.RunOnly, scope: Scope = {}): Promise<void> {
	// Frames with mail run no scripts, including axe's; their content is up to the sender. There are no others.
	expect(await page.locator("iframe:not([sandbox])").count()).toBe(0);
	if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
	// Halfway through a fade, text has less contrast than a reader sees.
	await page.waitForFunction(() =>
		document
			.getAnimations()
			.every(
				({ playState, effect }) =>
					playState !== "running" || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
			),
	);
	const found = await page.evaluate(
		async ({ rules, context }) => {
			const { violations = [] } =
				(await window.axe?.run(
					context,
					// Describes only violations: nodes that pass are not reported. Style sheets need not be loaded again.
					{ runOnly: rules, resultTypes: ["violations"], preload: { assets: ["media"] } },
				)) ?? {};
			return violations.map(({ id, help, nodes }) => ({
				...{ id, help },
				nodes: nodes.map(({ html }) => html.slice(0, 200)),
			}));
		},
		{ rules: runOnly, context: { ...scope, exclude: [["iframe[sandbox]"], ...(scope.exclude ?? [])] } },
	);
	// Vitest cuts the lists in its message.
	const summary = found.map(({ id, nodes }) => `${id}: ${nodes.join(" ")}`).join("\n");
	expect(found, `${page.url()}\n${summary}`).toEqual([]);
}
