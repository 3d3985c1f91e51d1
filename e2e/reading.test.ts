import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailWithFiles, pdf } from "../fixtures/documents.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, startApp } from "./app.ts";
import { PHONE, WIDE } from "./browser.ts";

/** Reading and selecting: conversations, quotes, originals, ranges, and new mail while a user is in the middle of a list. */

let app: App;
let page: Page;
const hour = 3_600_000;
const began = Date.now() - 400 * hour;

interface TestMessage {
	subject: string;
	from?: string;
	at: number;
	id?: string;
	replyTo?: string;
	body?: string;
	html?: boolean;
	read?: boolean;
}

/** An mbox of these messages. */
function mbox(messages: TestMessage[]): string {
	return messages
		.map(({ subject, from = "Ann Vale <ann@vale.example>", at, id, replyTo, body = "Hello.", html, read }, index) =>
			[
				`From ann@vale.example ${new Date(at).toUTCString()}`,
				`From: ${from}`,
				"To: Robin <robin@vale.example>",
				`Subject: ${subject}`,
				`Date: ${new Date(at).toUTCString()}`,
				`Message-ID: <${id ?? `${at}.${index}@vale.example`}>`,
				...(replyTo ? [`In-Reply-To: <${replyTo}>`, `References: <${replyTo}>`] : []),
				...(read ? ["Status: RO"] : []),
				"MIME-Version: 1.0",
				`Content-Type: text/${html ? "html" : "plain"}; charset=utf-8`,
				"",
				body,
				"",
			].join("\n"),
		)
		.join("\n");
}

function load(name: string, messages: TestMessage[]): Promise<void> {
	return upload(name, Buffer.from(mbox(messages)));
}

async function upload(name: string, data: Buffer): Promise<void> {
	const response = await page.context().request.post(`/api/v1/accounts/mbox?filename=${name}`, {
		data,
		headers: { "content-type": "application/octet-stream", origin: app.server.url },
	});
	expect(response.status()).toBe(202);
	await app.server.ctx.jobs.drain();
}

const rows = (target: Page = page) => target.getByRole("row");
const selectedHere = () => page.getByRole("toolbar", { name: "Selected emails" });
const rowOf = (subject: string) => rows().filter({ hasText: subject });

beforeEach(() => page.setViewportSize(WIDE));

beforeAll(async () => {
	app = await startApp({ ATTACHMENT_SEARCH: "on" });
	page = await app.open();
	await openHubAs(app, page, "robin@vale.example");
	const many = Array.from({ length: 120 }, (_, i) => ({ subject: `Letter number ${i + 1}`, at: began + i * hour }));
	const talk: TestMessage[] = [
		{ subject: "Venue", at: began + 200 * hour, id: "one@vale.example", body: "Can it seat eighty?" },
		{
			subject: "Re: Venue",
			from: "Bo Reed <bo@reed.example>",
			at: began + 201 * hour,
			replyTo: "one@vale.example",
			html: true,
			read: true,
			body: '<p>It seats eighty.</p><div class="gmail_quote">On Monday Ann wrote:<blockquote>Can it seat eighty?</blockquote></div>',
		},
		{
			subject: "Re: Venue",
			at: began + 202 * hour,
			replyTo: "one@vale.example",
			body: "Good, thank you.\n\nOn Mon, 2 Nov 2026 at 10:00, Bo Reed <bo@reed.example> wrote:\n> It seats eighty.\n",
		},
	];
	await load("letters.mbox", [...many, ...talk]);
});
afterAll(() => app.close());

test("a conversation shows the open message among the others, with quotes collapsed", async () => {
	await page.goto("/inbox");
	await rowOf("Good, thank you").click();
	const message = page.getByRole("region", { name: "Message" });
	await message.getByText("Good, thank you.", { exact: true }).waitFor();
	await expect(page.getByText("> It seats eighty.").isVisible()).resolves.toBe(false);
	await page.getByRole("button", { name: "Show quoted text" }).click();
	await page.getByText("> It seats eighty.").waitFor();
	await page.getByRole("button", { name: /Bo Reed It seats eighty/ }).click();
	const quote = () =>
		page.evaluate(() => {
			const inside = document.querySelector("iframe")?.contentDocument;
			return { text: inside?.body.textContent ?? "", folded: inside?.querySelector("details")?.open === false };
		});
	await expect.poll(async () => (await quote()).text).toContain("It seats eighty.");
	expect((await quote()).folded).toBe(true);
	await expectAccessible(page);
	app.expectNoPageErrors();
});

test("the original is shown unchanged, and can be downloaded", async () => {
	await page.getByRole("button", { name: "More about this message" }).last().click();
	await page.getByRole("menuitem", { name: "Show original" }).click();
	const dialog = page.getByRole("dialog", { name: "Original message" });
	await dialog.getByText(/In-Reply-To: <one@vale\.example>/).waitFor();
	await expectAccessible(page);
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		dialog.getByRole("link", { name: "Download" }).click(),
	]);
	expect(download.suggestedFilename()).toMatch(/\.eml$/);
	await page.keyboard.press("Escape");
	app.expectNoPageErrors();
});

