import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMbox } from "#test/mail-file.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";

/** The UI for the storage quota, and for an import that left something out. */

let app: App;
let page: Page;
beforeAll(async () => {
	app = await startApp({ STORAGE_QUOTA_MB: "20" });
	page = await app.open();
	await openHubAs(app, page, "storage@vale.example");
});
afterAll(() => app.close());

async function choose(name: string, buffer: Buffer): Promise<void> {
	await page.goto("/mailstead");
	await page.getByRole("combobox", { name: "Provider" }).click();
	await page.getByRole("option", { name: "Manual Upload (.mbox)" }).click();
	await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

test("an import says what it left out, in its result and in its report", async () => {
	const empty = "From a@example.org Mon Jan  5 08:50:15 2026\n\n".repeat(5_000);
	await choose("mixed.mbox.gz", gzipSync(makeMbox({ count: 20 }) + empty));
	const sentence = "Skipped: 5,000 messages without any content.";
	await page.getByText(sentence).waitFor({ timeout: 30_000 });
	await page.getByRole("button", { name: "20 imported · 5,000 left out" }).click();
	const report = page.getByRole("dialog", { name: "Import report" });
	await report.getByText(sentence).waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	app.expectNoPageErrors();
});

test("an upload that does not fit says why, and resumes once there is space", async () => {
	const headers = { origin: app.server.url };
	const reserved = { filename: "abandoned.mbox", sizeBytes: 15_000_000 };
	expect((await page.request.post("/api/v1/uploads", { headers, data: reserved })).status()).toBe(201);
	await choose("large.mbox", Buffer.from(makeMbox({ count: 21_000, start: 1_000 })).subarray(0, 6_000_000));
	await page.getByRole("alert").getByText("Not enough storage").waitFor();
	app.expectNoPageErrors(/409/);

	const settings = await page.context().newPage();
	await settings.goto("/settings/data");
	await settings.getByRole("progressbar", { name: "Storage used" }).waitFor();
	await expectAccessible(settings);
	await settings.getByRole("button", { name: "Delete unfinished uploads" }).click();
	await settings.getByRole("button", { name: "Delete unfinished uploads" }).waitFor({ state: "detached" });
	await settings.setViewportSize(PHONE);
	expect(await settings.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
	await settings.close();

	await page.getByRole("button", { name: "Resume large.mbox" }).click();
	await page.getByRole("alert").waitFor({ state: "detached" });
	app.expectNoPageErrors(/409/);
});
