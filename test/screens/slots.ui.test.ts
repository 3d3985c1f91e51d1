import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { EmailDraft } from "#tools/ai-personalizer/contract.ts";
import { fitsAndIsAccessible } from "../../e2e/screenshots.ts";
import { composerOf, message, startMessage, subject, to } from "./composer-parts.ts";
import { keepDrafts } from "./drafts.ts";
import { testScreens } from "./screens.ts";

/** Places that a person has to fill are named before the text leaves the screen. */

const screens = testScreens();
const SLOT = "[what you want to say about the deck]";

const draft: EmailDraft = {
	recipient: "ada@example.org",
	subjects: ["The deck"],
	body: `Hello Ada,\n\n${SLOT}\n\nBest regards`,
	facts: [
		{ id: "name", kind: "name", value: "Ada Vale", emailId: null, url: null, seenAt: "2026-01-05T08:00:00.000Z" },
	],
	engine: { kind: "built_in", model: null, host: null },
	isCached: false,
};

async function writeDraft(): Promise<Page> {
	screens.server.amount = "most";
	keepDrafts(screens.server);
	screens.server.answers.streamDraft = () =>
		(async function* () {
			yield { type: "draft", draft };
		})();
	const page = await screens.open("/tool/ai-personalizer");
	await page.getByLabel("Recipient").fill("ada@example.org");
	await page.getByLabel("Goal").fill("the deck");
	await page.getByRole("button", { name: "Generate Personalized Email" }).click();
	await page.getByText("1 place to fill").waitFor();
	return page;
}

it("are listed below a draft, and asked about before it is opened in the composer", async () => {
	const page = await writeDraft();
	await page.getByRole("listitem").filter({ hasText: SLOT }).waitFor();
	await fitsAndIsAccessible(page, "slots-draft");
	await page.getByRole("button", { name: "Open in composer" }).click();
	const question = page.getByRole("alertdialog", { name: "Use this email anyway?" });
	await question.getByText(`Not filled yet: ${SLOT}.`).waitFor();
	await question.getByRole("button", { name: "Cancel" }).click();
	expect(await composerOf(page).count()).toBe(0);
	await page.getByLabel("Email text").fill("Hello Ada,\n\nthe deck\n\nBest regards");
	expect(await page.getByText("1 place to fill").count()).toBe(0);
	await page.getByRole("button", { name: "Open in composer" }).click();
	await message(page).getByText("the deck").waitFor();
});

it("are asked about before a message with them is sent", async () => {
	screens.server.amount = "most";
	const drafts = keepDrafts(screens.server);
	const page = await startMessage(screens);
	await to(page).fill("ada@example.org");
	await subject(page).fill("The deck");
	await message(page).click();
	await page.keyboard.type(`Hello Ada, ${SLOT}`);
	await page.keyboard.press("Control+Enter");
	const question = page.getByRole("alertdialog", { name: "Send with empty places?" });
	await question.getByText(`Your message still has places to fill: ${SLOT}.`).waitFor();
	await question.getByRole("button", { name: "Cancel" }).click();
	await message(page).getByText(SLOT).waitFor();
	expect(drafts.sent).toEqual([]);
});
