import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#server/errors.ts";
import { type Drafts, keepDrafts, ONE, TWO } from "./drafts.ts";
import { testScreens } from "./screens.ts";

/** No sentence is lost, and no message goes to others, from another mailbox or with other words than the writer sees. */

const screens = testScreens();
const EMAIL = "0190f5a0-0000-7000-8000-000000000001";
let drafts: Drafts;

beforeEach(() => {
	screens.server.amount = "most";
	drafts = keepDrafts(screens.server);
});

const composerOf = (page: Page): Locator =>
	page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Subject" }) });
const to = (page: Page): Locator => composerOf(page).getByRole("combobox", { name: "To" });
const subject = (page: Page): Locator => composerOf(page).getByRole("textbox", { name: "Subject" });
const message = (page: Page): Locator => composerOf(page).getByRole("textbox", { name: "Message" });
const emailsOf = (list: readonly { email: string }[] | undefined) => list?.map(({ email }) => email);

async function startMessage(): Promise<Page> {
	const page = await screens.open("/drafts");
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await message(page).waitFor();
	return page;
}

/** An email is open, and the key of an answer pressed. */
async function startAnswer(key: "r" | "f"): Promise<Page> {
	const page = await screens.open(`/inbox/${EMAIL}`);
	await page.getByRole("article").first().waitFor();
	await page.keyboard.press(key);
	await (key === "r" ? message(page) : to(page)).and(page.locator(":focus")).waitFor();
	return page;
}

