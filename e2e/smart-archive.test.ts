import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleaningGround, type CleaningMailbox, kinds, startCleaningGround } from "./cleaning-ground.ts";
import { makeLetter, usualLetters } from "./cleaning-letters.ts";

/** Beside the usual mail: what is large, and so much that is old that the smart archive speaks up. */
const letters = [
	...usualLetters(),
	makeLetter({
		from: "Film Club <film@club.example>",
		subject: "The whole film",
		daysAgo: 40,
		attachmentBytes: 4_500_000,
	}),
	...Array.from({ length: 60 }, (_, n) =>
		makeLetter(
			{
				from: "Orchard Tools <offers@orchard.example>",
				subject: `Sale ${n}: save 20% on everything, today only`,
				daysAgo: 200 + n,
				fields: [
					"List-Unsubscribe: <https://orchard.example/leave>",
					"List-Id: <offers.orchard.example>",
					"Precedence: bulk",
				],
				text: `Our offer of the day ${n}: buy now and save. Discount code SAVE${n}. Shop our sale before midnight.`,
			},
			{ isRead: n % 3 === 0, category: "PROMOTIONS" },
		),
	),
];

let ground: CleaningGround;
beforeAll(async () => {
	ground = await startCleaningGround({ letters });
}, 180_000);
afterAll(() => ground?.close());

const path = "/tool/smart-archive";

async function analysed(mailbox: CleaningMailbox, shown?: Parameters<CleaningMailbox["open"]>[0]): Promise<Page> {
	const page = await mailbox.open(shown);
	await page.goto(path);
	const begin = page.getByRole("button", { name: "Analyze Storage Usage" });
	await begin
		.or(page.getByRole("button", { name: "Refresh" }))
		.first()
		.waitFor();
	if (await begin.isVisible()) {
		await begin.click();
		await page.getByText("Storage Analysis Complete").waitFor({ timeout: 60_000 });
	}
	await page.getByRole("heading", { name: "Smart Cleanup Actions" }).waitFor();
	return page;
}

/** Presses a card's button, and in the dialog that opens the one that carries it out. */
async function execute(page: Page, card: string, verb: RegExp, how?: string): Promise<void> {
	if (how !== undefined) {
		await page.getByRole("combobox", { name: `What happens to ${card.toLowerCase()}` }).click();
		await page.getByRole("option", { name: how }).click();
	}
	await page.getByRole("button", { name: `Execute Cleanup: ${card}` }).click();
	await page.getByRole("dialog").getByRole("button", { name: verb }).click();
}

describe.each(kinds)("in the %s mailbox", (kind) => {
	test("a card's cleanup shows its list, does what it says, and undoing it leaves no trace", async () => {
		const mailbox = ground.mailbox(kind);
		const page = await analysed(mailbox);
		const before = await mailbox.state();
		await page.getByRole("button", { name: "Execute Cleanup: Old promotions" }).click();
		const dialog = page.getByRole("dialog");
		const verb = dialog.getByRole("button", { name: /^Move \d+ emails to trash$/ });
		const planned = Number(/\d+/.exec((await verb.textContent()) ?? "")?.[0]);
		expect(planned).toBeGreaterThan(50);
		// The largest come first; one of them is left out.
		await dialog.getByRole("checkbox").nth(1).click();
		await dialog.getByRole("button", { name: `Move ${planned - 1} emails to trash` }).click();
		await page.getByText("Cleanup Complete").waitFor();
		await page.getByText(/Successfully executed Old promotions\. Forecast .*, moved/).waitFor();
		await page.getByRole("button", { name: "Completed: Old promotions" }).waitFor();
		const after = await mailbox.state();
		const trashed = (state: typeof after) =>
			Object.values(state.stored).filter((one) => (one as { folder_role: string }).folder_role === "trash").length;
		expect(trashed(after) - trashed(before)).toBe(planned - 1);
		if (before.atProvider !== null) expect(after.atProvider).not.toEqual(before.atProvider);
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Undone", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Execute Cleanup: Old promotions" }).waitFor();
		expect(await mailbox.state()).toEqual(before);
		ground.app.noComplaints();
	});

	test("a backup holds what goes to the trash", async () => {
		const mailbox = ground.mailbox(kind);
		const page = await analysed(mailbox);
		const before = await mailbox.state();
		await execute(page, "Large attachments", /^Back up and trash/, "Back up, then trash");
		await page.getByText("Cleanup Complete").waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Undone", { exact: true }).waitFor();
		await page.getByRole("tab", { name: "Backups" }).click();
		await page.getByText(/read back and verified/).waitFor();
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "Download" }).click();
		const file = gunzipSync(await readFile(await (await download).path()));
		expect(file.subarray(0, 5).toString()).toBe("From ");
		expect(file.length).toBeGreaterThan(5_000_000);
		await page.getByRole("button", { name: "Delete the backup of Large attachments" }).click();
		await page
			.getByRole("dialog")
			.or(page.getByRole("alertdialog"))
			.getByRole("button", { name: "Delete backup" })
			.click();
		await page.getByText("No backups yet").waitFor();
		expect(await mailbox.state()).toEqual(before);
		ground.app.noComplaints();
	});
});