test("ranges are selected with Shift, by pointer and by keyboard", async () => {
	await page.goto("/inbox");
	await rows().nth(2).getByRole("checkbox").click();
	await rows()
		.nth(6)
		.getByRole("checkbox")
		.click({ modifiers: ["Shift"] });
	await selectedHere().getByText("5 conversations selected").waitFor();
	await rows()
		.nth(9)
		.click({ modifiers: ["ControlOrMeta"] });
	await selectedHere().getByText("6 conversations selected").waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("tablist", { name: "Folders" }).waitFor();
	await rows().nth(0).focus();
	for (const key of ["Shift+J", "Shift+J", "Shift+K"]) await page.keyboard.press(key);
	await selectedHere().getByText("2 conversations selected").waitFor();
	await page.keyboard.press("Shift+U");
	await page.getByText("Marked as unread").waitFor();
	app.expectNoPageErrors();
});

test("selected emails are dragged onto a folder, and Undo brings them back", async () => {
	await page.goto("/inbox");
	const moved = rowOf("Letter number 118");
	await moved.getByRole("checkbox").click();
	await rowOf("Letter number 117")
		.getByRole("checkbox")
		.click({ modifiers: ["Shift"] });
	await selectedHere().getByText("2 conversations selected").waitFor();
	await moved.hover({ position: { x: 120, y: 20 } });
	await page.mouse.down();
	await page.mouse.move(400, 300, { steps: 4 });
	const target = page.locator("li", { hasText: /^Archive$/ });
	await page.getByText("Move 2 emails to").waitFor();
	const box = await target.boundingBox();
	await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { steps: 4 });
	await page.mouse.up();
	await page.getByText("Emails archived").waitFor();
	await moved.waitFor({ state: "detached" });
	await page.getByRole("tablist", { name: "Folders" }).waitFor();
	await page.getByRole("button", { name: "Undo" }).last().click();
	await moved.waitFor();
	await page.getByText(/^Brought back \d+ emails in /).waitFor();
	app.expectNoPageErrors();
});

test("compact rows show more emails, and the choice is kept", async () => {
	await page.goto("/settings/appearance");
	await page.getByRole("radio", { name: /^Compact/ }).click();
	await expectAccessible(page);
	await page.goto("/inbox");
	await rows().first().waitFor();
	expect(
		await rows()
			.first()
			.evaluate((row) => row.getBoundingClientRect().height),
	).toBe(36);
	await expectAccessible(page);
	await page.goto("/settings/appearance");
	await page.getByRole("radio", { name: /^Comfortable/ }).click();
	app.expectNoPageErrors();
});

test("rows follow the width of the window and a density chosen above them, at the same message", async () => {
	await page.goto("/inbox");
	await rows().first().waitFor();
	const grid = page.getByRole("grid");
	/** Heights of the rows, distances between those next to each other, and the first message in view. */
	const layout = () =>
		grid.evaluate((element) => {
			const { top } = element.getBoundingClientRect();
			const boxes = [...element.querySelectorAll('[role="row"]')]
				.map((row) => ({
					...{ number: Number(row.getAttribute("aria-rowindex")), box: row.getBoundingClientRect() },
					text: /Letter number \d+/.exec(row.textContent ?? "")?.[0],
				}))
				.sort((a, b) => a.number - b.number);
			// The row with the focus is rendered wherever it is.
			const pairs = boxes.slice(1).map((row, n) => ({ row, above: boxes[n] ?? row }));
			const gaps = pairs
				.filter(({ row, above }) => row.number === above.number + 1)
				.map(({ row, above }) => row.box.top - above.box.bottom);
			return {
				heights: [...new Set(boxes.map(({ box }) => box.height))],
				gaps: [...new Set(gaps)],
				first: boxes.find(({ box }) => box.top >= top - 1)?.text,
			};
		});
	const before = await layout();
	expect(before.gaps).toEqual([0]);
	await grid.evaluate((element, height) => element.scrollTo(0, 40 * height), before.heights[0] ?? 0);
	await expect.poll(async () => (await layout()).first).not.toBe(before.first);
	const { first } = await layout();

	await page.setViewportSize(PHONE);
	const isTaller = (height: number | undefined) => (height ?? 0) > (before.heights[0] ?? 0);
	await expect
		.poll(async () => {
			const { heights, ...others } = await layout();
			return { ...others, isTaller: heights.every(isTaller) };
		})
		.toEqual({ gaps: [0], first, isTaller: true });
	await page.setViewportSize(WIDE);
	await expect.poll(layout).toEqual({ ...before, first });

	const choose = async (density: string) => {
		await page.getByRole("button", { name: "View options" }).click();
		await page.getByRole("menuitemradio", { name: density }).click();
	};
	await choose("Compact");
	await expect.poll(layout).toEqual({ heights: [36], gaps: [0], first });
	await choose("Comfortable");
	await expect.poll(layout).toEqual({ ...before, first });

	await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
	await expect.poll(async () => (await layout()).first).not.toBe(first);
	const atEnd = await layout();
	await choose("Spacious");
	await expect.poll(layout).toMatchObject({ heights: [56], first: atEnd.first });
	await choose("Comfortable");
	app.expectNoPageErrors();
});

