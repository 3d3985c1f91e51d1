import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { smallDemo } from "#test/demo.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { toastOf } from "./categorizer-fixture.ts";

let app: App;
let page: Page;
beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
	const user = await app.server.signUp("contacts@vale.example");
	await user.client(accountsContract).startDemo();
	await app.server.ctx.jobs.drain(60_000);
	page = await app.open();
	await addSession(page, user, app.server.url);
});
afterAll(() => app.close());

const main = () => page.getByRole("main");
const helen = "helen.ostrow@harbourmuseum.example";
const vcf = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Nora New\r\nEMAIL:nora@new.example\r\nEND:VCARD\r\n";

async function downloaded(open: () => Promise<void>): Promise<string> {
	const downloading = page.waitForEvent("download");
	await open();
	return readFile(await (await downloading).path(), "utf8");
}

test("contacts are searched, opened, edited, exported, imported, merged and handed to other tools", async () => {
	// The first visit computes the people.
	await page.goto("/contacts");
	const list = main().getByRole("list", { name: "Contacts" });
	await list.getByRole("listitem").first().waitFor();
	await expectAccessible(page);
	const search = main().getByRole("textbox", { name: "Search contacts" });
	await search.fill("helen.ostrow");
	await main().getByText("1 found").waitFor();
	await list.getByRole("button", { name: "Helen Ostrow", exact: true }).click();
	const panel = main().getByRole("region", { name: "Helen Ostrow" });
	await panel.getByText(helen).waitFor();
	await panel.getByText(/^\d+ emails?, newest first$/).waitFor();
	await expectAccessibleInBothThemes(page, async () => undefined);

	await panel.getByRole("button", { name: "Edit" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Company").fill("Harbour Museum");
	await dialog.getByLabel("Phones").fill("+49 30 901820");
	await dialog.getByRole("button", { name: "Save" }).click();
	await panel.getByText("Entered by you").first().waitFor();
	const card = await downloaded(async () => {
		await main().getByRole("button", { name: "Export", exact: true }).click();
		await page.getByRole("menuitem", { name: "vCard (.vcf)" }).click();
	});
	expect(card).toContain(`\r\nEMAIL:${helen}\r\nORG:Harbour Museum\r\nTEL;VALUE=uri:tel:+4930901820\r\n`);
	await panel.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Delete entered details" }).click();
	await panel.getByText("Entered by you").first().waitFor({ state: "detached" });
	await toastOf(page, "Details deleted").getByRole("button", { name: "Undo" }).click();
	await panel.getByText("Entered by you").first().waitFor();
	await panel.getByRole("button", { name: "Close" }).click();

	await search.fill("nora@new");
	await main().getByText("No matching contacts").waitFor();
	await main().getByRole("button", { name: "Import" }).click();
	await page
		.getByRole("dialog", { name: "Import contacts" })
		.locator("input[type=file]")
		.setInputFiles({ name: "nora.vcf", mimeType: "text/vcard", buffer: Buffer.from(vcf) });
	// The pointer keeps the toast while the list is read again.
	await toastOf(page, "1 contact imported").hover();
	await list.getByRole("button", { name: "Nora New", exact: true }).waitFor();
	await toastOf(page, "1 contact imported").getByRole("button", { name: "Undo" }).click();
	await main().getByText("No matching contacts").waitFor();
	await main().getByRole("button", { name: "Show all" }).click();

	const boxes = list.getByRole("checkbox");
	await boxes.nth(0).click();
	await boxes.nth(1).click();
	const csv = await downloaded(async () => {
		await main().getByRole("region", { name: "Selection" }).getByRole("button", { name: "Export" }).click();
		await page.getByRole("menuitem", { name: "CSV" }).click();
	});
	expect(csv.trimEnd().split("\r\n")).toHaveLength(3);
	await main().getByRole("button", { name: "Merge 2" }).click();
	await toastOf(page, "2 contacts merged").getByRole("button", { name: "Undo" }).click();
	await toastOf(page, "Merge undone").waitFor();

	await search.fill("helen.ostrow");
	await main().getByText("1 found").waitFor();
	await boxes.nth(0).click();
	await main().getByRole("region", { name: "Selection" }).getByRole("button", { name: "Tags" }).click();
	const tags = page.getByRole("dialog", { name: "Tags of 1 contact" });
	await tags.getByLabel("New tags").fill("Museums, Friends");
	await expectAccessible(page);
	await tags.getByRole("button", { name: "Save" }).click();
	await toastOf(page, "Tags of 1 contact changed").waitFor();
	await search.fill("museums");
	await main().getByText("1 found").waitFor();
	await search.fill("");
	await main().getByRole("combobox", { name: "Tag" }).click();
	await page.getByRole("option", { name: "Friends (1)" }).click();
	await main().getByText("1 found").waitFor();
	await list.getByRole("button", { name: "Helen Ostrow", exact: true }).waitFor();
	await main().getByRole("region", { name: "Selection" }).getByRole("button", { name: "Tags" }).click();
	const again = page.getByRole("dialog", { name: "Tags of 1 contact" });
	await again.getByRole("checkbox", { name: "Friends" }).click();
	await again.getByRole("button", { name: "Save" }).click();
	await main().getByText("No matching contacts").waitFor();
	await main().getByRole("button", { name: "Show all" }).click();
	await main().getByRole("region", { name: "Selection" }).getByRole("button", { name: "Clear" }).click();

	await main().getByRole("tab", { name: "Organizations" }).click();
	await main().getByRole("button", { name: "Show the contacts of harbourmuseum.example" }).click();
	await main()
		.getByRole("button", { name: /^Organization: harbourmuseum\.example/ })
		.waitFor();
	await expect
		.poll(async () => {
			const rows = await list.getByRole("listitem").allTextContents();
			return rows.length > 0 && rows.every((row) => row.includes("harbourmuseum.example"));
		})
		.toBe(true);
	// Of the others there no email says anything.
	await list.getByRole("listitem").filter({ hasText: "Helen Ostrow" }).getByRole("checkbox").click();
	await main().getByRole("button", { name: "Find details" }).click();
	await main().getByRole("button", { name: "Enrich 1 address" }).click();
	await main().getByRole("listitem").filter({ hasText: "1 contact" }).getByText("Found 1 of 1").waitFor();
	app.expectNoPageErrors();
});
