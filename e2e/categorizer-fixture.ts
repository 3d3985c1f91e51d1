import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Helpers shared by the categorizer's journeys. */

export const cards = (page: Page): Locator => page.getByRole("group", { name: "Categories" }).getByRole("button");
export const rows = (page: Page): Locator => page.getByRole("grid", { name: /^Emails in/ }).getByRole("row");
export const button = (page: Page, name: RegExp | string): Locator => page.getByRole("button", { name });
export const toastOf = (page: Page, title: string): Locator =>
	page.locator("[data-sonner-toast]").filter({ hasText: title }).last();
export const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? "")?.[0].replaceAll(",", ""));

/** Name and count of each card. */
export async function counts(page: Page): Promise<Record<string, number>> {
	await cards(page).first().waitFor();
	const texts = await cards(page).allTextContents();
	return Object.fromEntries(texts.map((text) => [text.split(" ")[0] ?? "", numberIn(text)]));
}

/** Maximum time for a count to update. */
export const WITHIN = { timeout: 15_000 };

export const sum = (all: Record<string, number>): number => Object.values(all).reduce((a, b) => a + b, 0);

/** The card with the most mail. */
export async function fullest(page: Page): Promise<{ name: string; count: number }> {
	const [[name, count] = ["", 0]] = Object.entries(await counts(page)).sort(([, a], [, b]) => b - a);
	return { name, count };
}

/** Presses a button of the open dialog and waits for its toast. */
export async function carryOut(page: Page, verb: RegExp, title: string, description: string): Promise<void> {
	const dialog = page.getByRole("dialog");
	await dialog.getByText(/Only these emails will be changed/).waitFor();
	await dialog.getByRole("button", { name: verb }).click();
	await toastOf(page, title).waitFor();
	expect(await toastOf(page, title).textContent()).toContain(description);
	await dialog.waitFor({ state: "detached" });
}

/** Undoes from its toast. @param done what the toast after it says */
export async function undo(page: Page, title: string, done = "Brought back "): Promise<void> {
	await toastOf(page, title).getByRole("button", { name: "Undo" }).click();
	await toastOf(page, done).waitFor();
}
