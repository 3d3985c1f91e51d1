import type { Locator, Page } from "playwright-core";

/**
 * Snoozes the email of a row with the keyboard, finds it among the snoozed ones, and returns it from there.
 * @param whileSnoozed checks the mailbox
 * @returns its subject
 */
export async function snoozeAndReturn(page: Page, row: Locator, whileSnoozed?: () => Promise<void>): Promise<string> {
	await row.click();
	const heading = page.getByRole("region", { name: "Message", exact: true }).getByRole("heading").first();
	const subject = (await heading.textContent()) ?? "";
	await page.keyboard.press("b");
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Tomorrow/ })
		.click();
	await page
		.getByText(/^Snoozed until/)
		.first()
		.waitFor();
	await whileSnoozed?.();
	await page.getByRole("link", { name: /^Snoozed/ }).click();
	const item = page.getByRole("main").getByRole("listitem").filter({ hasText: subject }).first();
	await item.getByRole("button", { name: "Move to inbox now" }).click();
	await page.getByText("Moved to Inbox").waitFor();
	await item.getByText(/^Back /).waitFor();
	await item.getByRole("button", { name: subject }).click();
	await page.getByRole("article").first().waitFor();
	return subject;
}
