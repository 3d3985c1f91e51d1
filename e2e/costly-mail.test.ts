import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, startApp } from "./app.ts";
import { PHONE, waitForIdle } from "./browser.ts";
import {
	type CostlyMessage,
	costlyDrafts,
	costlyMailbox,
	costlyMessages,
	draftsMailbox,
	headsMailbox,
	opened,
	readable,
	slowMessages,
	slowTexts,
} from "./costly-mail.ts";
import { cpuDuring, rendersWithin, slowClock } from "./frames.ts";

/** Mail made to freeze or crash the tab: the page stays responsive, and messages around it are shown. */

const allMessages = [...costlyMessages, ...slowMessages, ...slowTexts];

let app: App;
let page: Page;
let crashed = false;
type Listed = { items: { id: string; subject: string; preview: string }[] };
/** Ids of the costly messages by subject. */
const ids = new Map<string, string>();

/** Milliseconds for the page to respond, whatever is open, and for all of a message to be drawn. The machine may be busy. */
const [RESPONDS_WITHIN, DRAWN_WITHIN] = [15_000, 60_000];
/** A page with a slow clock draws what the app refuses elsewhere, and may take its time. */
let limit = RESPONDS_WITHIN;

beforeAll(async () => {
	app = await startApp();
	page = watched(await app.open());
	await openHubAs(app, page, "robin@vale.example");
	await importMailbox(costlyMailbox(allMessages));
	const list = (await (await page.context().request.get("/api/v1/emails?limit=200")).json()) as Listed;
	for (const item of list.items)
		if (item.subject.startsWith("Re: ") && !item.preview.startsWith("Answer about"))
			ids.set(item.subject.slice("Re: ".length), item.id);
	expect(ids.size).toBe(allMessages.length);
});
afterAll(() => app.close());

async function importMailbox(mbox: string): Promise<void> {
	const response = await page.context().request.post("/api/v1/accounts/mbox?filename=costly.mbox", {
		data: Buffer.from(mbox),
		headers: { "content-type": "application/octet-stream", origin: app.server.url },
	});
	expect(response.status()).toBe(202);
	await app.server.ctx.jobs.drain();
}

function watched(made: Page): Page {
	made.on("crash", () => {
		crashed = true;
	});
	return made;
}

/** Rejects if the page does not render two frames in time. */
async function answers(): Promise<void> {
	expect(crashed).toBe(false);
	expect(await rendersWithin(page, limit)).toBe(true);
}

/** The text of all frames, read from outside: scripts cannot run inside. */
const framed = () =>
	page.evaluate(() =>
		[...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument?.body?.textContent ?? "").join("\n"),
	);

/** The reading pane: the list next to it shows previews of the same words. */
const reading = () => page.getByRole("region", { name: "Message" });

/** A message that crashes the tab fails only its own test. */
async function replaceCrashed(): Promise<void> {
	if (!crashed) return;
	crashed = false;
	page = watched(await page.context().newPage());
}

async function openConversation(subject: string): Promise<void> {
	await replaceCrashed();
	await page.goto(`/inbox/${ids.get(subject)}`);
	await page
		.getByRole("heading", { name: `Re: ${subject}` })
		.first()
		.waitFor();
	await answers();
}

async function expectNeighbors(subject: string): Promise<void> {
	// Unread messages of a conversation are open.
	await reading().getByText(`Question about ${subject}.`, { exact: true }).last().waitFor();
	await expect.poll(framed, { timeout: DRAWN_WITHIN }).toContain(`Answer about ${subject}.`);
	await answers();
}

