import type { Locator, Page } from "playwright-core";
import type { Screens } from "./screens.ts";

/** What is done in a composer. */

const EMAIL = "0190f5a0-0000-7000-8000-000000000001";

export const composerOf = (page: Page): Locator =>
	page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Subject" }) });
export const to = (page: Page): Locator => composerOf(page).getByRole("combobox", { name: "To" });
export const subject = (page: Page): Locator => composerOf(page).getByRole("textbox", { name: "Subject" });
export const message = (page: Page): Locator => composerOf(page).getByRole("textbox", { name: "Message" });

export async function startMessage(screens: Screens): Promise<Page> {
	const page = await screens.open("/drafts");
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await message(page).waitFor();
	return page;
}

/** An email is open, and the key of an answer pressed. */
export async function startAnswer(screens: Screens, key: "r" | "f"): Promise<Page> {
	const page = await screens.open(`/inbox/${EMAIL}`);
	await page.getByRole("article").first().waitFor();
	await page.keyboard.press(key);
	await (key === "r" ? message(page) : to(page)).and(page.locator(":focus")).waitFor();
	return page;
}
