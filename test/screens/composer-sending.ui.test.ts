import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#server/errors.ts";
import { composerOf, message, startMessage, subject, to } from "./composer-parts.ts";
import { type Drafts, keepDrafts } from "./drafts.ts";
import { testScreens } from "./screens.ts";

/** A message leaves as it is on the screen, once, and the keys of the writer go where they are meant. */

const screens = testScreens();
const EMAIL = "0190f5a0-0000-7000-8000-000000000001";
let drafts: Drafts;

beforeEach(() => {
	screens.server.amount = "most";
	drafts = keepDrafts(screens.server);
});

describe("sending", () => {
	async function writeMessage(): Promise<Page> {
		const page = await startMessage(screens);
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
