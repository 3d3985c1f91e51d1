import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { smallDemo } from "#test/demo.ts";
import type { TestUser } from "#test/server.ts";
import { composerContract } from "#tools/composer/contract.ts";
import { type App, addSession, startApp } from "./app.ts";
import { type OpenOptions, PHONE } from "./browser.ts";

/** What was written is kept, whatever becomes of the window, the connection or the other window. */

let app: App;
let user: TestUser;
let demo: string;

beforeAll(async () => {
	app = await startApp({}, { demo: smallDemo() });
});
beforeEach(async () => {
	user = await app.server.signUp();
	demo = (await user.client(accountsContract).startDemo()).account.id;
	await app.server.ctx.jobs.drain();
	const signature = "<div>Ada <b>Marlow</b><br>Chief Archivist</div>";
	await user.client(composerContract).updateSender({ params: { id: demo }, body: { signature } });
});
afterAll(() => app.close());

const drafts = () => user.client(composerContract);
const composers = (page: Page): Locator =>
	page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Message" }) });

async function openPage(path: string, options: OpenOptions = {}): Promise<Page> {
	const page = await app.open(options);
	await addSession(page, user, app.server.url);
	await page.goto(path);
	return page;
}

/** Answers the newest email. */
async function startReply(options: OpenOptions = {}): Promise<Page> {
	const { items } = await user
		.client(emailsContract)
		.listEmails({ query: { account: demo, folder: "inbox", limit: 1 } });
	const page = await openPage(`/inbox/${items[0]?.id}`, options);
	await page.getByRole("article").first().waitFor();
	await page.keyboard.press("r");
	await composers(page).getByRole("textbox", { name: "Message" }).waitFor();
	return page;
}

test("the first reply after a page load, with a signature, is saved and sent", async () => {
	const page = await startReply();
	await page.keyboard.type("Gladly, on Friday.");
	const composer = composers(page);
	await composer.getByText("Saved", { exact: true }).waitFor();
	const [draft] = (await drafts().listDrafts()).items;
	await expect
		.poll(async () => (await drafts().getDraft({ params: { id: draft?.id ?? "" } })).text)
		.toMatch(/^Gladly, on Friday\.\n[\s\S]*Ada Marlow\nChief Archivist/);
	expect(await composer.getByRole("alert").count()).toBe(0);
	await composer.getByRole("button", { name: "Send (stays in the demo)" }).click();
	await page.getByText("Message sent").waitFor({ timeout: 60_000 });
	app.expectNoPageErrors();
});

test("two windows that write the same draft both keep their text, and show it", async () => {
	const { id } = await drafts().createDraft({ body: { subject: "Plans", html: "<div>Start</div>", text: "Start" } });
	const open = async (): Promise<Page> => {
		const page = await openPage("/drafts");
		await page.getByRole("listitem").filter({ hasText: "Plans" }).getByRole("button").first().click();
		await composers(page).getByText("Start").waitFor();
		return page;
	};
	const [first, second] = [await open(), await open()];
	await composers(first).getByRole("textbox", { name: "Message" }).fill("From the first window");
	await composers(first).getByText("Saved", { exact: true }).waitFor();
	await composers(second).getByRole("textbox", { name: "Message" }).fill("From the second window");
	await second.getByText(/Both versions are kept: this one is yours\.$/).waitFor();
	await composers(second).filter({ hasText: "From the first window" }).waitFor();
	await composers(second).filter({ hasText: "From the second window" }).waitFor();
	const texts = (await drafts().listDrafts()).items.map(({ id: one, preview }) => [one === id, preview]);
	expect(texts.sort()).toEqual([
		[false, "From the second window"],
		[true, "From the first window"],
	]);
	app.expectNoPageErrors(/409 \(Conflict\)/);
});

