import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import type { CleaningMailbox } from "./cleaning-fixture.ts";

/** Helpers shared by the filter engine's journeys. */

export const button = (page: Page | Locator, name: RegExp | string): Locator =>
	page.getByRole("button", { name, exact: typeof name === "string" });
export const rows = (page: Page): Locator => page.getByRole("list", { name: "Filters in order" }).getByRole("listitem");
export const rowOf = (page: Page, name: string): Locator =>
	rows(page).filter({ has: page.getByText(name, { exact: true }) });
export const toastOf = (page: Page, title: string): Locator =>
	page.locator("[data-sonner-toast]").filter({ hasText: title }).last();

/** Waits for a toast with this text and dismisses it. */
export async function seeToast(page: Page, title: string, description = ""): Promise<void> {
	await toastOf(page, title).waitFor();
	expect(await toastOf(page, title).textContent()).toContain(description);
}

/** All mail a rule may act on: received, and not in spam or trash. */
export async function received({ user }: CleaningMailbox): Promise<EmailItem[]> {
	const all: EmailItem[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await user.client(emailsContract).listEmails({ query: { q: "in:anywhere", limit: 200, cursor } });
		all.push(...page.items.filter(({ folder }) => folder === "inbox" || folder === "archive" || folder === "custom"));
		if (page.nextCursor === null) return all;
		cursor = page.nextCursor;
	}
}

export const hostOf = ({ senderEmail }: EmailItem): string => senderEmail.slice(senderEmail.lastIndexOf("@") + 1);

/** Sender domains by volume, largest first. */
export function domainsOf(mail: readonly EmailItem[]): string[] {
	const counts = [...Map.groupBy(mail, hostOf)].sort(([, a], [, b]) => b.length - a.length);
	return counts.map(([domain]) => domain);
}

/** Selects an option in the kit's select. */
export async function choose(page: Page, label: string, option: RegExp): Promise<void> {
	await page.getByRole("combobox", { name: label }).first().click();
	await page.getByRole("option", { name: option }).click();
}

/** Number of emails that the dry run matches. */
export async function dryRun(page: Page): Promise<number> {
	const text = await page
		.getByRole("status")
		.filter({ hasText: /emails? match/ })
		.textContent();
	return Number(/^[\d,]+/.exec(text ?? "")?.[0].replaceAll(",", ""));
}
