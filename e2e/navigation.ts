import type { Page } from "playwright-core";

/** Size of the pictures on the front page, in CSS pixels. */
export const PICTURE = { width: 1280, height: 800 };

/**
 * The links of the navigation, top to bottom, without counts. `npm run pictures` saves them with the pictures, and a
 * test compares them with the product of today, so that no picture shows an older one.
 */
export async function navigationOf(page: Page): Promise<string[]> {
	await page.getByRole("navigation", { name: "Tools" }).waitFor();
	const names = await page
		.locator("nav a, nav button")
		.filter({ visible: true })
		.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""));
	const plain = names.map((name) =>
		name
			.replace(/[\d,]+/g, "")
			.replace(/\s+/g, " ")
			.trim(),
	);
	return [...new Set(plain)].filter((name) => name !== "" && !name.includes("@"));
}