const checks: Record<CostlyMessage["shown"], (subject: string) => Promise<void>> = {
	async somehow() {
		const notice = reading().getByText(/This message could freeze your browser/);
		await expect.poll(async () => (await notice.count()) > 0 || (await framed()).includes(readable)).toBe(true);
	},
	async "in full"(subject) {
		const inFrame = allMessages.find((message) => message.subject === subject)?.html;
		if (inFrame) await expect.poll(framed, { timeout: DRAWN_WITHIN }).toContain(readable);
		else await reading().getByText(readable).first().waitFor();
	},
	async "in pieces"() {
		await reading().getByText(readable).first().waitFor();
		const length = () => reading().evaluate((pane) => pane.textContent?.length ?? 0);
		const before = await length();
		await page.getByRole("button", { name: "Show more" }).click();
		await answers();
		await expect.poll(length).toBeGreaterThan(before + 30_000);
	},
	async "on request"() {
		await reading()
			.getByText(/This message could freeze your browser/)
			.waitFor();
		await reading().getByText(readable).first().waitFor();
		await page.getByRole("button", { name: "Show anyway" }).click();
		await answers();
		await expect.poll(framed, { timeout: DRAWN_WITHIN }).toContain(readable);
		await reading()
			.getByText(/simplified formatting/)
			.waitFor();
		await page.getByRole("button", { name: "Show plain text" }).click();
		await reading()
			.getByText(/This message could freeze your browser/)
			.waitFor();
		await reading().getByText(readable).first().waitFor();
		// The neighbor's is left.
		await expect.poll(() => page.locator("iframe").count(), { timeout: DRAWN_WITHIN }).toBe(1);
	},
	async "as text"() {
		await reading()
			.getByText(/can't be shown with its formatting|nothing that can be shown safely/)
			.waitFor();
		await page.getByRole("button", { name: "Show original" }).click();
		const dialog = page.getByRole("dialog", { name: "Original message" });
		await dialog.getByText(readable).waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
	},
};

/** Opens a page with a slow clock in place of `page`. @returns closes it again */
async function openPatientPage(): Promise<() => Promise<void>> {
	const before = page;
	page = watched(await page.context().newPage());
	await slowClock(page);
	limit = DRAWN_WITHIN;
	return async () => {
		limit = RESPONDS_WITHIN;
		await page.close();
		page = before;
	};
}

describe("what is shown of", () => {
	let close: () => Promise<void>;
	beforeAll(async () => {
		close = await openPatientPage();
	});
	afterAll(() => close());

	test.each(opened(costlyMessages))("$subject: $shown, and its neighbors", async ({ subject, shown }) => {
		await openConversation(subject);
		await checks[shown](subject);
		await answers();
		await expectNeighbors(subject);
		app.expectNoPageErrors();
	});
});

/** @returns what the page needs for something, in milliseconds of CPU time */
const costOf = (act: () => Promise<void>): Promise<number> =>
	cpuDuring(page, async () => {
		await act();
		await answers();
	});

/** What froze a tab needed ten seconds and more. A slow machine needs more for what is ordinary, too. */
const mostOf = (ordinary: number) => 3_000 + 3 * ordinary;

/** Opens a message without loading the page again, and scrolls it. */
async function readAndScroll(subject: string): Promise<void> {
	await goTo(`/inbox/${ids.get(subject)}`);
	await page
		.getByRole("heading", { name: `Re: ${subject}` })
		.first()
		.waitFor();
	await checks.somehow(subject);
	await reading().hover();
	for (let i = 0; i < 3; i++) {
		await page.mouse.wheel(0, 400);
		await answers();
	}
}

describe("small messages that took seconds to draw", () => {
	test.each(opened(slowMessages))("$subject", async ({ subject, shown }) => {
		await replaceCrashed();
		await page.goto("/inbox");
		await page.getByRole("grid", { name: "Emails in Inbox" }).waitFor();
		const most = mostOf(await costOf(() => readAndScroll("Ordinary styles")));
		expect(await costOf(() => readAndScroll(subject))).toBeLessThan(most);
		const close = await openPatientPage();
		try {
			await openConversation(subject);
			await checks[shown](subject);
		} finally {
			await close();
		}
	});
});

/** The composer's window. */
const composer = () => page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Discard draft" }) });

/** Answers the open message, edits what it quotes, and types. */
async function editQuote(isTooLarge: boolean): Promise<void> {
	await page.evaluate(() => document.querySelector("iframe")?.blur());
	await reading().getByRole("button", { name: "Reply", exact: true }).first().click();
	await composer().getByRole("button", { name: "Show quoted text" }).click();
	await answers();
	await composer().getByRole("button", { name: "Edit quoted text" }).click();
	if (isTooLarge) await page.getByText("This quoted text is too large to edit.").first().waitFor();
	else await composer().getByRole("textbox", { name: "Message" }).getByText(readable).waitFor();
	await answers();
	await type();
}

async function type(): Promise<void> {
	await composer().getByRole("textbox", { name: "Message" }).press("End");
	await page.keyboard.type("typed");
	await answers();
}

async function saveAndClose(): Promise<void> {
	await composer().getByRole("button", { name: "Save and close" }).click();
	await composer().waitFor({ state: "hidden" });
}

async function discard(): Promise<void> {
	await composer().getByRole("button", { name: "Discard draft" }).click();
	await composer().waitFor({ state: "hidden" });
}

describe("the editor and the preview of a file", () => {
	test.each(opened(slowTexts))("of $subject", { retry: 1 }, async ({ subject, file }) => {
		const asked: string[] = [];
		page.on("request", (request) => new URL(request.url()).hostname === "evil.example" && asked.push(request.url()));
		await openConversation("Ordinary styles");
		const ordinary = await costOf(() => editQuote(false));
		await discard();
		await openConversation(subject);
		if (file !== undefined) {
			const cost = await costOf(async () => {
				await reading()
					.getByRole("button", { name: /notes\.txt/ })
					.first()
					.click();
				await page.getByRole("dialog").getByText(readable).waitFor();
			});
			expect(cost).toBeLessThan(mostOf(ordinary));
			await page.keyboard.press("Escape");
		}
		const cost = await costOf(() => editQuote(subject.includes("one word")));
		await discard();
		expect(cost).toBeLessThan(mostOf(ordinary));
		expect(asked).toEqual([]);
	});
});

async function openDraft(subject: string): Promise<void> {
	// The list moves while it is loaded.
	await waitForIdle(page);
	// It is listed twice once it was opened, and has a button that discards it.
	await page.getByRole("main").getByRole("button", { name: subject }).first().click();
	await composer().getByText(readable).first().waitFor();
	await answers();
}

describe("a draft that another mail program saved", () => {
	beforeAll(() => importMailbox(draftsMailbox(costlyDrafts)));
	afterEach(async () => {
		// What a failed test left open.
		for (const close of await page.getByRole("button", { name: "Save and close" }).all()) await close.click();
	});

	test.each(opened(costlyDrafts))("$subject", { retry: 1 }, async ({ subject, isLocked }) => {
		await replaceCrashed();
		await page.goto("/drafts");
		const ordinary = await costOf(async () => {
			await openDraft("Draft of a line");
			await type();
		});
		await saveAndClose();
		const cost = await costOf(async () => {
			await openDraft(subject);
			if (!isLocked) return type();
			await composer()
				.getByText(/so large that editing it could freeze your browser/)
				.waitFor();
		});
		if (cost >= mostOf(ordinary)) await saveAndClose();
		expect(cost).toBeLessThan(mostOf(ordinary));
		if (isLocked) {
			await expectAccessible(page);
			await composer().getByRole("button", { name: "Edit as plain text" }).click();
			await expect.poll(() => composer().getByRole("textbox", { name: "Message" }).inputValue()).toContain(readable);
			await type();
		}
		await saveAndClose();
	});
});

test("subjects, names and files of strangers are short in rows and heads", { retry: 1 }, async () => {
	const before = page;
	page = watched(await app.open({ isShared: true, viewport: PHONE }));
	try {
		await openHubAs(app, page, `ada${Date.now()}@vale.example`);
		await importMailbox(headsMailbox());
		await page.goto("/mailstead");
		await page.getByRole("main").getByRole("heading").first().waitFor();
		const ordinary = await costOf(() => goTo("/drafts"));
		const cost = await costOf(async () => {
			await goTo("/contacts");
			await page
				.getByText(/mallory\d+@evil/)
				.first()
				.waitFor();
			await goTo("/inbox");
			await page.getByRole("row").nth(4).waitFor();
			// One of each kind.
			for (let index = 0; index < 5; index++) {
				await page.getByRole("row").nth(index).click();
				await reading().getByText(readable).first().waitFor();
				await answers();
				await page.goBack();
			}
		});
		expect(cost).toBeLessThan(mostOf(ordinary));
	} finally {
		await page.context().close();
		page = before;
	}
});

/** Shows a screen without loading the page again. */
async function goTo(path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, "", to);
		window.dispatchEvent(new PopStateEvent("popstate"));
	}, path);
	await answers();
}

