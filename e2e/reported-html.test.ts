import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reported, reportedFiles } from "../fixtures/reported.ts";
import { type App, openHubAs, startApp } from "./app.ts";

/** HTML that people reported of other mail software, as its reader sees it. */

let app: App;
let page: Page;
/** Ids by subject. */
const ids = new Map<string, string>();

const own = (subject: string, html: string): string =>
	`From: Ada <ada@example.org>\nSubject: ${subject}\nDate: Mon, 03 Nov 2025 10:00:00 +0000\nMessage-ID: <${subject}@example.org>\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n${html}\n`;
const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const OWN = [
	own(
		"own-css",
		"<style><!-- .a{color:rgb(1,2,3)} --></style><style>/* <b> */ .b{color:rgb(3,2,1)}</style><style>@media (1px<width<=9000px){.c{color:rgb(2,2,2)}}</style><p id=a class=a>a<p id=b class=b>b<p id=c class=c>c",
	),
	own(
		"own-html",
		'<html class=x style="color:rgb(4,5,6)"><style>html.x #main p{font-weight:700}</style><body id=main link=00ff00><p id=t>t <a id=l href=www.example.org>l</a>',
	),
	own(
		"own-video",
		"<video controls><source src=x.mp4><a id=t href='https://example.org/watch it'>Watch</a></video><audio>no sound</audio>",
	),
	own(
		"own-pictures",
		`<img id=i src="${PIXEL}" style="width:3000px;height:1000px"><img id=k src="${PIXEL}" width=2000 height=200><img id=s src="${PIXEL}" width=40 height=10>`,
	),
];

beforeAll(async () => {
	app = await startApp();
	page = await app.open();
	await openHubAs(app, page, "robin@vale.example");
	const all = [...reportedFiles("html").map((name) => reported(`html/${name}`).toString("latin1")), ...OWN];
	const mbox = all.map((raw) => `From ada@example.org Thu Nov 19 10:00:00 2026\n${raw.replaceAll("\r\n", "\n")}\n`);
	const { request } = page.context();
	const response = await request.post("/api/v1/accounts/mbox?filename=reported.mbox", {
		data: Buffer.from(mbox.join(""), "latin1"),
		headers: { "content-type": "application/octet-stream", origin: app.server.url },
	});
	expect(response.status()).toBe(202);
	await app.server.ctx.jobs.drain();
	const { items } = (await (await request.get("/api/v1/emails?limit=100")).json()) as {
		items: { id: string; subject: string }[];
	};
	for (const item of items) ids.set(item.subject, item.id);
	expect(ids.size).toBe(all.length);
});
afterAll(() => app.close());

async function open(subject: string): Promise<void> {
	await page.goto(`/inbox/${ids.get(subject)}`);
	await page.getByRole("heading", { name: subject }).first().waitFor();
	await page.frameLocator("iframe").first().locator("body > *").first().waitFor({ state: "attached" });
}

/** A style of an element of the message, as the browser computes it. */
function styleOf(id: string, property: string): Promise<string> {
	return page.evaluate(
		([element, name]) => {
			const inside = document.querySelector("iframe")?.contentDocument;
			const found = inside?.getElementById(element ?? "");
			return found && inside?.defaultView
				? inside.defaultView.getComputedStyle(found).getPropertyValue(name ?? "")
				: "";
		},
		[id, property],
	);
}

function attributeOf(id: string, name: string): Promise<string | null> {
	return page.evaluate(
		([element, attribute]) =>
			document
				.querySelector("iframe")
				?.contentDocument?.getElementById(element ?? "")
				?.getAttribute(attribute ?? "") ?? null,
		[id, name],
	);
}

/** Width by height. */
async function ratioOf(id: string): Promise<number> {
	const [width, height] = await Promise.all([styleOf(id, "width"), styleOf(id, "height")]);
	return Number.parseFloat(width) / Number.parseFloat(height);
}

describe("kind 17: style sheets", () => {
	test.each([
		["k01-outlook-word-style", "t", "margin-top", "0px"],
		["k02-style-with-comparison", "t", "color", "rgb(3, 2, 1)"],
		["k04-two-styles-one-commented", "t", "color", "rgb(5, 5, 5)"],
		["own-css", "a", "color", "rgb(1, 2, 3)"],
		["own-css", "b", "color", "rgb(3, 2, 1)"],
		["own-css", "c", "color", "rgb(2, 2, 2)"],
	])("%s: #%s has %s %s", async (subject, id, property, value) => {
		await open(subject);
		await expect.poll(() => styleOf(id, property)).toBe(value);
	});
});

describe("kind 26: HTML", () => {
	test.each([
		["h04-body-text-attribute", "t", "color", "rgb(255, 255, 255)"],
		["h04-body-text-attribute", "a", "color", "rgb(255, 255, 0)"],
		["h12-html-dir-only", "t", "direction", "rtl"],
		["k09-body-id-and-attr", "t", "font-weight", "700"],
		["k10-lang-vlink", "t", "color", "rgb(255, 0, 0)"],
		["own-html", "t", "color", "rgb(4, 5, 6)"],
		["own-html", "t", "font-weight", "700"],
		["own-html", "l", "color", "rgb(0, 255, 0)"],
	])("%s: #%s has %s %s", async (subject, id, property, value) => {
		await open(subject);
		await expect.poll(() => styleOf(id, property)).toBe(value);
	});

	test.each([
		["h09-image-map", "ar", "https://example.org/offer"],
		["h17-link-without-scheme", "t", "https://www.example.org/page"],
		["k07-link-spaces", "t", "https://example.org/My%20Report%202025.pdf"],
		["own-video", "t", "https://example.org/watch%20it"],
	])("%s: #%s leads to %s", async (subject, id, href) => {
		await open(subject);
		await expect.poll(() => attributeOf(id, "href")).toBe(href);
	});

	test("h03-table-width-zero: #t is as wide as its words", async () => {
		await open("h03-table-width-zero");
		await expect.poll(async () => Number.parseFloat(await styleOf("t", "width"))).toBeGreaterThan(50);
	});

	test.each([
		["h10-wide-image-aspect", "i", 2],
		["own-pictures", "i", 3],
		["own-pictures", "k", 10],
		["own-pictures", "s", 4],
	])("%s: #%s keeps its proportions", async (subject, id, ratio) => {
		await open(subject);
		await expect.poll(() => ratioOf(id)).toBeCloseTo(ratio, 1);
	});
});