test("new mail arrives at the top and changes neither scroll position nor selection", async () => {
	await page.goto("/inbox");
	await rows().first().waitFor();
	await page.getByRole("grid").evaluate((grid) => {
		grid.scrollTop = 44 * 40;
	});
	const view = () =>
		page.getByRole("grid").evaluate((grid) => {
			const top = grid.getBoundingClientRect().top;
			return [...grid.querySelectorAll("[role=row]")]
				.map((row) => ({ y: Math.round(row.getBoundingClientRect().top - top), text: row.textContent }))
				.filter(({ y }) => y >= 0 && y < 400);
		});
	await rowOf("Letter number 78").getByRole("checkbox").click();
	await page.mouse.move(5, 5);
	const before = await view();
	expect(before.length).toBeGreaterThan(3);
	const messages = Array.from({ length: 3 }, (_, i) => ({ subject: `Fresh ${i}`, at: Date.now() - i * 60_000 }));
	await load("fresh.mbox", messages);
	await page.getByText(/^126 emails/).waitFor();
	const text = (rows: { y: number; text: string | null }[]) =>
		rows.map(({ y, text }) => `${y} ${text?.match(/Letter number \d+/) ?? text}`);
	// The header counts the new mail a moment before the rows are rendered again.
	await expect.poll(async () => text(await view())).toEqual(text(before));
	await selectedHere().getByText("1 conversation selected").waitFor();
	await page.getByRole("grid").evaluate((grid) => {
		grid.scrollTop = 0;
	});
	await rowOf("Fresh 0").waitFor();
	app.expectNoPageErrors();
});

test("what was undone can be redone from the activity page", async () => {
	await page.goto("/inbox");
	await rowOf("Fresh 0").hover();
	await rowOf("Fresh 0").getByRole("button", { name: "Star" }).click();
	await page.getByText("Starred", { exact: true }).waitFor();
	await page.goto("/activity");
	await page
		.getByRole("button", { name: /^Undo: Starred 1 email/ })
		.first()
		.click();
	await page
		.getByRole("button", { name: /^Redo: Starred 1 email/ })
		.first()
		.click();
	// One row for the change, with its state.
	const change = page
		.getByRole("list", { name: "Changes" })
		.getByRole("listitem")
		.filter({ hasText: "Starred 1 email" });
	await change.first().getByText("Redone", { exact: true }).waitFor();
	await page.getByRole("heading", { name: "Today" }).waitFor();
	await page
		.getByRole("button", { name: /^Starred 1 email/ })
		.first()
		.click();
	await page
		.getByRole("region", { name: /^Starred 1 email/ })
		.getByText("Fresh 0")
		.waitFor();
	await expectAccessible(page);
	app.expectNoPageErrors();
});

test("a word in an attached file finds its message", async () => {
	const files = [{ name: "budget.pdf", type: "application/pdf", bytes: pdf(["Catering for eighty", "Total 4711"]) }];
	const raw = mailWithFiles({ id: "budget@vale.example", subject: "Our budget", text: "Please see the file." }, files);
	await upload("budget.mbox", Buffer.concat([Buffer.from("From ann@vale.example Mon Jan  1 10:00:00 2024\n"), raw]));
	await page.goto("/inbox");
	await page.getByLabel("Search mail", { exact: true }).fill("catering");
	await page.getByRole("button", { name: "Search", exact: true }).click();
	await rowOf("Our budget").waitFor();
	await rowOf("Our budget").getByText("In budget.pdf").waitFor();
	expect(await rows().count()).toBe(1);
	await expectAccessible(page);
	await rowOf("Our budget").click();
	await page.getByRole("article").getByText("budget.pdf").first().waitFor();
	app.expectNoPageErrors();
});

test("on a phone a message is its own page, and Back returns to the same position", async () => {
	await page.setViewportSize(PHONE);
	await page.goto("/inbox");
	await rows().first().waitFor();
	await page.getByRole("grid").evaluate((grid) => {
		grid.scrollTop = 2520;
	});
	await rowOf("Letter number 90").click();
	await page.getByRole("heading", { level: 1, name: "Letter number 90" }).waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Back to the list" }).click();
	await page.waitForURL(/\/inbox$/);
	expect(await page.getByRole("grid").evaluate((grid) => grid.scrollTop)).toBe(2520);
	app.expectNoPageErrors();
});
