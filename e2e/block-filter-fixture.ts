import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import type { CleaningMailbox } from "./cleaning-fixture.ts";

/** What the walks through the filter engine's page have in common. */

export const button = (page: Page | Locator, name: RegExp | string): Locator =>
	page.getByRole("button", { name, exact: typeof name === "string" });
export const rows = (page: Page): Locator =>
	page.getByRole("list", { name: "Filters in their order" }).getByRole("listitem");
export const rowOf = (page: Page, name: string): Locator =>
	rows(page).filter({ has: page.getByText(name, { exact: true }) });
export const toastOf = (page: Page, title: string): Locator =>
	page.locator("[data-sonner-toast]").filter({ hasText: title }).last();

/** Waits for a toast, which says all of it, and puts it away. */
export async function seeToast(page: Page, title: string, description = ""): Promise<void> {
	await toastOf(page, title).waitFor();
	expect(await toastOf(page, title).textContent()).toContain(description);
}

/** Everything a rule may act on: received, and neither spam nor thrown away. */
export async function received({ person }: CleaningMailbox): Promise<EmailItem[]> {
	const all: EmailItem[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await person.client(emailsContract).listEmails({ query: { q: "in:anywhere", limit: 200, cursor } });
		all.push(...page.items.filter(({ folder }) => folder === "inbox" || folder === "archive" || folder === "custom"));
		if (page.nextCursor === null) return all;
		cursor = page.nextCursor;
	}
}

export const hostOf = ({ senderEmail }: EmailItem): string => senderEmail.slice(senderEmail.lastIndexOf("@") + 1);

/** Domains by how much they send, the busiest first. */
export function domainsOf(mail: readonly EmailItem[]): string[] {
	const counts = [...Map.groupBy(mail, hostOf)].sort(([, a], [, b]) => b.length - a.length);
	return counts.map(([domain]) => domain);
}

/** Chooses in a select of the kit. */
export async function choose(page: Page, label: string, option: RegExp): Promise<void> {
	await page.getByRole("combobox", { name: label }).first().click();
	await page.getByRole("option", { name: option }).click();
}

/** How many emails the dry run finds. */
export async function dryRun(page: Page): Promise<number> {
	const text = await page
		.getByRole("status")
		.filter({ hasText: /emails? match/ })
		.textContent();
	return Number(/^[\d,]+/.exec(text ?? "")?.[0].replaceAll(",", ""));
}
