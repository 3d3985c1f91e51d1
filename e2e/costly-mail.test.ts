import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, PHONE, startApp } from "./app.ts";
import { type CostlyMessage, costlyMailbox, costlyMessages, readable, slowMessages, slowTexts } from "./costly-mail.ts";

/** Mail made to freeze or crash the tab: the page stays responsive, and messages around it are shown. */

const allMessages = [...costlyMessages, ...slowMessages, ...slowTexts];

let app: App;
let page: Page;
let crashed = false;
/** Ids of the costly messages by subject. */
const ids = new Map<string, string>();

/** Maximum milliseconds for the page to respond, whatever is open. Generous: the machine may be busy. */
const limit = 15_000;

beforeAll(async () => {
	app = await startApp();
	page = watched(await app.open());
	await openHubAs(app, page, "robin@vale.example");
	const { request } = page.context();
	const response = await request.post("/api/v1/accounts/mbox?filename=costly.mbox", {
		data: Buffer.from(costlyMailbox(allMessages)),
		headers: { "content-type": "application/octet-stream", origin: app.server.url },
	});
	expect(response.status()).toBe(202);
	await app.server.ctx.jobs.drain();
	const list = await request.get("/api/v1/emails?limit=200");
	const { items } = (await list.json()) as { items: { id: string; subject: string; preview: string }[] };
	for (const item of items)
		if (item.subject.startsWith("Re: ") && !item.preview.startsWith("Answer about"))
			ids.set(item.subject.slice("Re: ".length), item.id);
	expect(ids.size).toBe(allMessages.length);
});
afterAll(() => app.close());

function watched(made: Page): Page {
	made.on("crash", () => {
		crashed = true;
	});
	return made;
}

/** Rejects if the page does not render two frames in time. */
async function answers(): Promise<void> {
	expect(crashed).toBe(false);
	const drawn = page.evaluate(
		() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
	);
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise((resolve) => {
		timer = setTimeout(() => resolve("too late"), limit);
	});
	expect(await Promise.race([drawn, late])).toBe(true);
	clearTimeout(timer);
}

/** The text of all frames, read from outside: scripts cannot run inside. */
const framed = () =>
	page.evaluate(() =>
		[...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument?.body?.textContent ?? "").join("\n"),
	);

/** The reading pane: the list next to it shows previews of the same words. */
const reading = () => page.getByRole("region", { name: "Message" });

async function openConversation(subject: string): Promise<void> {
	// A message that crashes the tab fails only its own test.
	if (crashed) {
		crashed = false;
		page = watched(await page.context().newPage());
	}
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
	await expect.poll(framed, { timeout: limit }).toContain(`Answer about ${subject}.`);
	await answers();
}

const checks: Record<CostlyMessage["shown"], (subject: string) => Promise<void>> = {
	async somehow() {
		const notice = reading().getByText(/This message could freeze your browser/);
		await expect.poll(async () => (await notice.count()) > 0 || (await framed()).includes(readable)).toBe(true);
	},
	async "in full"(subject) {
		const inFrame = allMessages.find((message) => message.subject === subject)?.html;
		if (inFrame) await expect.poll(framed, { timeout: limit }).toContain(readable);
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
		await expect.poll(framed, { timeout: limit }).toContain(readable);
		await reading()
			.getByText(/simplified formatting/)
			.waitFor();
		await page.getByRole("button", { name: "Show plain text" }).click();
		await reading()
			.getByText(/This message could freeze your browser/)
			.waitFor();
		await reading().getByText(readable).first().waitFor();
		// The neighbor's is left.
		expect(await page.locator("iframe").count()).toBe(1);
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

describe.each(costlyMessages.map(({ subject, shown }) => ({ subject, shown })))("$subject", ({ subject, shown }) => {
	test(`is shown ${shown}, and its neighbors are shown`, async () => {
		await openConversation(subject);
		await checks[shown](subject);
		await answers();
		await expectNeighbors(subject);
		app.expectNoPageErrors();
	});
});

/** Opens a message without loading the page again, and scrolls it. @returns the longest time without a frame, in milliseconds */
async function longestGap(subject: string): Promise<number> {
	await page.evaluate(() => {
		const measured = { gap: 0, last: performance.now() };
		(window as { measured?: typeof measured }).measured = measured;
		const tick = () => {
			const now = performance.now();
			measured.gap = Math.max(measured.gap, now - measured.last);
			measured.last = now;
			requestAnimationFrame(tick);
		};
		requestAnimationFrame(tick);
	});
	await page.evaluate((id) => {
		history.pushState(null, "", `/inbox/${id}`);
		window.dispatchEvent(new PopStateEvent("popstate"));
	}, ids.get(subject));
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
	return page.evaluate(() => (window as { measured?: { gap: number } }).measured?.gap ?? Number.NaN);
}

describe("small messages that took seconds to draw", () => {
	test.each(slowMessages)("$subject", async ({ subject, shown }) => {
		if (crashed) {
			crashed = false;
			page = watched(await page.context().newPage());
		}
		await page.goto("/inbox");
		await page.getByRole("grid", { name: "Emails in Inbox" }).waitFor();
		// A busy machine draws an ordinary message slowly, too.
		const ordinary = await longestGap("Ordinary styles");
		expect(await longestGap(subject)).toBeLessThan(Math.max(1000, 5 * ordinary));
		await checks[shown](subject);
	});
});

describe("the editor and the preview of a file", () => {
	test.each(slowTexts)("of $subject", async ({ subject, file }) => {
		const asked: string[] = [];
		page.on("request", (request) => request.url().includes("evil.example") && asked.push(request.url()));
		await openConversation(subject);
		if (file !== undefined) {
			await reading()
				.getByRole("button", { name: /notes\.txt/ })
				.first()
				.click();
			await page.getByRole("dialog").getByText(readable).waitFor();
			await answers();
			await page.keyboard.press("Escape");
		}
		await page.evaluate(() => document.querySelector("iframe")?.blur());
		await reading().getByRole("button", { name: "Reply", exact: true }).first().click();
		const window = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Message" }) });
		await window.getByRole("button", { name: "Show quoted text" }).click();
		await answers();
		await window.getByRole("button", { name: "Edit quoted text" }).click();
		if (subject.includes("one word")) await page.getByText("This quoted text is too large to edit.").first().waitFor();
		else await window.getByRole("textbox", { name: "Message" }).getByText(readable).waitFor();
		await answers();
		await window.getByRole("textbox", { name: "Message" }).press("End");
		await page.keyboard.type("typed");
		await answers();
		await window.getByRole("button", { name: "Discard draft" }).click();
		expect(asked).toEqual([]);
	});
});

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
	await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
	await expectAccessible(page);
	await page.unroute("**/assets/inbox-page*");
	await page.getByRole("button", { name: "Go to inbox" }).click();
	await page.getByRole("grid", { name: "Emails in Inbox" }).waitFor();
	app.expectNoPageErrors(/ERR_FAILED|dynamically imported module/);
});
