import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nestedTables } from "../fixtures/hostile/nested.ts";
import { expectAccessible } from "./accessible.ts";
import { type App, openHubAs, startApp } from "./app.ts";

/** Mail that tries to run, load or send something: nothing leaves the browser and nothing runs. */

const folder = new URL("../fixtures/hostile/", import.meta.url);
const messages = readdirSync(folder)
	.filter((name) => name.endsWith(".eml"))
	.map((name) => ({ name, raw: readFileSync(new URL(name, folder), "utf8") }));
const subjectOf = (raw: string): string => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? "";

let app: App;
let page: Page;
/** Ids by subject. */
const ids = new Map<string, string>();
/** Requests to other servers than ours. */
let externalRequests: string[] = [];
/** Requests for remote images, proxied by our server. */
let pictures: string[] = [];
let surprises: string[] = [];

beforeAll(async () => {
	app = await startApp();
	page = await app.open();
	page.context().on("request", (request) => {
		const url = request.url();
		if (!url.startsWith(app.server.url) && !/^(?:data|blob|about):/.test(url)) externalRequests.push(url);
		if (/\/image\?url=/.test(url)) pictures.push(url);
	});
	page.on("dialog", (dialog) => {
		surprises.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	page.on("popup", (popup) => surprises.push(`window: ${popup.url()}`));
	page.on("framenavigated", (frame) => {
		if (frame !== page.mainFrame() && !/^about:(?:blank|srcdoc)$/.test(frame.url()))
			surprises.push(`frame: ${frame.url()}`);
	});
	await openHubAs(app, page, "robin@vale.example");
	await importAll();
});
afterAll(() => app.close());

async function importAll(): Promise<void> {
	const all = [...messages.map(({ raw }) => raw), nestedTables(10)];
	const mbox = all.map(
		(raw) => `From mallory@evil.example Thu Nov 19 10:00:00 2026\n${raw.replaceAll("\r\n", "\n")}\n`,
	);
	const { request } = page.context();
	const response = await request.post("/api/v1/accounts/mbox?filename=hostile.mbox", {
		data: Buffer.from(mbox.join("")),
		headers: { "content-type": "application/octet-stream", origin: app.server.url },
	});
	expect(response.status()).toBe(202);
	await app.server.ctx.jobs.drain();
	const list = await request.get("/api/v1/emails?limit=100");
	const { items } = (await list.json()) as { items: { id: string; subject: string }[] };
	for (const item of items) ids.set(item.subject, item.id);
	expect(ids.size).toBe(all.length);
}

async function openMessage(subject: string): Promise<void> {
	externalRequests = [];
	pictures = [];
	surprises = [];
	await page.goto(`/inbox/${ids.get(subject)}`);
	await page.getByRole("heading", { name: subject }).first().waitFor();
}

/** The text in the message's frame, read from outside: nothing can run inside, not even a test's script. */
function shownText(): Promise<string> {
	return page.evaluate(() => document.querySelector("iframe")?.contentDocument?.body.textContent ?? "");
}

/** Remaining active content in the frame. */
function remains(): Promise<string[]> {
	return page.evaluate(() => {
		const inside = document.querySelector("iframe")?.contentDocument;
		if (!inside) return ["no frame"];
		const found: string[] = [];
		for (const element of inside.querySelectorAll("body, body *")) {
			if (!/^(?:body|[a-z]+[1-6]?)$/.test(element.localName)) found.push(element.localName);
			if (
				/^(?:script|iframe|frame|object|embed|form|input|button|svg|math|link|meta|base|video|audio|template)$/.test(
					element.localName,
				)
			)
				found.push(element.outerHTML.slice(0, 100));
			for (const { name, value } of element.attributes)
				if (/^on|^srcset$|^ping$|action$/.test(name) || /script:|tracker\.invalid/i.test(value))
					found.push(`${element.localName} ${name}=${value.slice(0, 80)}`);
		}
		for (const style of inside.querySelectorAll("style"))
			if (/tracker|@import|font-face/i.test(style.textContent ?? "")) found.push("style");
		return found;
	});
}

const ran = (): Promise<unknown> => page.evaluate(() => (window as { __pwned?: unknown }).__pwned ?? null);

describe.each(messages.map(({ name, raw }) => ({ name, subject: subjectOf(raw) })))("$name", ({ subject }) => {
	test("shows its text, runs nothing and loads nothing", async () => {
		await openMessage(subject);
		await expect.poll(shownText).toContain(`${subject}: this line must show.`);
		// Anything that would load or run has had time to by now.
		await page.waitForTimeout(300);
		expect(await remains()).toEqual([]);
		expect(await ran()).toBeNull();
		expect(externalRequests).toEqual([]);
		expect(pictures).toEqual([]);
		expect(surprises).toEqual([]);
	});
});

test("remote images load only on request and through the server, trackers never", async () => {
	await openMessage("Event handlers");
	await expect.poll(shownText).toContain("this line must show");
	await page.getByRole("button", { name: "Show images" }).click();
	await page.getByText("Couldn't load 1 image.").waitFor();
	expect(pictures.map((url) => new URL(url).searchParams.get("url"))).toEqual(["https://tracker.invalid/banner.png"]);
	expect(externalRequests).toEqual([]);
	expect(await ran()).toBeNull();
});

test("parts of a message resolve cid: URLs, and only images do", async () => {
	await openMessage("Parts inside the message");
	await expect
		.poll(() =>
			page.evaluate(() =>
				[...(document.querySelector("iframe")?.contentDocument?.images ?? [])].map(
					(image) => `${image.alt}:${image.getAttribute("src")?.slice(0, 5) ?? ""}`,
				),
			),
		)
		.toEqual(["good:blob:", "page:", "path:", "encoded:blob:"]);
	expect(externalRequests).toEqual([]);
});

test("links show their destination and open without a referrer", async () => {
	await openMessage("Links with a second meaning");
	await expect.poll(shownText).toContain("this line must show");
	const links = await page.evaluate(() =>
		[...(document.querySelector("iframe")?.contentDocument?.querySelectorAll("a") ?? [])].map((link) => ({
			text: link.textContent?.trim(),
			href: link.getAttribute("href"),
			rel: link.rel,
			target: link.target,
		})),
	);
	for (const word of ["one", "two", "three", "four", "five", "six"])
		expect(links.find((link) => link.text === word)?.href ?? null).toBeNull();
	const bank = links.find((link) => link.text === "https://bank.example/login");
	expect(bank).toMatchObject({ href: "https://evil.example/login", target: "_blank" });
	expect(bank?.rel).toContain("noopener");
	const box = await page.evaluate(() => {
		const frame = document.querySelector("iframe");
		const link = frame?.contentDocument?.querySelector('a[href="https://evil.example/login"]');
		if (!frame || !link) return null;
		const outer = frame.getBoundingClientRect();
		const inner = link.getBoundingClientRect();
		return { x: outer.x + inner.x + 5, y: outer.y + inner.y + 5 };
	});
	if (!box) throw new Error("the link is not there");
	await page.mouse.move(box.x, box.y);
	await page.getByText(/Says bank\.example, leads to/).waitFor();
});

test("10 MB of nested tables keep the page responsive: its text shows, and its first part on request", async () => {
	await openMessage("Tables inside tables");
	await page.getByText("Tables inside tables: this line must show.").last().waitFor();
	await page.getByText(/could freeze your browser: it has more than \d+ nested tables/).waitFor();
	const answer = () =>
		page.evaluate(async () => {
			const began = performance.now();
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
			return performance.now() - began;
		});
	expect(await answer()).toBeLessThan(1000);
	await page.getByRole("button", { name: "Show anyway" }).click();
	await expect.poll(shownText).toContain("this line must show");
	expect(await answer()).toBeLessThan(1000);
	await expectAccessible(page);
	expect(externalRequests).toEqual([]);
});
