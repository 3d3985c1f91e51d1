import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { OAuthClient } from "#test/oauth-client.ts";
import type { TestUser } from "#test/server.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, addSession, startApp } from "./app.ts";
import { PHONE } from "./browser.ts";

/** An AI client signs in through the consent page, plans changes, and the user confirms or discards them. */

const message = (subject: string): string =>
	[
		"From eve@example.org Mon Jan  5 10:00:00 2026",
		"From: Eve <eve@example.org>",
		"To: ada@example.org",
		`Subject: ${subject}`,
		`Message-ID: <${subject}@example.org>`,
		"Date: Mon, 5 Jan 2026 10:00:00 +0000",
		"",
		"Hello.",
		"",
	].join("\n");

let app: App;
let page: Page;
let ada: TestUser;
/** The program on the user's computer that waits for the code. */
const callback = createServer((_, response) => response.end("<!doctype html><title>Signed in</title>"));

beforeAll(async () => {
	app = await startApp();
	ada = await app.server.signUp();
	const bytes = new TextEncoder().encode(["Invoice", "Newsletter"].map(message).join("\n"));
	await ada.client(accountsContract).importMbox({ query: { filename: "ada.mbox" } }, { bytes });
	await app.server.ctx.jobs.drain();
	page = await app.open({ isShared: true });
	await addSession(page, ada, app.server.url);
	await new Promise<void>((resolve) => callback.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
	await app.close();
	callback.close();
});

const folderOf = async (subject: string): Promise<string | undefined> => {
	const { items } = await ada.client(emailsContract).listEmails({ query: { q: `in:anywhere subject:${subject}` } });
	return items[0]?.folder;
};

test("a client gets the access that the user chooses, and its plans wait for them", async () => {
	const redirectUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
	const client = new OAuthClient(app.server.url, "Desk helper", redirectUrl);
	await expect(client.connect()).rejects.toThrow();
	await page.goto(client.authorizationUrl?.href ?? "");
	await page.getByRole("heading", { name: "Desk helper wants to use your email" }).waitFor();
	expect(await page.getByRole("radio", { name: /^Read and plan changes/ }).isChecked()).toBe(true);
	await expectAccessible(page);
	await page.getByRole("button", { name: "Allow" }).click();
	await page.waitForURL(`${redirectUrl}?**`);
	const answer = new URL(page.url()).searchParams;
	expect(answer.get("state")).toBe(client.state());
	await client.finish(answer.get("code") ?? "");

	const connected = await client.connect();
	const plan = async (type: string, query: string): Promise<void> => {
		const { isError } = (await connected.callTool({
			...{ name: "plan_change", arguments: { action: { type }, query } },
		})) as CallToolResult;
		expect(isError).not.toBe(true);
	};
	await plan("archive", "subject:Invoice");
	await page.goto("/activity");
	const waiting = page.getByRole("list", { name: "Waiting for you" });
	await waiting.getByText("Archive 1 email").waitFor();
	await waiting.getByText(/^Planned by Desk helper · subject:Invoice/).waitFor();
	// Plans appear while the page is open.
	await plan("trash", "subject:Newsletter");
	await waiting.getByText("Move 1 email to trash").waitFor();
	await expectAccessible(page);
	await waiting.getByRole("button", { name: "Discard: Move 1 email to trash" }).click();
	await page.getByText("Plan discarded").waitFor();
	await waiting.getByText("Move 1 email to trash").waitFor({ state: "detached" });
	await waiting.getByRole("button", { name: "Review and confirm: Archive 1 email" }).click();
	const dialog = page.getByRole("dialog", { name: "Archive 1 email" });
	await dialog.getByText("Invoice").waitFor();
	expect(await folderOf("Invoice")).toBe("inbox");
	await dialog.getByRole("button", { name: "Confirm" }).click();
	await expect.poll(() => folderOf("Invoice")).toBe("archive");
	await waiting.waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Undo: Archived 1 email" }).click();
	await expect.poll(() => folderOf("Invoice")).toBe("inbox");
	expect(await folderOf("Newsletter")).toBe("inbox");

	await page.goto("/settings/keys");
	await page.getByText("AI client at 127.0.0.1").waitFor();
	await page.getByRole("button", { name: "Delete the key Desk helper" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Key deleted").waitFor();
	await expect(connected.listTools()).rejects.toThrow();
	await connected.close();
	app.expectNoPageErrors();
});

test("a client is refused, and a request that is not registered is not answered, on a phone as well", async () => {
	const redirectUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
	const client = new OAuthClient(app.server.url, "Desk helper", redirectUrl);
	await expect(client.connect()).rejects.toThrow();
	const phone = await app.open({ viewport: PHONE, touch: true });
	await addSession(phone, ada, app.server.url);
	await phone.goto(client.authorizationUrl?.href ?? "");
	await phone.getByRole("button", { name: "Cancel" }).click();
	await phone.waitForURL(`${redirectUrl}?**`);
	expect(new URL(phone.url()).searchParams.get("error")).toBe("access_denied");
	const forged = new URL(client.authorizationUrl?.href ?? "");
	forged.searchParams.set("redirect_uri", "https://evil.example/");
	await phone.goto(forged.href);
	await phone.getByText("The app's redirect URI is not one that it registered.").waitFor();
	app.expectNoPageErrors(/400 \(Bad Request\)/);
});
