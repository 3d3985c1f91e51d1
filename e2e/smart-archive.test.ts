import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleaningFixture, type Kind, kinds, startCleaningFixture } from "./cleaning-fixture.ts";
import { analyzed, execute, messages, offer } from "./smart-archive-fixture.ts";

/** Graph turns created messages into drafts. */
const acceptsCopies = (kind: Kind): boolean => kind !== "outlook";

let fixture: CleaningFixture;
beforeAll(async () => {
	fixture = await startCleaningFixture({ messages });
}, 180_000);
afterAll(() => fixture?.close());

/** The message's folder here. */
const roleOf = (one: unknown): string => (one as { folder_role: string }).folder_role;

describe.each(kinds)("in the %s mailbox", (kind) => {
	test("a card's cleanup shows its list, applies it, and undo restores everything", async () => {
		const mailbox = fixture.mailbox(kind);
		const page = await analyzed(mailbox);
		const before = await mailbox.state();
		await page.getByRole("button", { name: "Execute Cleanup: Old promotions" }).click();
		const dialog = page.getByRole("dialog");
		const verb = dialog.getByRole("button", { name: /^Move \d+ emails to trash$/ });
		const planned = Number(/\d+/.exec((await verb.textContent()) ?? "")?.[0]);
		expect(planned).toBeGreaterThan(50);
		// The largest come first; exclude one of them.
		await dialog.getByRole("checkbox").nth(1).click();
		await dialog.getByRole("button", { name: `Move ${planned - 1} emails to trash` }).click();
		await page.getByText("Cleanup Complete").waitFor();
		await page.getByText(/Successfully executed Old promotions\. Forecast .*, moved/).waitFor();
		const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Old promotions" }) });
		await card.getByRole("button", { name: "Completed: Old promotions" }).waitFor();
		await card.getByText(`${planned - 1} emails cleaned up`).waitFor();
		await card.getByText("Done", { exact: true }).waitFor();
		expect(await card.getByText(/priority$/).count()).toBe(0);
		const after = await mailbox.state();
		const trashed = (state: typeof after) =>
			Object.values(state.stored).filter((one) => (one as { folder_role: string }).folder_role === "trash").length;
		expect(trashed(after) - trashed(before)).toBe(planned - 1);
		if (before.atProvider !== null) expect(after.atProvider).not.toEqual(before.atProvider);
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText(/^Brought back [\d,]+ emails? in /).waitFor();
		await page.getByRole("button", { name: "Execute Cleanup: Old promotions" }).waitFor();
		expect(await mailbox.state()).toEqual(before);
		fixture.app.expectNoPageErrors();
	});

	if (kind !== "demo")
		test("mail that arrives while a list is previewed is not changed", async () => {
			const mailbox = fixture.mailbox(kind);
			const page = await analyzed(mailbox);
			await page.getByRole("button", { name: "Execute Cleanup: Old promotions" }).click();
			const verb = page.getByRole("dialog").getByRole("button", { name: /^Move \d+ emails to trash$/ });
			const planned = Number(/\d+/.exec((await verb.textContent()) ?? "")?.[0]);
			const before = await mailbox.state();
			await mailbox.deliver(offer(900, 400));
			await mailbox.sync();
			await verb.click();
			await page.getByText("Cleanup Complete").waitFor();
			const after = await mailbox.state();
			const moved = Object.entries(after.stored).filter(
				([key, one]) => roleOf(one) === "trash" && roleOf(before.stored[key]) !== "trash",
			);
			expect(moved).toHaveLength(planned);
			const come = Object.entries(after.stored).filter(([key]) => !(key in before.stored));
			expect(come).toHaveLength(1);
			expect(roleOf(come[0]?.[1])).not.toBe("trash");
			await page.getByRole("button", { name: "Undo" }).click();
			await page.getByText(/^Brought back [\d,]+ emails? in /).waitFor();
			const undone = await mailbox.state();
			for (const key of Object.keys(before.stored)) expect(undone.stored[key]).toEqual(before.stored[key]);
			fixture.app.expectNoPageErrors();
		});

	if (acceptsCopies(kind))
		test("attachments alone can be removed, and restored", async () => {
			const mailbox = fixture.mailbox(kind);
			const page = await analyzed(mailbox);
			const before = await mailbox.state();
			await execute(page, "Large attachments", /^Remove attachments from/, "Remove attachments");
			await page.getByText("Cleanup Complete").waitFor({ timeout: 60_000 });
			const after = await mailbox.state();
			const copies = Object.entries(after.stored).filter(([key]) => !(key in before.stored));
			expect(copies.length).toBeGreaterThan(0);
			for (const [, copy] of copies) expect(roleOf(copy)).not.toBe("trash");
			await page.getByRole("button", { name: "Undo" }).click();
			await page.getByText(/^Undone: removed attachments from /).waitFor();
			const undone = await mailbox.state();
			for (const key of Object.keys(before.stored)) expect(undone.stored[key]).toEqual(before.stored[key]);
			for (const [key] of copies) expect(roleOf(undone.stored[key])).toBe("trash");
			fixture.app.expectNoPageErrors();
		});

	test("a backup contains what goes to the trash, and is restored, which can be undone", async () => {
		const mailbox = fixture.mailbox(kind);
		const page = await analyzed(mailbox);
		const before = await mailbox.state();
		await execute(page, "Large attachments", /^Back up and trash/, "Back up, then trash");
		// The demo's are 100 MB, which are compressed and read back.
		await page.getByText("Cleanup Complete").waitFor({ timeout: 120_000 });
		await page.getByRole("tab", { name: "Backups" }).click();
		await page.getByText(/verified/).waitFor();
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "Download" }).click();
		expect((await download).suggestedFilename()).toMatch(/\.mbox\.gz$/);
		const file = gunzipSync(await readFile(await (await download).path()));
		expect(file.subarray(0, 5).toString()).toBe("From ");
		expect(file.length).toBeGreaterThan(5_000_000);

		const trashed = await mailbox.state();
		const restored = page.locator("[data-sonner-toast]").filter({ hasText: "Backup restored" });
		await page.getByRole("button", { name: "Restore the backup of Large attachments" }).click();
		await page
			.getByRole("dialog")
			.getByText(/from the trash/)
			.waitFor();
		await page
			.getByRole("dialog")
			.getByRole("button", { name: /^Restore \d+ emails?$/ })
			.click();
		await restored.waitFor({ timeout: 60_000 });
		expect(await mailbox.state()).toEqual(before);
		await restored.getByRole("button", { name: "Undo" }).click();
		await page.getByText(/^Undone: restored [\d,]+ emails? in /).waitFor();
		expect(await mailbox.state()).toEqual(trashed);

		await page.getByRole("button", { name: "Delete the backup of Large attachments" }).click();
		await page
			.getByRole("dialog")
			.or(page.getByRole("alertdialog"))
			.getByRole("button", { name: "Delete backup" })
			.click();
		await page.getByText("No backups yet").waitFor();
		expect(await mailbox.state()).toEqual(trashed);
		fixture.app.expectNoPageErrors();
	}, 240_000);

	test("spam and trash are deleted permanently, at Gmail once that is allowed", async () => {
		const mailbox = fixture.mailbox(kind);
		let page = await analyzed(mailbox);
		await execute(page, "Old promotions", /^Move \d+ emails to trash$/, "Move to trash");
		await page.getByText("Cleanup Complete").waitFor();
		const before = await mailbox.state();
		page = await analyzed(mailbox);
		const action = page.getByRole("combobox", { name: "Action for spam and trash" });
		expect(await action.textContent()).toContain(kind === "gmail" ? "Move to trash" : "Delete permanently");
		const choose = async () => {
			await action.click();
			await page.getByRole("option", { name: "Delete permanently" }).click();
			await page.getByRole("button", { name: "Execute Cleanup: Spam and trash" }).click();
		};
		await choose();
		if (kind === "gmail") {
			const question = page.getByRole("alertdialog");
			await question.getByText("Allow permanent deletion?").waitFor();
			await question.getByRole("button", { name: "Continue to Google" }).click();
			// The app has a button with this address, too.
			await page.waitForURL((url) => url.origin !== fixture.origin);
			await page.getByRole("button", { name: "ann@gmail.example" }).click();
			await page.getByRole("button", { name: "Continue" }).click();
			await page.waitForURL("**/tool/smart-archive");
			await choose();
		}
		const verb = page.getByRole("dialog").getByRole("button", { name: /^Permanently delete \d+ emails$/ });
		const planned = Number(/\d+/.exec((await verb.textContent()) ?? "")?.[0]);
		expect(planned).toBeGreaterThan(50);
		await verb.click();
		await page.getByText("Cleanup Complete").waitFor();
		const after = await mailbox.state();
		const kept = Object.entries(before.stored).filter(([, one]) => !["trash", "spam"].includes(roleOf(one)));
		expect(after.stored).toEqual(Object.fromEntries(kept));
		if (before.atProvider !== null && after.atProvider !== null)
			expect(Object.keys(after.atProvider).length).toBeLessThan(Object.keys(before.atProvider).length - 50);
		// The emulator has no icon.
		fixture.app.expectNoPageErrors(/Failed to load resource/);
	});
});
