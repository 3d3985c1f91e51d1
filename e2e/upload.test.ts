import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeMbox } from "#test/mail-file.ts";
import { sized } from "#test/soak.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, startApp } from "./app.ts";

/** Large enough to cancel its import before the end. */
const count = sized(12_000, 30_000);
/** Without every eighth message, which is spam, and the one after it, which is in the trash. */
const kept = count * (6 / 8);
const LIMIT_MS = sized(180_000, 600_000);
const file = join(tmpdir(), `mailstead-upload-${process.pid}.mbox`);
let app: App;
let page: Page;

beforeAll(async () => {
	await writeMbox(file, { count });
	app = await startApp();
	page = await app.open();
	await openHubAs(app, page, "upload@vale.example");
	await page.goto("/mailstead");
	await page.getByRole("combobox", { name: "Provider" }).click();
	await page.getByRole("option", { name: "Manual Upload (.mbox)" }).click();
});
afterAll(async () => {
	await app.close();
	await rm(file, { force: true });
});

const total = async (): Promise<number> => {
	const { items } = (await (await page.request.get("/api/v1/accounts")).json()) as { items: { totalEmails: number }[] };
	return items[0]?.totalEmails ?? 0;
};

test(
	"an mbox is uploaded, its import is followed, canceled and resumed to the last message",
	async () => {
		await page.locator("input[type=file]").setInputFiles(file);
		const progress = page.getByRole("progressbar", { name: "Importing" });
		await progress.waitFor();
		await expect
			.poll(async () => Number(await progress.getAttribute("aria-valuenow").catch(() => 0)), { timeout: 20_000 })
			.toBeGreaterThan(0);
		await expectAccessible(page);
		await page.getByRole("listitem").getByRole("button", { name: "Cancel", exact: true }).click();
		await page.getByText("Stopped before finishing. Emails already imported are kept.").waitFor();
		const stopped = await total();
		expect(stopped).toBeLessThan(count);
		await expectAccessible(page);
		await page.getByRole("button", { name: "Resume import" }).click();
		await page
			.getByText(`${kept.toLocaleString("en")} emails`)
			.first()
			.waitFor({ timeout: LIMIT_MS });
		await page.getByRole("progressbar").waitFor({ state: "detached" });
		expect(await total()).toBe(count);
		app.expectNoPageErrors();
	},
	2 * LIMIT_MS,
);

test("the same file again adds nothing and says so", async () => {
	await page.locator("input[type=file]").setInputFiles(file);
	await page.getByRole("progressbar").first().waitFor();
	await page.getByRole("progressbar").first().waitFor({ state: "detached", timeout: 90_000 });
	expect(await total()).toBe(count);
	await page.getByRole("button", { name: "Nothing new: every message was already imported" }).click();
	await page.getByRole("dialog", { name: "Import report" }).waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	app.expectNoPageErrors();
});

test("a file that contains no mail is rejected with a message", async () => {
	await page.locator("input[type=file]").setInputFiles({
		name: "holiday.mbox",
		mimeType: "image/png",
		buffer: Buffer.from("\x89PNG\r\n\x1a\n not mail at all"),
	});
	await page.getByRole("alert").getByText(/mail/).first().waitFor();
	expect(await total()).toBe(count);
});
