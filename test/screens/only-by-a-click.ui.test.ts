import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type OpenOptions, PHONE } from "../../e2e/browser.ts";
import { fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { composerOf, startMessage, subject, to } from "./composer-parts.ts";
import { keepDrafts } from "./drafts.ts";
import { testScreens } from "./screens.ts";

/** States of screens that a click or an address leads to, wide and on a phone. */

const screens = testScreens();
const sizes: [name: string, options: OpenOptions][] = [
	["wide", {}],
	["phone", { viewport: PHONE, touch: true }],
];

function open(path: string, options: OpenOptions): Promise<Page> {
	screens.server.amount = "most";
	return screens.open(path, options);
}

it.each(sizes)("says why there is no reply to suggest, and lets one be written: %s", async (name, options) => {
	keepDrafts(screens.server);
	screens.server.answers["email-smart-reply"] = (sample) => ({
		...(sample as object),
		...{ replies: [], none: "no_reply_needed", engine: { kind: "built_in", model: null, host: null } },
	});
	const page = await open("/inbox", options);
	const row = page.getByRole("row").first();
	await row.waitFor();
	if (name === "wide") {
		await row.hover();
		await row.getByRole("button", { name: "Reply", exact: true }).click();
	} else {
		await row.getByRole("button", { name: "More actions" }).tap();
		await page.getByRole("menuitem", { name: "Reply", exact: true }).tap();
	}
	const dialog = page.getByRole("dialog", { name: "Reply suggestions", exact: true });
	await dialog.getByText(/^No replies to suggest\. Mailings/).waitFor();
	await fitsAndIsAccessible(page, `no-replies-${name}`);
	await dialog.getByRole("button", { name: "Write a reply" }).click();
	await composerOf(page).getByRole("textbox", { name: "Message" }).waitFor();
});

it("asks what a mistyped address means, in either theme", async () => {
	screens.server.amount = "most";
	keepDrafts(screens.server);
	const page = await startMessage(screens);
	await to(page).fill("a.person.with.a.long.name@gamil.com, bo@cloud.com,");
	await subject(page).click();
	await composerOf(page).getByRole("button", { name: "Did you mean gmail.com?" }).waitFor();
	await fitsAndIsAccessible(page, "mistyped-wide");
	await page.setViewportSize(PHONE);
	await fitsAndIsAccessible(page, "mistyped-phone");
});

it.each(sizes)("names the days that a list of waiting conversations covers: %s", async (name, options) => {
	const page = await open("/tool/follow-up-tracker?tab=them", options);
	await page.getByText("Emails of the last 30 days", { exact: true }).waitFor();
	await fitsAndIsAccessible(page, `waiting-${name}`);
});

it.each(sizes)("compares subjects by who is interested, refusals beside them: %s", async (name, options) => {
	screens.server.answers.getCampaign = (sample) => ({ ...(sample as object), state: "completed" });
	const page = await open("/tool/follow-up-tracker?campaign=01a1f767-c935-77a0-bb9e-6bd6c560a3af", options);
	await page.getByRole("columnheader", { name: "Refusals" }).first().waitFor({ state: "attached" });
	expect(await page.getByRole("columnheader", { name: "Interested", exact: true }).count()).toBeGreaterThan(0);
	await fitsAndIsAccessible(page, `subjects-${name}`);
});
