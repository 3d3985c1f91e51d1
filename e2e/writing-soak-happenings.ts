import type { BrowserContext, Locator, Page } from "playwright-core";
import { composerContract } from "#tools/composer/contract.ts";
import { WIDE } from "./browser.ts";
import { failures, withFailure } from "./soak-failures.ts";
import type { SoakMailboxes } from "./writing-soak-fixture.ts";

/** What happens to somebody who writes. */

export const happenings = [
	...["nothing", "reload", "second tab", "second device", "other program"],
	...[...failures, "mail server busy"],
] as const;
export type Happening = (typeof happenings)[number];

export const composerOf = (page: Page): Locator =>
	page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Message" }) });
export const messageOf = (page: Page): Locator => composerOf(page).last().getByRole("textbox", { name: "Message" });

/** Requests that save a draft. */
const saves = /\/api\/v1\/drafts\/[0-9a-f-]{36}$/;

/** Lets it happen while a text is typed at the cursor. */
export async function happen(mailboxes: SoakMailboxes, happening: Happening, page: Page, text: string): Promise<void> {
	const type = (): Promise<void> => page.keyboard.type(`${text} `, { delay: 30 });
	switch (happening) {
		case "reload":
			await type();
			await page.reload();
			return messageOf(page).waitFor();
		case "second tab":
			await writeElsewhere(mailboxes, page, page.context(), text.replace("during", "elsewhere"));
			await type();
			return bothAreKept(page);
		case "second device":
			await writeElsewhere(
				mailboxes,
				page,
				(await mailboxes.open(WIDE)).context(),
				text.replace("during", "elsewhere"),
			);
			await type();
			return bothAreKept(page);
		case "other program":
			await writeByProgram(mailboxes, page);
			await type();
			return bothAreKept(page);
		case "mail server busy":
			mailboxes.sink.refuse("421 4.3.2 Try again later");
			return type();
		case "nothing":
			return type();
		default:
			return withFailure(mailboxes, happening, page, { requests: saves, method: "PATCH", work: type });
	}
}

/** Id of the draft that is open, once all of it is saved. */
async function openDraft(mailboxes: SoakMailboxes, page: Page): Promise<string> {
	await composerOf(page).getByText("Saved", { exact: true }).waitFor();
	const drafts = (await mailboxes.user()).client(composerContract);
	const { items } = await drafts.listDrafts({ query: { section: "drafts", limit: 1 } });
	return items[0]?.id ?? "";
}

/** The same draft is open in another window, where something is written and saved. */
async function writeElsewhere(
	mailboxes: SoakMailboxes,
	page: Page,
	context: BrowserContext,
	text: string,
): Promise<void> {
	const id = await openDraft(mailboxes, page);
	const other = await context.newPage();
	await other.addInitScript((draft) => sessionStorage.setItem("openComposers", JSON.stringify([draft])), id);
	await other.goto(`${mailboxes.url}/drafts`);
	await messageOf(other).click();
	await other.keyboard.press("Control+Home");
	await other.keyboard.type(`${text} `);
	await composerOf(other).getByText("Saved", { exact: true }).waitFor();
	await other.close();
	await messageOf(page).click();
	await page.keyboard.press("Control+Home");
}

async function bothAreKept(page: Page): Promise<void> {
	await composerOf(page)
		.getByText(/Both versions are kept/)
		.waitFor();
	await messageOf(page).waitFor();
}

/** A program writes over the draft through the API, which it may. */
async function writeByProgram(mailboxes: SoakMailboxes, page: Page): Promise<void> {
	const id = await openDraft(mailboxes, page);
	const body = { html: "<div>By a program</div>", text: "By a program" };
	await (await mailboxes.user()).client(composerContract).updateDraft({ params: { id }, body });
}
