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
	const user = await app.server.signUp("enrichment@vale.example");
	await user.client(accountsContract).startDemo();
	await app.server.ctx.jobs.drain(60_000);
	page = await app.open();
	await addSession(page, user, app.server.url);
});
afterAll(() => app.close());

const helen = "helen.ostrow@harbourmuseum.example";
const PIXEL =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** As sources outside of the server would give them. */
function storePictures() {
	const found = [
		{ kind: "person", source: "gravatar", url: "https://gravatar.com/helen", dataUrl: PIXEL },
		{ kind: "logo", source: "website", url: "https://harbourmuseum.example/", dataUrl: PIXEL },
	];
	return app.server.ctx.database.query("update enrichments set pictures = $1 where email = $2", [
		JSON.stringify(found),
		helen,
	]);
}

const main = () => page.getByRole("main");

test("an address is looked up in the user's own mail, with the emails behind each detail", async () => {
	await page.goto("/tool/enrichment");
	await main().getByText("Nothing leaves this server.").waitFor();
	await expectAccessible(page);
	const field = main().getByLabel("Email address");
	const enrich = main().getByRole("button", { name: "Enrich", exact: true });
	await enrich.click();
	await toastOf(page, "No email provided").getByText("Please enter an email to enrich.").waitFor();
	await field.fill("nobody");
	await field.press("Enter");
	await toastOf(page, "Invalid email format").getByText("Please enter a valid email address.").waitFor();
	await field.fill("nobody@nowhere.example");
	await field.press("Enter");
	await main().getByRole("heading", { name: "No Information Found" }).waitFor();
	await main().getByText("Try a different email address or check").waitFor();

	await field.fill(helen);
	await enrich.click();
	// What the words of the specification claim is said as a number.
	await page.getByText(new RegExp(`Enrichment Complete\\. Found \\d of 8 details for ${helen}`)).waitFor();
	await main().getByText("Email enriched").waitFor();
	const result = main().getByRole("region", { name: "Helen Ostrow", exact: true });
	await result.getByText("Head of Exhibitions", { exact: true }).waitFor();
	await result.getByText("Harbour Museum", { exact: true }).waitFor();
	await result.getByText("Not available").first().waitFor();
	await expectAccessibleInBothThemes(page, async () => undefined);
	await result.getByRole("button", { name: "Search again" }).click();
	await result.getByText("Updated just now").waitFor();

	// Which of her emails is signed last, and whether with more than her name, depends on the day.
	await result
		.locator('dt:text-is("Position") + dd')
		.getByRole("link", { name: /^Signature of/ })
		.click();
	await page.waitForURL(/\/inbox\/[\w-]+/);
	const framed = () => page.evaluate(() => document.querySelector("iframe")?.contentDocument?.body?.textContent ?? "");
	const plain = () => main().getByRole("article").getByText("Head of Exhibitions").count();
	await expect.poll(async () => (await framed()).includes("Head of Exhibitions") || (await plain()) > 0).toBe(true);
	await page.goBack();
	await storePictures();
	await main().getByRole("tab", { name: "Results" }).click();
	await main().getByRole("searchbox", { name: "Search results" }).fill("harbour museum");
	await main()
		.getByRole("button", { name: `Show details of ${helen}` })
		.click();

	const widths = () =>
		result.locator("img").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
	await expect.poll(widths).toEqual([1, 1]);
	await expectAccessible(page);
	await result.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Don't collect details" }).click();
	await result.waitFor({ state: "detached" });
	await main().getByRole("tab", { name: "Results" }).click();
	await main()
		.getByRole("button", { name: `Collect details about ${helen} again` })
		.click();
	await main()
		.getByRole("button", { name: `Collect details about ${helen} again` })
		.waitFor({ state: "detached" });
	await main().getByRole("tab", { name: "Search" }).click();
	await field.fill(helen);
	await enrich.click();
	await result.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Delete result" }).click();
	await toastOf(page, "Result deleted").waitFor();
	await result.waitFor({ state: "detached" });
	expect(await field.inputValue()).toBe(helen);

	await main().getByRole("button", { name: "Sources" }).click();
	const sources = page.getByRole("dialog", { name: "Sources" });
	const hunter = sources.getByRole("switch", { name: "Hunter" });
	await sources.getByRole("heading", { name: "Paid sources" }).waitFor();
	expect(await hunter.isDisabled()).toBe(true);
	await expectAccessibleInBothThemes(page, async () => undefined);
	await sources.getByLabel("API key of Hunter", { exact: true }).fill("not-a-real-key");
	await sources.getByRole("button", { name: "Save the API key of Hunter" }).click();
	await sources.getByText("API key saved").waitFor();
	await hunter.click();
	await sources.locator("[role=switch][aria-checked=true]").waitFor();
	await sources.getByRole("button", { name: "Done" }).click();
	await page.reload();
	await main().getByText("these sources are asked about the address: Hunter.").waitFor();
	await main().getByRole("button", { name: "Sources" }).click();
	await sources.getByRole("button", { name: "Remove the API key of Hunter" }).click();
	await sources.getByLabel("API key of Hunter", { exact: true }).waitFor();
	await sources.locator("[role=switch][aria-checked=true]").waitFor({ state: "detached" });
	await sources.getByRole("button", { name: "Done" }).click();
	await main().getByText("Nothing leaves this server.").waitFor();

	await main().getByRole("tab", { name: "Lists" }).click();
	await main()
		.locator("input[type=file]")
		.setInputFiles({
			...{ name: "people.csv", mimeType: "text/csv" },
			buffer: Buffer.from(`Name,Email\nHelen,${helen}\nNobody,nobody@nowhere.example\n`),
		});
	await main().getByRole("button", { name: "Enrich this file" }).click();
	const list = main().getByRole("listitem").filter({ hasText: "people.csv" });
	await list.getByText("Found 1 of 2").waitFor();
	await list.getByText("Done").waitFor();
	const downloading = page.waitForEvent("download");
	await list.getByRole("link", { name: "Export CSV: people.csv" }).click();
	const csv = await readFile(await (await downloading).path(), "utf8");
	expect(csv.split("\r\n")[1]).toMatch(
		/^helen\.ostrow@harbourmuseum\.example,Yes,Helen Ostrow,.*,Helen,helen\.ostrow@/,
	);
	await expectAccessible(page);
	await list.getByRole("button", { name: "Delete people.csv" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await toastOf(page, "List deleted").waitFor();
	await list.waitFor({ state: "detached" });
	app.expectNoPageErrors();
});
