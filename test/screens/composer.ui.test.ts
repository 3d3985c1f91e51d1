import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#server/errors.ts";
import { waitForIdle } from "../../e2e/browser.ts";
import { composerOf, message, startAnswer, startMessage, subject, to } from "./composer-parts.ts";
import { type Drafts, keepDrafts, ONE, TWO } from "./drafts.ts";
import { testScreens } from "./screens.ts";

/** No sentence is lost, and no message goes to others, from another mailbox or with other words than the writer sees. */

const screens = testScreens();
let drafts: Drafts;

beforeEach(() => {
	screens.server.amount = "most";
	drafts = keepDrafts(screens.server);
});

const emailsOf = (list: readonly { email: string }[] | undefined) => list?.map(({ email }) => email);

describe("discarding", () => {
	it("brings back the words on the screen, also those that were not saved yet", async () => {
		const page = await startMessage(screens);
		await subject(page).fill("Plans");
		await message(page).click();
		await page.keyboard.type("First the budget");
		await composerOf(page).getByRole("button", { name: "Discard draft" }).click();
		await composerOf(page).waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await message(page).getByText("First the budget", { exact: true }).waitFor();
		await page.keyboard.press("!");
		await expect.poll(() => drafts.list()[0]?.text).toMatch(/First the budget/);
	});

	it("brings back words that the server did not take", async () => {
		screens.expectErrors(/503/);
		const page = await startMessage(screens);
		await page.route(/\/api\/v1\/drafts\/[0-9a-f-]+$/, (route) =>
			route.request().method() === "PATCH" ? route.fulfill({ status: 503 }) : route.continue(),
		);
		await message(page).click();
		await page.keyboard.type("Written in a tunnel");
		await composerOf(page).getByRole("button", { name: "Discard draft" }).click();
		const undo = page.getByRole("button", { name: "Undo", exact: true });
		await undo.waitFor();
		// Nothing stays behind that a later visit would save as a new draft.
		expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("unsaved")))).toEqual([]);
		await page.unrouteAll();
		await undo.click();
		await message(page).getByText("Written in a tunnel", { exact: true }).waitFor();
	});
});

it("asks about a provider that is probably mistyped, and corrects it", async () => {
	const page = await startMessage(screens);
	await to(page).fill("ann@gamil.com, bo@cloud.com,");
	await subject(page).click();
	const composer = composerOf(page);
	const question = composer.getByRole("button", { name: "Did you mean gmail.com?" });
	await question.click();
	await question.waitFor({ state: "detached" });
	await composer.getByRole("button", { name: "Remove ann@gmail.com" }).waitFor();
	expect(await composer.getByRole("button", { name: /^Did you mean/ }).count()).toBe(0);
	await expect.poll(() => emailsOf(drafts.list()[0]?.to)).toEqual(["ann@gmail.com", "bo@cloud.com"]);
});

it("warns of an address that reads like the one the user writes to, and puts that in its place", async () => {
	screens.server.answers.findUsualAddress = (_, input) => {
		const { address } = (input as unknown as { query: { address: string } }).query;
		return { usual: address === "anna@exarnple.com" ? "anna@example.com" : null };
	};
	const page = await startMessage(screens);
	await to(page).fill("anna@exarnple.com, bo@example.net,");
	await subject(page).click();
	const composer = composerOf(page);
	const warning = composer.getByText(
		"You have never written to anna@exarnple.com. You usually write to anna@example.com.",
	);
	await warning.waitFor();
	await composer.getByRole("button", { name: "Use anna@example.com" }).click();
	await warning.waitFor({ state: "detached" });
	await expect.poll(() => emailsOf(drafts.list()[0]?.to)).toEqual(["anna@example.com", "bo@example.net"]);
});

it("discards a draft in the list as its open window does", async () => {
	const page = await startMessage(screens);
	await subject(page).fill("Plans for May");
	await page.getByRole("main").getByRole("button", { name: "Discard", exact: true }).click();
	await composerOf(page).waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Undo", exact: true }).click();
	await expect.poll(() => subject(page).inputValue()).toBe("Plans for May");
});