test("what was typed while the server did not answer is there after a reload, and is saved", async () => {
	const page = await openPage("/drafts");
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	const composer = composers(page);
	await composer.getByRole("textbox", { name: "Subject" }).fill("Offline");
	await composer.getByText("Saved", { exact: true }).waitFor();
	await page.route(/\/api\/v1\/drafts\/[0-9a-f-]+$/, (route) =>
		route.request().method() === "PATCH" ? route.abort() : route.continue(),
	);
	await composer.getByRole("textbox", { name: "Message" }).fill("Written in a tunnel");
	await composer.getByText("Couldn't save. Trying again…").waitFor();
	const closed = page.context();
	const state = await closed.storageState();
	// What it sends at the last moment does not arrive either.
	await closed.close();
	const again = await app.open();
	await again.context().addCookies(state.cookies);
	await again.goto("/drafts");
	await again.evaluate((entries) => {
		for (const { name, value } of entries) localStorage.setItem(name, value);
	}, state.origins[0]?.localStorage ?? []);
	await again.reload();
	await again.getByRole("listitem").filter({ hasText: "Offline" }).getByRole("button").first().click();
	await composers(again).getByText("Written in a tunnel").waitFor();
	const [draft] = (await drafts().listDrafts()).items;
	expect(draft?.preview).toMatch(/^Written in a tunnel/);
});

/** The text of the only draft, once a condition holds. */
const textOfDraft = async (): Promise<string> => {
	const [draft] = (await drafts().listDrafts()).items;
	return draft === undefined ? "" : (await drafts().getDraft({ params: { id: draft.id } })).text;
};

test("a click into the empty part of the editor writes above the signature, formatted or not", async () => {
	const page = await startReply();
	const composer = composers(page);
	const message = composer.getByRole("textbox", { name: "Message" });
	const clickBelow = async (): Promise<void> => {
		const box = await message.boundingBox();
		if (box === null) throw new Error("The editor is not shown");
		await page.mouse.click(box.x + box.width / 2, box.y + box.height - 6);
	};
	await page.keyboard.type("Gladly.");
	await clickBelow();
	await page.keyboard.type(" See you.");
	await expect.poll(textOfDraft).toBe("Gladly. See you.\n\n-- \nAda Marlow\nChief Archivist");
	// Deleting the line between the text and the signature does not join them.
	await page.keyboard.press("Delete");
	await page.keyboard.type(" Ada");
	await expect.poll(textOfDraft).toBe("Gladly. See you. Ada\n-- \nAda Marlow\nChief Archivist");
	await composer.getByRole("button", { name: "More options" }).click();
	await page.getByRole("menuitem", { name: "Switch to plain text" }).click();
	await clickBelow();
	await page.keyboard.type("!");
	await expect.poll(textOfDraft).toBe("Gladly. See you. Ada!\n-- \nAda Marlow\nChief Archivist");
	app.expectNoPageErrors();
});

test("on a phone, Back closes the composer and saves, and turning it or a reload keeps the text", async () => {
	const { items } = await user
		.client(emailsContract)
		.listEmails({ query: { account: demo, folder: "inbox", limit: 1 } });
	const page = await openPage(`/inbox/${items[0]?.id}`, { viewport: PHONE });
	const reply = page.getByRole("button", { name: "Reply", exact: true });
	await reply.click();
	const composer = composers(page);
	const message = composer.getByRole("textbox", { name: "Message" });
	await message.click();
	await page.keyboard.type("Gladly, ");
	await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
	await page.keyboard.type("on Friday.");
	await page.setViewportSize(PHONE);
	await composer.getByText("Saved", { exact: true }).waitFor();
	await page.reload();
	await composer.getByText("Gladly, on Friday.").waitFor();
	await page.goBack();
	await composer.waitFor({ state: "detached" });
	await page.getByRole("article").first().waitFor();
	expect(page.url()).toContain(`/inbox/${items[0]?.id}`);
	expect(await textOfDraft()).toMatch(/^Gladly, on Friday\./);
	await reply.click();
	await message.waitFor();
	await composer.getByRole("button", { name: "Save and close" }).click();
	await composer.waitFor({ state: "detached" });
	expect(page.url()).toContain(`/inbox/${items[0]?.id}`);
	app.expectNoPageErrors();
});
