import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { testScreens } from "./screens.ts";

/** What was written in settings and not saved is not lost without a word. */

const screens = testScreens();

/** The settings of one mailbox, whose signature was changed. */
async function writeSignature(): Promise<Page> {
	screens.server.amount = "most";
	screens.server.answers.listSenders = (sample) => {
		const { items } = sample as { items: object[] };
		return { items: items.slice(0, 1).map((one) => ({ ...one, obstacle: null, signature: "" })) };
	};
	const page = await screens.open("/drafts/settings");
	await page.getByRole("textbox", { name: "Signature" }).click();
	await page.keyboard.type("Dr One");
	return page;
}

it("asks before a signature is left that was not saved", async () => {
	const page = await writeSignature();
	const signature = page.getByRole("textbox", { name: "Signature" });
	const leave = () =>
		page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Appearance" }).click();
	const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
	await leave();
	await question.getByRole("button", { name: "Keep editing" }).click();
	expect(await signature.textContent()).toBe("Dr One");
	await leave();
	await question.getByRole("button", { name: "Discard changes" }).click();
	await page.waitForURL("**/settings/appearance");
});

it("asks once, while there is a session, when the user signs out", async () => {
	screens.expectErrors(/status of 401/);
	const page = await writeSignature();
	const question = page.getByRole("alertdialog", { name: "You have unsaved changes" });
	await page.getByRole("button", { name: "Sign Out" }).click();
	await question.getByRole("button", { name: "Cancel" }).click();
	expect(await page.getByRole("textbox", { name: "Signature" }).textContent()).toBe("Dr One");
	await page.getByRole("button", { name: "Sign Out" }).click();
	await question.getByRole("button", { name: "Sign out anyway" }).click();
	await page.waitForURL((url) => url.pathname === "/");
});

it("asks before Escape closes a template that was changed", async () => {
	screens.server.amount = "most";
	const page = await screens.open("/drafts/settings");
	await page
		.getByRole("button", { name: /^Edit / })
		.first()
		.click();
	const dialog = page.getByRole("dialog", { name: /^Edit / });
	await dialog.getByRole("textbox", { name: "Subject" }).fill("Written again");
	await page.keyboard.press("Escape");
	await page
		.getByRole("alertdialog", { name: "Discard your changes?" })
		.getByRole("button", { name: "Keep editing" })
		.click();
	expect(await dialog.getByRole("textbox", { name: "Subject" }).inputValue()).toBe("Written again");
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Discard changes" }).click();
	await dialog.waitFor({ state: "detached" });
});