it("keeps what the server did not take with the recipients it was written to", async () => {
	screens.expectErrors(/503|409|Busy/);
	const page = await startMessage(screens);
	await to(page).fill("bea@example.net");
	await subject(page).fill("Plans");
	await composerOf(page).getByText("Saved", { exact: true }).waitFor();
	drafts.before.updateDraft = () => Promise.reject(new AppError(503, "busy", "Busy"));
	await message(page).click();
	await page.keyboard.type("For Bea only");
	await composerOf(page).getByText("Couldn't save. Trying again…").waitFor();
	// Another device writes to somebody else.
	const [draft] = drafts.list();
	Object.assign(draft ?? {}, {
		to: [{ name: "", email: "carl@example.net" }],
		accountId: TWO,
		version: 9,
		saver: undefined,
	});
	drafts.before.updateDraft = async () => undefined;
	await page.reload();
	await expect.poll(() => drafts.list().length).toBe(2);
	const own = drafts.list().find(({ text }) => text.startsWith("For Bea only"));
	expect([emailsOf(own?.to), own?.accountId]).toEqual([["bea@example.net"], ONE]);
});

it("keeps what two tabs write in one draft while the server takes nothing", async () => {
	screens.expectErrors(/503|409|Busy/);
	const first = await startMessage(screens);
	await subject(first).fill("Plans");
	await composerOf(first).getByText("Saved", { exact: true }).waitFor();
	const second = await first.context().newPage();
	await second.goto("/drafts");
	await second.getByRole("main").getByRole("button", { name: "Plans" }).click();
	drafts.before.updateDraft = () => Promise.reject(new AppError(503, "busy", "Busy"));
	for (const [page, words] of [
		[first, "From the first tab"],
		[second, "From the second tab"],
	] as const) {
		await message(page).click();
		await page.keyboard.type(words);
		await composerOf(page).getByText("Couldn't save. Trying again…").waitFor();
	}
	const third = await first.context().newPage();
	await Promise.all([first.close(), second.close()]);
	drafts.before.updateDraft = async () => undefined;
	await third.goto("/drafts");
	await third.getByRole("main").getByRole("button", { name: "Plans" }).click();
	await expect
		.poll(() =>
			drafts
				.list()
				.map(({ text }) => text.split("\n")[0])
				.sort(),
		)
		.toEqual(["From the first tab", "From the second tab"]);
});

it("keeps a file that was on its way when another device changed the draft", async () => {
	screens.expectErrors(/409/);
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	const file = { position: 0, filename: "plan.pdf", contentType: "application/pdf", sizeBytes: 1, isInline: false };
	screens.server.answers.addAttachment = async (_, { params }) => {
		await held;
		for (const draft of drafts.list()) if (draft.id === params?.id) draft.attachments = [...draft.attachments, file];
		return file;
	};
	const page = await startMessage(screens);
	await subject(page).fill("Plans");
	await composerOf(page).getByText("Saved", { exact: true }).waitFor();
	await composerOf(page)
		.locator("input[type=file]:not([accept])")
		.setInputFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
	await composerOf(page).getByText("plan.pdf").first().waitFor();
	Object.assign(drafts.list()[0] ?? {}, { text: "From elsewhere", version: 9, saver: undefined });
	const refused = page.waitForResponse((response) => response.status() === 409);
	await message(page).click();
	await page.keyboard.type("From here");
	await refused;
	// A copy that does not wait for the file is there by then.
	const copied = expect.poll(() => drafts.list().length, { timeout: 1_000 }).toBe(2);
	await expect(copied).rejects.toThrow();
	release();
	await expect
		.poll(() => drafts.list().map(({ text, attachments }) => [text.split("\n")[0], attachments.length]))
		.toEqual([
			["From elsewhere", 1],
			["From here", 1],
		]);
});

it("leaves the cursor in the field in which the user goes on while an image is uploaded", async () => {
	screens.expectErrors(/404/);
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	screens.server.answers.addAttachment = async () => {
		await held;
		return { position: 0, filename: "pic.png", contentType: "image/png", sizeBytes: 1, isInline: true };
	};
	const page = await startMessage(screens);
	const image = { name: "pic.png", mimeType: "image/png", buffer: Buffer.from("x") };
	await composerOf(page).locator("input[type=file][accept]").setInputFiles(image);
	await subject(page).click();
	await page.keyboard.type("Pictures of ");
	release();
	await message(page).getByRole("img").waitFor({ state: "attached" });
	await page.keyboard.type("our holiday");
	expect(await subject(page).inputValue()).toBe("Pictures of our holiday");
});