test("ordinary styles are kept", async () => {
	await openConversation("Ordinary styles");
	const colors = () =>
		page.evaluate(() => {
			const inside = document.querySelector("iframe")?.contentDocument;
			return [...(inside?.querySelectorAll("p") ?? [])].map((it) => getComputedStyle(it).color);
		});
	await expect.poll(colors).toEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)", "rgb(7, 8, 9)"]);
});

test("the notice is accessible, on desktop and on a phone", async () => {
	await openConversation("Deep boxes");
	await reading()
		.getByText(/This message could freeze your browser/)
		.waitFor();
	await expectAccessible(page);
	const before = page.viewportSize();
	await page.setViewportSize(PHONE);
	await answers();
	await expectAccessible(page);
	if (before) await page.setViewportSize(before);
});

test("a page that fails to render offers to reload and to go to the inbox", async () => {
	await page.route("**/assets/inbox-page*", (route) => route.abort());
	await page.goto("/inbox");
	await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
	await expectAccessible(page);
	await page.unroute("**/assets/inbox-page*");
	await page.getByRole("button", { name: "Go to inbox" }).click();
	await page.getByRole("grid", { name: "Emails in Inbox" }).waitFor();
	app.expectNoPageErrors(/ERR_FAILED|dynamically imported module/);
});