describe("discarding", () => {
	it("brings back the words on the screen, also those that were not saved yet", async () => {
		const page = await startMessage();
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
		const page = await startMessage();
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

it("discards a draft in the list as its open window does", async () => {
	const page = await startMessage();
	await subject(page).fill("Plans for May");
	await page.getByRole("main").getByRole("button", { name: "Discard", exact: true }).click();
	await composerOf(page).waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Undo", exact: true }).click();
	await expect.poll(() => subject(page).inputValue()).toBe("Plans for May");
});

it("keeps what the server did not take with the recipients it was written to", async () => {
	screens.expectErrors(/503|409|Busy/);
	const page = await startMessage();
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
	const first = await startMessage();
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
		.poll(() => drafts.list().map(({ text }) => text.split("\n")[0]))
		.toEqual(["From the first tab", "From the second tab"]);
});

it("leaves the cursor in the field in which the user goes on while an image is uploaded", async () => {
	screens.expectErrors(/404/);
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	screens.server.answers.addAttachment = async () => {
		await held;
		return { position: 0, filename: "pic.png", contentType: "image/png", sizeBytes: 1, isInline: true };
	};
	const page = await startMessage();
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
		const page = await startMessage();
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
		const page = await startAnswer("f");
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
		const page = await startAnswer("r");
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
		const page = await startMessage();
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
		const page = await startMessage();
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

describe("sending", () => {
	async function writeMessage(): Promise<Page> {
		const page = await startMessage();
		await to(page).fill("ann@example.net");
		await subject(page).fill("Plans");
		await message(page).click();
		await page.keyboard.type("AAABBB");
		return page;
	}

	it("by a key inserts no line where the cursor is", async () => {
		const page = await writeMessage();
		for (let key = 0; key < 3; key++) await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => drafts.sent[0]?.text).toMatch(/^AAABBB\n/);
		expect(drafts.sent[0]?.html).toContain("AAABBB");
	});

	it("takes no words while the server has not answered, nor takes them for shortcuts", async () => {
		const { promise: held, resolve: release } = Promise.withResolvers<void>();
		const page = await writeMessage();
		drafts.before.sendDraft = () => held;
		const url = page.url();
		await page.keyboard.press("Control+Enter");
		await composerOf(page).getByText("Sending…", { exact: true }).waitFor();
		await page.keyboard.type("gs more");
		release();
		await composerOf(page).waitFor({ state: "detached" });
		expect(drafts.sent.map(({ text }) => text.split("\n")[0])).toEqual(["AAABBB"]);
		expect(page.url()).toBe(url);
	});

	it("gives the words back, with the cursor where it was, when the server refuses", async () => {
		screens.expectErrors(/status of 40/);
		const page = await writeMessage();
		await page.route("**/send", (route) =>
			route.fulfill({
				status: 409,
				contentType: "application/problem+json",
				body: JSON.stringify({
					type: "about:blank",
					title: "No",
					status: 409,
					detail: "A refusal.",
					code: "cannot-send",
				}),
			}),
		);
		await page.keyboard.press("Control+Enter");
		await composerOf(page).getByText("A refusal.").waitFor();
		await page.keyboard.type("CCC");
		await expect.poll(() => drafts.list()[0]?.text).toMatch(/^AAABBBCCC\n/);
	});

	it("finds out whether it was sent when the answer is lost, and leaves no copy to be sent again", async () => {
		screens.expectErrors(/Failed to load resource|net::/);
		const page = await writeMessage();
		await page.route("**/send", async (route) => {
			await route.fetch();
			await route.abort();
		});
		await page.keyboard.press("Control+Enter");
		await composerOf(page).waitFor({ state: "detached" });
		await page.getByText("Sending…", { exact: true }).waitFor();
		expect(drafts.sent).toHaveLength(1);
		expect(drafts.list()).toHaveLength(1);
	});

	it("is over for a window that is loaded again while the answer is on its way", async () => {
		const page = await writeMessage();
		drafts.beforeAnswer.sendDraft = () => new Promise(() => undefined);
		await page.keyboard.press("Control+Enter");
		await expect.poll(() => drafts.sent.length).toBe(1);
		await page.reload();
		await page.getByText("Sending…", { exact: true }).waitFor();
		await expect.poll(() => composerOf(page).count()).toBe(0);
	});
});

describe("the key of Undo in the inbox", () => {
	async function writeInInbox(): Promise<Page> {
		const page = await screens.open("/inbox");
		await page.getByRole("row").first().waitFor();
		await page.keyboard.press("c");
		await to(page).fill("ann@example.net");
		await subject(page).fill("Plans");
		return page;
	}

	it("takes back a message that was sent", async () => {
		const page = await writeInInbox();
		await page.keyboard.press("Control+Enter");
		await composerOf(page).waitFor({ state: "detached" });
		// Also after the page was loaded again.
		await page.reload();
		await page.getByText("Sending…", { exact: true }).waitFor();
		await page.keyboard.press("z");
		await expect.poll(() => subject(page).inputValue()).toBe("Plans");
		expect(drafts.list()[0]?.state).toBe("editing");
	});

	it("brings back a draft that was discarded, while the server has not answered yet", async () => {
		const { promise: held, resolve: release } = Promise.withResolvers<void>();
		drafts.beforeAnswer.discardDraft = () => held;
		const page = await writeInInbox();
		await composerOf(page).getByRole("button", { name: "Discard draft" }).click();
		await composerOf(page).waitFor({ state: "detached" });
		await page.keyboard.press("z");
		release();
		await expect.poll(() => subject(page).inputValue()).toBe("Plans");
	});
});

describe("keys while the composer opens", () => {
	/** An answer is opening; what is typed shall come into its text. */
	async function openSlowly(): Promise<{ page: Page; release: () => void; changes: string[] }> {
		const { promise: held, resolve: release } = Promise.withResolvers<void>();
		const changes: string[] = [];
		drafts.before.createDraft = () => held;
		const page = await screens.open(`/inbox/${EMAIL}`);
		await page.getByRole("article").first().waitFor();
		page.on("request", (request) => {
			if (!/GET|\/drafts/.test(`${request.method()} ${request.url()}`)) changes.push(request.url());
		});
		await page.clock.install();
		await page.keyboard.press("r");
		return { page, release, changes };
	}
	const saved = () => drafts.list()[0]?.text;

	it("are kept for it however long it takes, with their lines, and are no shortcuts", async () => {
		const { page, release, changes } = await openSlowly();
		await page.keyboard.type("Sue, thanks.");
		await page.clock.fastForward(30_000);
		await page.keyboard.press("Enter");
		await page.keyboard.type("See you");
		release();
		await message(page).waitFor();
		await message(page).getByText("Sue").waitFor();
		await page.clock.runFor(1_000);
		await expect.poll(saved).toMatch(/^Sue, thanks\.\nSee you\n/);
		expect(changes).toEqual([]);
	});

	it("are kept through a click, which does what it does", async () => {
		const { page, release } = await openSlowly();
		await page.keyboard.type("Gladly");
		await page.getByRole("main").click({ position: { x: 2, y: 2 } });
		await page.keyboard.type(", Sue");
		release();
		await message(page).waitFor();
		await message(page).getByText("Sue").waitFor();
		await page.clock.runFor(1_000);
		await expect.poll(saved).toMatch(/^Gladly, Sue\n/);
	});

	it("are the page's again when it cannot open", async () => {
		screens.expectErrors(/status of 409/);
		const { page, release } = await openSlowly();
		drafts.before.createDraft = () => Promise.reject(new AppError(409, "too-many-drafts", "You have 1000 drafts."));
		await page.keyboard.press("Escape");
		await page.keyboard.press("r");
		await page.getByText("You have 1000 drafts.").waitFor();
		release();
		await page.keyboard.press("?");
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
	});
});

it("works where the browser keeps nothing for the app", async () => {
	const page = await screens.open("/drafts");
	await page.addInitScript(() => {
		for (const name of ["localStorage", "sessionStorage"])
			Object.defineProperty(window, name, {
				get() {
					throw new DOMException("denied", "SecurityError");
				},
			});
	});
	await page.reload();
	await page.getByRole("main").getByRole("button", { name: "New message" }).click();
	await to(page).fill("ann@example.net");
	await subject(page).fill("Plans");
	await page.keyboard.press("Control+Enter");
	await expect.poll(() => drafts.sent[0]?.subject).toBe("Plans");
});