describe("an address that is typed, and not entered", () => {
	async function typeSecond(): Promise<Page> {
		const page = await startMessage(screens);
		await to(page).fill("ann@example.net");
		await to(page).press("Enter");
		await subject(page).fill("Plans");
		await to(page).click();
		await page.keyboard.type("bob@example.net");
		return page;
	}

	it("gets the message, which is sent by a key", async () => {
		const page = await typeSecond();
		expect(await to(page).inputValue()).toBe("bob@example.net");
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => emailsOf(drafts.sent[0]?.to)).toEqual(["ann@example.net", "bob@example.net"]);
	});

	it("is kept when the window is closed by Escape, and on a reload", async () => {
		const page = await typeSecond();
		await page.keyboard.press("Escape");
		await composerOf(page).waitFor({ state: "detached" });
		expect(emailsOf(drafts.list()[0]?.to)).toEqual(["ann@example.net", "bob@example.net"]);
		const other = await typeSecond();
		await other.reload();
		await composerOf(other).getByRole("button", { name: "Remove bob@example.net" }).waitFor();
		await composerOf(other).getByRole("button", { name: "Remove ann@example.net" }).waitFor();
	});

	it("becomes one recipient, and leaves when it is deleted", async () => {
		const page = await typeSecond();
		for (let key = 0; key < "example.net".length; key++) await page.keyboard.press("Backspace");
		await page.keyboard.type("example.org,");
		await composerOf(page).getByRole("button", { name: "Remove bob@example.org" }).waitFor();
		await page.keyboard.type("c");
		await page.keyboard.press("Backspace");
		await composerOf(page).getByText("Saved", { exact: true }).waitFor();
		expect(emailsOf(drafts.list()[0]?.to)).toEqual(["ann@example.net", "bob@example.org"]);
		await page.keyboard.press("Backspace");
		await expect.poll(() => emailsOf(drafts.list()[0]?.to)).toEqual(["ann@example.net"]);
	});
});

describe("closing an answer without text", () => {
	it("keeps its recipients and its subject, once they were changed", async () => {
		const page = await startAnswer(screens, "f");
		await to(page).fill("ann@example.net");
		await to(page).press("Enter");
		await composerOf(page).getByText("Saved", { exact: true }).waitFor();
		await page.keyboard.press("Escape");
		await composerOf(page).waitFor({ state: "detached" });
		expect(emailsOf(drafts.list()[0]?.to)).toEqual(["ann@example.net"]);
		await page.keyboard.press("r");
		await subject(page).fill("Another subject");
		await subject(page).press("Escape");
		await composerOf(page).waitFor({ state: "detached" });
		expect(drafts.list().map((one) => one.subject)).toContain("Another subject");
	});

	it("leaves nothing behind where nothing was changed", async () => {
		const page = await startAnswer(screens, "r");
		await page.keyboard.press("Escape");
		await composerOf(page).waitFor({ state: "detached" });
		await expect.poll(() => drafts.list()).toEqual([]);
	});
});

describe("another mailbox in From", () => {
	async function chooseOther(page: Page): Promise<void> {
		await composerOf(page).getByRole("combobox", { name: "Send from" }).click();
		await page.getByRole("option", { name: "two@example.org" }).click();
	}

	it("sends the message at once, with its signature, while the list of mailboxes is loaded again", async () => {
		const page = await startMessage(screens);
		await to(page).fill("ann@example.net");
		await subject(page).fill("Plans");
		drafts.before.listSenders = () => new Promise(() => undefined);
		await page.clock.install();
		await page.clock.fastForward(60_000);
		await chooseOther(page);
		await message(page).click();
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => drafts.sent[0]?.accountId).toBe(TWO);
		expect(drafts.sent[0]?.text).toBe("\n\n-- \nDr Two");
	});

	it("replaces the signature in both forms, also where text stands below it", async () => {
		const page = await startMessage(screens);
		await subject(page).fill("Plans");
		await message(page).getByText("Dr One").click();
		await page.keyboard.press("Control+End");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await page.keyboard.press("Enter");
		await page.keyboard.type("PS: later");
		await expect.poll(() => drafts.list()[0]?.text).toContain("PS: later");
		expect(drafts.list()[0]?.accountId).toBe(ONE);
		await chooseOther(page);
		await expect.poll(() => drafts.list()[0]?.accountId).toBe(TWO);
		const { html = "", text = "" } = drafts.list()[0] ?? {};
		expect(html).toContain("Dr Two");
		expect(html).toContain("PS: later");
		expect(text).toContain("Dr Two");
		expect(`${html} ${text}`).not.toContain("Dr One");
	});
});

it("leaves the focus where it is when a composer is there again after a reload", async () => {
	const page = await startMessage(screens);
	await message(page).click();
	await page.keyboard.type("To be continued");
	await composerOf(page).getByText("Saved", { exact: true }).first().waitFor();
	await page.reload();
	await message(page).getByText("To be continued", { exact: true }).waitFor();
	await waitForIdle(page);
	expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
});
